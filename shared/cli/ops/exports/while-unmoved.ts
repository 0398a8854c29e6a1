/** Long books take minutes, and a fiduciary works meanwhile. */
const TRIES = 3

/**
 * Does work that reads books in several steps, and does it anew where they have moved meanwhile: its parts would contradict each
 * other.
 *
 * @param readPlace what changes with every change of the books
 * @returns the place that all parts of the work have seen
 * @throws Error with one sentence where the books do not stand still
 */
export async function whileUnmoved<Place extends object>(
  readPlace: () => Promise<Place>,
  work: () => Promise<void>,
): Promise<Place> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const before = await readPlace()
    await work()
    if (JSON.stringify(await readPlace()) === JSON.stringify(before)) return before
  }
  throw new Error(
    `The books have moved while each of ${TRIES} packages was written, so that its pages would contradict each other. Run it again when nobody books or changes settings.`,
  )
}

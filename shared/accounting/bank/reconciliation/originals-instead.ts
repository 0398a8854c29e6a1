/**
 * Bank entries that do not count. Where the bank statement of an original is left out and that of its possible repeat
 * counts, they are one money in the balances: the original counts, which is booked or can be, and the repeat does not.
 *
 * @param beside of bank statements that are left out
 * @param repeats possible repeats that the balances have once, with an original that counts
 * @param stand_ins possible repeats of those beside, in the order in which they are taken
 */
export function uncountedOf(
  beside: readonly string[],
  repeats: readonly string[],
  stand_ins: readonly { readonly entry_id: string; readonly original_id: string }[],
): string[] {
  const uncounted = new Set([...beside, ...repeats])
  const settled = new Set(repeats)
  for (const { entry_id, original_id } of stand_ins) {
    if (uncounted.has(entry_id) || settled.has(original_id) || !uncounted.has(original_id)) continue
    uncounted.delete(original_id)
    uncounted.add(entry_id)
    settled.add(entry_id).add(original_id)
  }
  return [...uncounted]
}

import { SingleBar } from 'cli-progress'

const IN_FLIGHT = 16

/** Does the work for every item, some at a time, and shows how far it is. */
export async function feed<Item>(
  name: string,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const started = performance.now()
  const bar = new SingleBar({ format: `  ${name} {bar} {value}/{total} {rate}/s` })
  const isShown = process.stdout.isTTY
  if (isShown) bar.start(items.length, 0, { rate: 0 })
  let done = 0
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      await work(item)
      done += 1
      bar.update(done, { rate: rate() })
    }
  }
  const rate = () => Math.round((done * 1000) / (performance.now() - started))
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  if (isShown) bar.stop()
  else console.log(`  ${name}: ${done}, ${rate()}/s`)
}

import { hashOf } from '../../../shared/canonical/hash.ts'
import { type ErrorDetail, MAX_DETAILS } from '../../../shared/contract/platform/errors.ts'
import type { Slice } from '../admission/turns.ts'
import { hashInSlices } from '../body/hash-in-slices.ts'
import type { ReadItem, ReceivedItem, RejectedItem } from '../endpoint.ts'

/** All items of a batch show so many details together, but each one that is rejected shows one at least. */
const MAX_DETAILS_OF_BATCH = 10 * MAX_DETAILS

type BatchOrigin = Pick<ReceivedItem, 'caller' | 'request_id' | 'unsafe'>

/**
 * The items of a batch as its endpoint reads them, with a pause between any two: five hundred small ones are work for
 * more than a slice, though each of them is too short to give way in itself.
 *
 * @param origin.unsafe names in the whole body
 */
export async function readItems(
  read: ReadItem<unknown>,
  values: readonly unknown[],
  origin: BatchOrigin,
  slice: Slice,
) {
  const unsafeByItem = byItem(origin.unsafe)
  const body: unknown[] = []
  const hashes: string[] = []
  let left = MAX_DETAILS_OF_BATCH
  for (const [index, value] of values.entries()) {
    if (slice.isOver()) await slice.next()
    const { canonical, hash } = await hashInSlices(value, slice)
    const unsafe = unsafeByItem.get(index) ?? []
    const most_details = Math.min(Math.max(left, 1), MAX_DETAILS)
    const item = await read({ ...origin, value, canonical, hash, unsafe, most_details }, slice)
    left -= (item as Partial<RejectedItem>).details?.length ?? 0
    body.push(item)
    hashes.push(hash)
  }
  // A batch is its items and nothing else, and the hash of each item is needed anyway.
  return { body, body_hash: hashOf(hashes) }
}

/** Unsafe names in an item, by its index; pointers start at the item. */
function byItem(unsafe: readonly ErrorDetail[]): ReadonlyMap<number, ErrorDetail[]> {
  const items = new Map<number, ErrorDetail[]>()
  for (const detail of unsafe) {
    const [, index, pointer] = /^\/items\/(\d+)(\/.*)$/s.exec(detail.pointer) ?? []
    if (pointer === undefined) continue
    const details = items.get(Number(index)) ?? []
    items.set(Number(index), [...details, { ...detail, pointer }])
  }
  return items
}

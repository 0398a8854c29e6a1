import type { Middleware } from 'koa'
import { hashOf } from '../../../shared/canonical/hash.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { State } from '../admission/caller.ts'
import type { Slice } from '../admission/turns.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bodyValidator } from '../body/body-validator.ts'
import { hashInSlices } from '../body/hash-in-slices.ts'
import { MAX_DETAILS } from '../body/pointer.ts'
import { readJson } from '../body/read-json.ts'
import { withBody } from '../body/receive-body.ts'
import type { MutationRoute, ReadItem, ReceivedItem, RejectedItem } from '../endpoint.ts'
import { answerMutation, beginMutation } from './mutation.ts'
import { requireNoQuery } from './query.ts'

/** All items of a batch show so many details together, but each one that is rejected shows one at least. */
const MAX_DETAILS_OF_BATCH = 10 * MAX_DETAILS

/** A POST with items. A bad item does not spoil the others, so each is checked by itself, before the transaction. */
export function handleBatch(deps: ApiDeps, endpoint: MutationRoute, readItem: ReadItem<unknown>): Middleware {
  const validate = bodyValidator(endpoint.body)
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    requireNoQuery(ctx)
    const { inTurn, leave } = deps.shares.expensive(begun.caller.key_id, ctx)
    await withBody(ctx, deps, begun.caller.key_id, async (bytes) => {
      const received = await deps.takeTurns(begun.caller.key_id, bytes.length, async (slice) => {
        const { body, unsafe } = await readJson(bytes, slice)
        const details = await validate(body, [], slice)
        if (details.length > 0) throw validationFailed(details)
        const { items } = body as { items: readonly unknown[] }
        const { request_id } = ctx.state as State
        return readItems(readItem, items, { caller: begun.caller, request_id, unsafe: byItem(unsafe) }, slice)
      })
      await answerMutation(ctx, deps, endpoint, { ...begun, ...received }, ctx.path, (accept) =>
        inTurn(accept).finally(leave),
      )
    })
  }
}

type BatchOrigin = Pick<ReceivedItem, 'caller' | 'request_id'> & { readonly unsafe: ReadonlyMap<number, ErrorDetail[]> }

async function readItems(read: ReadItem<unknown>, values: readonly unknown[], origin: BatchOrigin, slice: Slice) {
  const body: unknown[] = []
  const hashes: string[] = []
  let left = MAX_DETAILS_OF_BATCH
  for (const [index, value] of values.entries()) {
    const { canonical, hash } = await hashInSlices(value, slice)
    const unsafe = origin.unsafe.get(index) ?? []
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

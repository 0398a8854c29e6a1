import { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { State } from '../admission/caller.ts'
import type { Slice } from '../admission/turns.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bytesInSlices, hasLongList, jsonPartsInSlices } from './json-in-slices.ts'

/** JSON.stringify would hold the event loop for as long as the answer is large. */
export async function answerJson(
  ctx: Context,
  { takeTurns }: Pick<ApiDeps, 'takeTurns'>,
  key_id: string,
  body: object,
): Promise<void> {
  if (body instanceof Readable || !hasLongList(body)) ctx.body = body
  else {
    const write = async (slice: Slice) => bytesInSlices(await jsonPartsInSlices(body, slice), slice)
    answerBytes(ctx, await takeTurns(key_id, Number.POSITIVE_INFINITY, write))
  }
  ctx.type = 'application/json; charset=utf-8'
}

export function answerBytes(ctx: Context, bytes: Buffer): void {
  ctx.body = bytes
  ;(ctx.state as State).has_own_bytes = true
}

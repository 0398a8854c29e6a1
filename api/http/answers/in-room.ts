import { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { FairTurns } from '../admission/fair-turns.ts'
import { onHangUp } from '../client/hang-up.ts'
import type { AnswerBudget } from './answer-budget.ts'
import { untilSent } from './until-sent.ts'

/**
 * A stream whose next piece is made when the network has taken the one before, and the key has room for it. One piece of a
 * key is made at a time, so that its streams are no more than one piece beyond what it may have.
 */
export function inRoom(
  body: Readable,
  ctx: Context,
  key_id: string,
  answers: AnswerBudget,
  turns: FairTurns,
): Readable {
  const { req, res } = ctx
  const pieces = body.iterator() as AsyncIterator<string | Buffer>
  const place = answers.enterAnyway(key_id, 0)
  let has_ended = false
  const take = (bytes: number) => has_ended || place.set(bytes)
  untilSent(ctx, answers, () => {
    place.leave()
    has_ended = true
  })
  const abandoned = (listen: (reason: Error) => void) => onHangUp(req, listen)
  const next = async () => {
    take(res.writableLength)
    await answers.room(key_id, abandoned)
    const piece = await pieces.next()
    if (!piece.done) take(res.writableLength + Buffer.byteLength(piece.value))
    return piece
  }
  async function* all() {
    for (;;) {
      const piece = await turns(key_id, next, abandoned)
      if (piece.done) return
      yield piece.value
    }
  }
  // Nothing is made before it is asked for.
  return Readable.from(all(), { highWaterMark: 0 }).once('close', () => body.destroy())
}

import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { freeBuffer, isOwn, ownBytes } from '../../../shared/process/free-buffer.ts'
import type { Abandoned, FairTurns } from '../admission/fair-turns.ts'
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
  const unsent = unsentPieces(answers.enterStream(key_id))
  untilSent(ctx, answers, unsent.end)
  const abandoned: Abandoned = (listen) => onHangUp(req, listen)
  const next = async () => {
    await answers.room(key_id, abandoned)
    const piece = await pieces.next()
    return piece.done ? null : unsent.add(piece.value)
  }
  async function* all() {
    for (;;) {
      // Before its turn: the stream that has it may wait for just this memory.
      await untilTaken(res, abandoned)
      // Of short pieces some are on their way together.
      if (stream.readableLength === 0 && res.writableLength === 0) unsent.free()
      const bytes = await turns(key_id, next, abandoned)
      if (bytes === null) return
      yield bytes
    }
  }
  // Nothing is made before it is asked for.
  const stream = Readable.from(all(), { highWaterMark: 0 }).once('close', () => body.destroy())
  return stream
}

/** Until the network has taken what was written. A stream asks for its next piece as soon as it has given the last one to the connection. */
function untilTaken(response: Context['res'], abandoned: Abandoned): Promise<void> {
  if (!response.writableNeedDrain) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const drained = () => {
      stopListening()
      resolve()
    }
    response.once('drain', drained)
    const stopListening = abandoned((reason) => {
      response.off('drain', drained)
      reject(reason)
    })
  })
}

function bytesOf(piece: string | Buffer): Buffer {
  if (typeof piece === 'string') return ownBytes(piece)
  if (isOwn(piece)) return piece
  const bytes = Buffer.allocUnsafeSlow(piece.length)
  bytes.set(piece)
  return bytes
}

/**
 * What was made of a stream and is not sent, as bytes that are given back: a text that waits for its reader outlives the young generation, and as
 * the next one is made as soon as it is gone, the old one would grow by everything that slow readers have ever read.
 */
function unsentPieces(place: ReturnType<AnswerBudget['enterStream']>) {
  let pieces: Buffer[] = []
  let length = 0
  let has_ended = false
  const free = () => {
    for (const bytes of pieces) freeBuffer(bytes)
    pieces = []
    length = 0
    if (!has_ended) place.set(0)
  }
  return {
    /** @returns null where nobody wants it any more */
    add(piece: string | Buffer): Buffer | null {
      if (has_ended) return null
      const bytes = bytesOf(piece)
      pieces.push(bytes)
      length += bytes.length
      place.set(length)
      return bytes
    },
    free,
    end() {
      has_ended = true
      place.leave()
      free()
    },
  }
}

import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import type { ApiError } from '../../../shared/contract/platform/errors.ts'
import { SECURITY_HEADERS } from '../../../shared/http/security-headers.ts'
import { freeBuffer } from '../../../shared/process/free-buffer.ts'
import type { State } from '../admission/caller.ts'
import { fairTurns } from '../admission/fair-turns.ts'
import { hasHungUp } from '../client/hang-up.ts'
import { answerError } from '../middleware/answer-errors.ts'
import { type AnswerBudget, notAnswered } from './answer-budget.ts'
import { inRoom } from './in-room.ts'
import { untilSent } from './until-sent.ts'

/** The operating system takes as much of an answer at once, so a shorter one never waits for its reader. */
const SMALL = 16_384

/**
 * Counts answers from when they are made until the network has taken them, refuses those that have no room, and cuts off
 * those who do not read them. Answers to those without a key have one share.
 */
export function boundAnswers(answers: AnswerBudget): Middleware {
  const turns = fairTurns({ of_key: 1, in_all: Number.POSITIVE_INFINITY })
  return async (ctx, next) => {
    await next()
    const { body } = ctx
    const isOwn = (ctx.state as State).has_own_bytes
    // One in other bytes is the same for all who read it.
    if (ctx.method === 'HEAD' || body === null || body === undefined || (Buffer.isBuffer(body) && !isOwn)) return
    const isWanted = !hasHungUp(ctx.req)
    if (body instanceof Readable) {
      if (isWanted) ctx.body = inRoom(body, ctx, keyOf(ctx), answers, turns)
      return
    }
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    if (isWanted && text.length > SMALL) answerLarge(ctx, text, answers)
    else ctx.body = text
  }
}

/** Headers that say something of an answer that is not sent. */
const OF_THE_ANSWER = ['Content-Disposition', 'Idempotent-Replayed', 'Preference-Applied']

function answerLarge(ctx: Context, text: string | Buffer, answers: AnswerBudget): void {
  // As bytes: Node would encode a text once to count them and once to send them. And these can be given back.
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text)
  try {
    const place = answers.enter(keyOf(ctx), bytes.length)
    untilSent(ctx, answers, () => {
      place.leave()
      freeBuffer(bytes)
    })
    ctx.body = bytes
  } catch (error) {
    freeBuffer(bytes)
    const is_new = !ctx.res.hasHeader('Idempotent-Replayed')
    const refusal = isDone(ctx) ? notAnswered(error as ApiError, is_new) : error
    for (const name of OF_THE_ANSWER) ctx.remove(name)
    ctx.set(SECURITY_HEADERS)
    answerError(ctx, refusal)
  }
}

/** A request that changed something, or did so before. */
function isDone({ method, status }: Context): boolean {
  return method !== 'GET' && status < 400
}

function keyOf({ state }: Context): string {
  return (state as State).caller?.key_id ?? ''
}

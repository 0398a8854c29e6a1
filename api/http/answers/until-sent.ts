import type { Context } from 'koa'
import type { State } from '../admission/caller.ts'
import { onHangUp } from '../client/hang-up.ts'
import type { AnswerBudget } from './answer-budget.ts'

/** Calls once, when the network has the answer or nobody wants it any more. Who reads it too slowly is cut off. */
export function untilSent({ req, res, state }: Context, answers: AnswerBudget, onEnd: () => void): void {
  const { log, request_id, caller } = state as State
  const stopWatching = answers.watchReader(req.socket, () =>
    log.info({ request_id, key_id: caller?.key_id }, 'a client that read too slowly was cut off'),
  )
  let has_ended = false
  const end = () => {
    if (has_ended) return
    has_ended = true
    res.off('close', end)
    stopListening()
    stopWatching()
    onEnd()
  }
  res.once('close', end)
  const stopListening = onHangUp(req, end)
}

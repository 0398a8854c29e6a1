import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import Koa from 'koa'
import pino from 'pino'
import { type AnswerBudget, createAnswerBudget } from '../../../../api/http/answers/answer-budget.ts'
import { boundAnswers } from '../../../../api/http/answers/bound-answers.ts'

const LIMITS = { answers_memory_bytes: 1_000_000, upload_bytes_per_second: 0, upload_window_seconds: 1 }
/** More than a key may have, also where it is alone. */
const UNREAD = 600_000
const PIECES = 20
const PIECE = 'a piece\n'

describe('the streams of a key', () => {
  it('make no piece while it has no room, and are whole when it has; those of other keys go on', async () => {
    const answers = createAnswerBudget(LIMITS)
    const made: Record<string, number> = {}
    const server = serve(answers, (key) => {
      made[key] = 0
      return Readable.from(
        (function* () {
          for (let count = 1; count <= PIECES; count += 1) {
            made[key] = count
            yield PIECE
          }
        })(),
      )
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const whole = async (key: string) =>
      (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Key': key } })).text()
    try {
      const unread = answers.enterAnyway('mine', UNREAD)
      const mine = whole('mine')
      while (made.mine === undefined) await turn()
      expect(await whole('other')).to.equal(PIECE.repeat(PIECES))
      expect(made).to.deep.equal({ mine: 0, other: PIECES })
      unread.leave()
      expect(await mine).to.equal(PIECE.repeat(PIECES))
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

function serve(answers: AnswerBudget, makeBody: (key: string) => Readable) {
  const koa = new Koa()
  koa.use((ctx, next) => {
    const caller = { key_id: ctx.get('X-Key') }
    Object.assign(ctx.state, { log: pino({ level: 'silent' }), request_id: 'r', caller })
    return next()
  })
  koa.use(boundAnswers(answers))
  koa.use((ctx) => {
    ctx.body = makeBody(ctx.get('X-Key'))
  })
  return createServer(koa.callback()).listen(0, '127.0.0.1')
}

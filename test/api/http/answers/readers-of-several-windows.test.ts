import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import Koa from 'koa'
import pino from 'pino'
import { type AnswerBudget, createAnswerBudget } from '../../../../api/http/answers/answer-budget.ts'
import { boundAnswers } from '../../../../api/http/answers/bound-answers.ts'

/** Far more than the operating system takes. */
const BYTES = 32_000_000
const READERS = 4
const TICK_MS = 10
const LIMITS = {
  answers_memory_bytes: 10 * READERS * BYTES,
  upload_bytes_per_second: 1_000_000,
  upload_window_seconds: 4,
}

/** Bodies that nobody reads: one that is made at once, and one in pieces without end. */
const BODIES: Readonly<Record<string, () => Buffer | Readable>> = {
  whole: () => Buffer.alloc(BYTES),
  'in pieces': () =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(600_000)
      })(),
    ),
}

describe('readers that take nothing in window after window', () => {
  for (const [name, makeBody] of Object.entries(BODIES))
    it(`of an answer ${name} keep it while they might still read, and give its memory back when they are cut off`, async () => {
      const answers = createAnswerBudget(LIMITS, TICK_MS)
      const bodies: (Buffer | Readable)[] = []
      const server = serve(answers, () => {
        const body = makeBody()
        bodies.push(body)
        return body
      })
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const sockets = Array.from({ length: READERS }, () =>
        connect(port, '127.0.0.1', function (this: ReturnType<typeof connect>) {
          this.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
        }).on('error', () => {}),
      )
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      const seen: number[] = []
      try {
        while (answers.counts().under_way < READERS) await sleep(TICK_MS)
        for (; answers.counts().under_way > 0; await sleep(TICK_MS)) seen.push(answers.counts().bytes)
        // Cut off after four windows of four ticks at the earliest; the ticks of slow machines are longer, never shorter.
        expect(seen.length).to.be.greaterThan(4)
        expect(Math.max(...seen)).to.be.greaterThan(500_000)
        expect(answers.counts()).to.deep.equal({ under_way: 0, bytes: 0 })
        for (const body of bodies)
          if (body instanceof Readable) expect(body.destroyed).to.equal(true)
          else expect(body.length, 'bytes that are kept').to.equal(0)
        for (const socket of sockets) socket.resume()
        await Promise.all(closed)
      } finally {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
    })
})

function serve(answers: AnswerBudget, makeBody: () => Buffer | Readable) {
  const koa = new Koa()
  koa.silent = true
  koa.use((ctx, next) => {
    Object.assign(ctx.state, { log: pino({ level: 'silent' }), request_id: 'r', has_own_bytes: true })
    return next()
  })
  koa.use(boundAnswers(answers))
  koa.use((ctx) => {
    ctx.body = makeBody()
  })
  return createServer(koa.callback()).listen(0, '127.0.0.1')
}

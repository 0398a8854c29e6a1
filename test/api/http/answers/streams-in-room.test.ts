import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import Koa from 'koa'
import pino from 'pino'
import { type AnswerBudget, createAnswerBudget } from '../../../../api/http/answers/answer-budget.ts'
import { boundAnswers } from '../../../../api/http/answers/bound-answers.ts'
import { eventually } from '../../../support/books.ts'

const LIMITS = { answers_memory_bytes: 1_000_000, upload_bytes_per_second: 0, upload_window_seconds: 1 }
/** More than a key may have, also where it is alone. */
const UNREAD = 600_000
const PIECES = 20
const FEW = 3
const PIECE = 'a piece\n'
/** Each piece is more than a connection keeps at once, and all of them have room. */
const UNREAD_STREAMS = 6

describe('the streams of a key', function () {
  this.timeout(60_000)
  let answers: AnswerBudget
  let server: Server | undefined
  let base_url: string
  let made: Record<string, number>
  /** What was given to connections, as it is now. */
  let written: Uint8Array[]
  let aliveAtWrites: number[]

  beforeEach(() => {
    answers = createAnswerBudget(LIMITS)
    made = {}
    written = []
    aliveAtWrites = []
  })
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  async function serve(piece: string, count = PIECES) {
    const koa = Object.assign(new Koa(), { silent: true })
    koa.use((ctx, next) => {
      const caller = { key_id: ctx.get('X-Key') }
      Object.assign(ctx.state, { log: pino({ level: 'silent' }), request_id: 'r', caller })
      watchWrites(ctx.res, (bytes) => {
        written.push(bytes)
        aliveAtWrites.push(alive().length)
      })
      return next()
    })
    koa.use(boundAnswers(answers))
    koa.use((ctx) => {
      const key = ctx.get('X-Key')
      made[key] = 0
      ctx.body = Readable.from(piecesOf(piece, count, (index) => Object.assign(made, { [key]: index })))
    })
    server = createServer(koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const whole = async (key: string) => (await fetch(base_url, { headers: { 'X-Key': key } })).text()
  const alive = () => written.filter(({ length }) => length > 0)

  it('make no piece while it has no room, and are whole when it has; those of other keys go on', async () => {
    await serve(PIECE)
    const unread = answers.enterStream('mine')
    unread.set(UNREAD)
    const mine = whole('mine')
    while (made.mine === undefined) await turn()
    expect(await whole('other')).to.equal(PIECE.repeat(PIECES))
    expect(made).to.deep.equal({ mine: 0, other: PIECES })
    unread.leave()
    expect(await mine).to.equal(PIECE.repeat(PIECES))
  })

  it('have what was sent of them given back while they wait for each other, so that none waits for ever', async () => {
    // Each piece is all that the key may have.
    const piece = 'x'.repeat(UNREAD)
    await serve(piece, FEW)
    for (const text of await Promise.all([whole('mine'), whole('mine'), whole('mine')]))
      expect(text === piece.repeat(FEW)).to.equal(true)
    await eventually(async () => answers.counts().under_way === 0)
    expect(answers.counts().bytes).to.equal(0)
  })

  it('keep no piece that was sent, whatever letters it has', async () => {
    const piece = 'Zürich 🏔\n'.repeat(8_000)
    await serve(piece)
    expect((await whole('mine')) === piece.repeat(PIECES)).to.equal(true)
    expect(written.length).to.be.at.least(PIECES)
    expect(Math.max(...aliveAtWrites)).to.equal(1)
    await eventually(async () => alive().length === 0)
  })

  it('hold one piece each where nobody reads them, and nothing when their clients have hung up', async () => {
    const piece = 'x'.repeat(70_000)
    await serve(piece, 100_000)
    const sockets = Array.from({ length: UNREAD_STREAMS }, () => {
      const socket = connect(Number(new URL(base_url).port), '127.0.0.1').on('error', () => {})
      socket.pause()
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Key: mine\r\n\r\n')
      return socket
    })
    await eventually(async () => answers.counts().under_way === UNREAD_STREAMS)
    let before = -1
    // Until the operating system takes no more of any.
    await eventually(async () => {
      const isAll = written.length === before && written.length > UNREAD_STREAMS
      before = written.length
      await sleep(500)
      return isAll && written.length === before
    }, 60)
    expect(alive().length).to.equal(UNREAD_STREAMS)
    expect(answers.counts().bytes).to.equal(alive().reduce((sum, { length }) => sum + length, 0))
    for (const socket of sockets) socket.destroy()
    await eventually(async () => answers.counts().under_way === 0)
    expect(answers.counts().bytes).to.equal(0)
    expect(alive()).to.have.length(0)
  })
})

function* piecesOf(piece: string, count: number, onMade: (index: number) => void) {
  for (let index = 1; index <= count; index += 1) {
    onMade(index)
    yield piece
  }
}

function watchWrites(response: ServerResponse, watch: (bytes: Uint8Array) => void): void {
  const write = response.write
  response.write = ((chunk: string | Uint8Array, ...rest: [BufferEncoding]) => {
    watch(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    return write.call(response, chunk, ...rest)
  }) as typeof write
}

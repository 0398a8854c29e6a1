import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { type LimitedService, startLimited } from '../../../support/limited-service.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { LARGEST_REQUESTS } from '../../../support/requests/largest-requests.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'

const BUDGET = 6_000_000
/** An answer of an entry with a thousand lines, or a piece of a list of such entries. */
const LARGEST = 600_000
/** The operating system takes some megabytes of the answers on each connection. */
const REQUESTS = 40
const CONNECTIONS = 10
/** Together they are more than it takes. */
const ENTRIES = 12
/** Each connection costs some dozens of answers before one of them waits. */
const PATIENCE_S = 60

describe('answers that nobody reads', function () {
  this.timeout(900_000)
  let running: LimitedService
  let keys: string[]
  let end_customer_id: string
  let entry: `/v1/journal-entries/${string}`
  const sockets: Socket[] = []

  before(async () => {
    running = await startLimited({ answers_memory_bytes: BUDGET, upload_window_seconds: 600 })
    keys = await Promise.all([1, 2, 3].map((count) => issueKey(service().home, { client_name: `reader ${count}` })))
    end_customer_id = await newEndCustomer()
    for (let count = 0; count < ENTRIES; count += 1) await bookThousandLines(end_customer_id)
    const list = await get(`/v1/journal-entries?end_customer_id=${end_customer_id}`)
    entry = `/v1/journal-entries/${there(list.body.data[0]).id}`
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => (await bytes()) === 0)
  })
  after(() => running.stop())

  const bytes = () => running.figure('hauptbuch_answers_bytes')
  const read = (key: string | undefined, path: string) =>
    get(path as typeof entry, { base_url: running.base_url, key: there(key) })
  const askAndRead = (key: string | undefined, path: string, on = running) => {
    const socket = connect(on.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(REQUESTS))
    sockets.push(socket)
    return socket
  }
  const askAndNeverRead = (key: string | undefined, path: string, on = running) => askAndRead(key, path, on).pause()
  /** The most that answers have taken until nothing changes any more. */
  const mostBytes = async (least: number) => {
    await eventually(async () => (await bytes()) >= least, PATIENCE_S)
    let most = 0
    let same = 0
    for (let before = 0; same < 20; await sleep(100)) {
      const now = await bytes()
      same = now === before ? same + 1 : 0
      before = now
      most = Math.max(most, now)
    }
    return most
  }
  const journal = () => `/v1/journal-entries?end_customer_id=${end_customer_id}`
  const whole = async (base_url: string, key: string | undefined) =>
    (await fetch(base_url + journal(), { headers: { Authorization: `Bearer ${key}` } })).text()

  it('give their memory back once they are read', async () => {
    const [mine] = keys
    expect((await read(mine, entry)).text.length).to.be.greaterThan(LARGEST / 2)
    await whole(running.base_url, mine)
    await eventually(async () => (await running.figure('hauptbuch_answers')) === 0)
    expect(await bytes()).to.equal(0)
  })

  it('take no more than the share of their key, which gets 429; other keys and short answers go on', async () => {
    const [mine, other] = keys
    for (let count = 0; count < CONNECTIONS; count += 1) askAndNeverRead(mine, entry)
    expect(await mostBytes(LARGEST)).to.be.lessThanOrEqual(BUDGET / 2)
    const refused = await read(mine, entry)
    expect([refused.status, refused.body]).to.have.nested.property('[1].error.code', 'rate_limited')
    expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
    expect((await read(other, entry)).text).to.equal((await get(entry)).text)
    expect((await read(mine, `/v1/end-customers/${end_customer_id}`)).status).to.equal(200)
    expect((await fetch(`${running.base_url}/healthz`)).status).to.equal(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => (await read(mine, entry)).status === 200)
  })

  it('of two keys leave room for a third one', async () => {
    const [first, second, third] = keys
    for (const key of [first, second]) for (let count = 0; count < CONNECTIONS; count += 1) askAndNeverRead(key, entry)
    expect(await mostBytes(2 * LARGEST)).to.be.lessThanOrEqual(BUDGET - LARGEST)
    expect((await read(third, entry)).status).to.equal(200)
  })

  it('as streams wait with their next piece, and are whole when it is their turn', async () => {
    const [mine, other] = keys
    for (let count = 0; count < CONNECTIONS; count += 1) askAndNeverRead(mine, journal())
    expect(await mostBytes(LARGEST)).to.be.lessThanOrEqual(BUDGET / 2 + LARGEST)
    const expected = await whole(service().base_url, service().key)
    expect(await whole(running.base_url, other)).to.equal(expected)
    for (const socket of sockets.splice(0)) socket.destroy()
    expect(await whole(running.base_url, mine)).to.equal(expected)
  })

  it('end with their connections when a reader takes too little, and others read on', async () => {
    const [mine] = keys
    const strict = await startLimited({ answers_memory_bytes: BUDGET, upload_window_seconds: 1 })
    try {
      for (const path of [entry, journal()]) {
        askAndNeverRead(mine, path, strict)
        await eventually(async () => (await strict.figure('hauptbuch_answers_bytes')) > 0, PATIENCE_S)
        const reader = askAndRead(mine, path, strict)
        let text = ''
        // 8 MB in 4 s: slow, but fast enough.
        reader.pause().setEncoding('latin1')
        const timer = setInterval(() => {
          text += reader.read(100_000) ?? ''
        }, 50)
        await eventually(async () => (await strict.figure('hauptbuch_answers')) === 0 && text.length > 0, PATIENCE_S)
        clearInterval(timer)
        expect(reader.destroyed).to.equal(false)
      }
    } finally {
      await strict.stop()
    }
  })

  it('end with their connections when a reader takes a byte a second', async () => {
    const [mine] = keys
    const strict = await startLimited({ answers_memory_bytes: BUDGET, upload_window_seconds: 1 })
    const reader = askAndRead(mine, entry, strict).pause()
    const timer = setInterval(() => reader.read(1), 1_000)
    try {
      await eventually(async () => (await strict.figure('hauptbuch_answers_bytes')) > 0, PATIENCE_S)
      let nothing = 0
      // There is none for a moment between two answers as well.
      await eventually(async () => {
        nothing = (await strict.figure('hauptbuch_answers')) === 0 ? nothing + 1 : 0
        return nothing === 50
      }, PATIENCE_S)
      // What the operating system has taken is read to its end, which is a reset.
      reader.resume()
      await eventually(async () => reader.destroyed)
    } finally {
      clearInterval(timer)
      await strict.stop()
    }
  })
})

async function bookThousandLines(end_customer_id: string): Promise<void> {
  const make = there(LARGEST_REQUESTS['a voucher of 1000 lines'])
  const { path, text } = make(end_customer_id)
  const answer = await post(path as '/v1/source-facts/journal-vouchers', text, { wait: 30 })
  expect(answer.body.state, answer.text).to.equal('posted')
}

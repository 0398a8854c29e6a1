import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { type LimitedService, startLimited } from '../../../support/limited-service.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { LARGEST_REQUESTS } from '../../../support/requests/largest-requests.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'

const BOUND = 100_000
/** Of some hundred kB each: more than is read, and more than the operating system takes. */
const REQUESTS = 60
const WATCHED_MS = 30_000
const EVERY_MS = 50

describe('readers', function () {
  this.timeout(900_000)
  let running: LimitedService
  let entry: `/v1/journal-entries/${string}`
  const timers: NodeJS.Timeout[] = []
  const sockets: Socket[] = []

  before(async () => {
    running = await startLimited({ upload_bytes_per_second: BOUND, upload_window_seconds: 1 })
    const end_customer_id = await newEndCustomer()
    const { path, text } = there(LARGEST_REQUESTS['a voucher of 1000 lines'])(end_customer_id)
    await post(path as '/v1/source-facts/journal-vouchers', text, { wait: 30 })
    const list = await get(`/v1/journal-entries?end_customer_id=${end_customer_id}`)
    entry = `/v1/journal-entries/${there(list.body.data[0]).id}`
  })
  after(async () => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    await running.stop()
  })

  function readAt(bytes_per_second: number) {
    const socket = connect(running.port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`GET ${entry} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service().key}\r\n\r\n`.repeat(REQUESTS))
    sockets.push(socket)
    const reader = { bytes: 0, socket }
    const least = (bytes_per_second * EVERY_MS) / 1_000
    // It takes what is there where that is less.
    const read = () => {
      reader.bytes += (socket.read(least) ?? socket.read())?.length ?? 0
    }
    if (bytes_per_second > 0) timers.push(setInterval(read, EVERY_MS))
    return reader
  }

  it('who are twice as fast as they must be are never cut off, and those who are slower are', async () => {
    const fast = readAt(2 * BOUND)
    const slow = [readAt(0), readAt(BOUND / 10)]
    const answers = () => running.figure('hauptbuch_answers')
    await eventually(async () => (await answers()) === 3, 30)
    await eventually(async () => (await answers()) === 1, 30)
    const ends_at = performance.now() + WATCHED_MS
    while (performance.now() < ends_at) {
      await sleep(1_000)
      expect(fast.socket.destroyed, `after ${fast.bytes} bytes`).to.equal(false)
    }
    expect(fast.bytes).to.be.greaterThan((WATCHED_MS / 1_000) * BOUND)
    // What the operating system has taken is read to its end, which is a reset.
    for (const { socket } of slow) {
      socket.resume()
      await eventually(async () => socket.destroyed)
    }
  })
})

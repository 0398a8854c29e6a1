import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { endpoints } from '../../../../api/routes.ts'
import { startWatchedWeb, type WatchedWeb } from '../../../bench/hostile/watched-web.ts'
import { service } from '../../../support/service.ts'
import { fillLargeBooks, type LargeBooks } from './large-books.ts'
import type { LargeRequest } from './large-request.ts'
import { LARGE_REQUESTS } from './large-requests.ts'
import { slowness } from './yardstick.ts'

/** On the machine of the yardstick. */
const MOST_MS = 10
/** Bytes of a request or of its answer. */
const LARGE = 20_000
/**
 * What is compiled for the first time takes longer, and a collection of garbage may fall into any request: what is not cut is
 * long in each of them.
 */
const ROUNDS = 10
/** Ten rounds of a millisecond would all fall into the one collection that the test before has caused. */
const PAUSE_MS = 200

describe('the event loop of web is held for at most 10 ms of CPU time', function () {
  this.timeout(900_000)
  let watched: WatchedWeb
  let books: LargeBooks

  before(async () => {
    books = await fillLargeBooks()
    watched = await startWatchedWeb(service())
  })
  after(() => watched.web.stop())

  it('by every endpoint, or it says why it is never large', () => {
    expect(Object.keys(LARGE_REQUESTS)).to.have.members(endpoints.map(({ operation_id }) => operation_id))
  })

  for (const [operation_id, cases] of Object.entries(LARGE_REQUESTS))
    if (typeof cases !== 'string')
      for (const [index, large] of cases.entries())
        it(`${operation_id}, ${index + 1}`, async () => {
          const held: number[] = []
          while (held.length < ROUNDS && !held.some((ms) => ms < MOST_MS)) {
            const slower = Math.max(1, slowness())
            const request = await large(books)
            let bytes = 0
            const ms = await watched.watch(async () => {
              bytes = await send(request)
            })
            expect(Math.max(bytes, request.body?.length ?? 0), 'is large').to.be.at.least(request.is_short ? 0 : LARGE)
            held.push(ms / slower)
            if (ms / slower >= MOST_MS) await sleep(PAUSE_MS)
          }
          expect(Math.min(...held), held.join()).to.be.lessThan(MOST_MS)
        })

  async function send({ path, body, accept, content_type = 'application/json', ...request }: LargeRequest) {
    const { web } = watched
    const response = await fetch(web.url + path, {
      method: request.method ?? (body ? 'POST' : 'GET'),
      headers: {
        Authorization: `Bearer ${request.key ?? service().key}`,
        Accept: accept ?? 'application/json',
        ...(request.wait && { Prefer: `wait=${request.wait}` }),
        ...(body && { 'Content-Type': content_type, 'Idempotency-Key': request.idempotency_key ?? randomUUID() }),
      },
      body: body ?? null,
    })
    const text = await response.text()
    expect(response.status, `${path}: ${text.slice(0, 1_000)}`).to.be.oneOf([200, 201, 202, 422, 409])
    return text.length
  }
})

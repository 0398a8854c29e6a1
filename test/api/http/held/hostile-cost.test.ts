import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { startWatchedWeb, type WatchedWeb } from '../../../bench/hostile/watched-web.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { HOSTILE_BODIES, validBatch } from '../../../support/requests/hostile-bodies.ts'
import { service } from '../../../support/service.ts'

/** Of 500 of the smallest facts. */
const BYTES = 190_000
const MOST_RATIO = 1.5
const SENT = 7

describe('a hostile body costs at most 1.5 times the CPU of the most that its bytes can ask for', function () {
  this.timeout(360_000)
  let watched: WatchedWeb
  let customer: string
  let valid: number

  before(async () => {
    customer = await newEndCustomer()
    watched = await startWatchedWeb(service())
    // What is compiled later would be cheaper than what came first.
    for (let count = 0; count < 2; count += 1) await costOf(() => validBatch(BYTES, customer))
    for (const body of Object.values(HOSTILE_BODIES)) await send(body(BYTES))
    valid = await costOfValid()
  })
  after(() => watched.web.stop())

  for (const [name, body] of Object.entries(HOSTILE_BODIES))
    it(name, async () => {
      // Valid ones are measured again where it matters only: all of their facts are posted meanwhile.
      if ((await costOf(() => body(BYTES))) / valid <= MOST_RATIO) return
      valid = await costOfValid()
      expect((await costOf(() => body(BYTES))) / valid).to.be.at.most(MOST_RATIO)
    })

  const costOfValid = () => costOf(() => validBatch(BYTES, customer))

  /** The median of some, in milliseconds. */
  async function costOf(request: () => Request): Promise<number> {
    const costs: number[] = []
    for (let count = 0; count < SENT; count += 1) {
      const made = request()
      costs.push(await watched.cost(() => send(made)))
    }
    return costs.sort((one, other) => one - other)[Math.floor(SENT / 2)] ?? Number.NaN
  }

  async function send({ path, text }: Request): Promise<void> {
    const response = await fetch(watched.web.url + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service().key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: text,
    })
    expect(response.status, (await response.text()).slice(0, 500)).to.be.oneOf([202, 400, 422])
  }
})

type Request = ReturnType<typeof validBatch>

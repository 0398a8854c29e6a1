import { expect } from 'chai'
import fc, { type Arbitrary } from 'fast-check'
import type { Endpoint } from '../../api/http/endpoint.ts'
import { endpoints } from '../../api/routes.ts'
import { type FuzzedService, startFuzzedService } from './fuzzed-service.ts'
import { hostileBytes, hostileRequest } from './hostile.ts'
import { hostilePlace, pipelined } from './hostile-places.ts'
import { HOSTILE_SHAPES, shaped } from './hostile-shapes.ts'
import { withTexts } from './messages/mutated-messages.ts'
import { type FuzzRequest, nearlyValidRequest, validRequest, withKey } from './requests.ts'
import { runs, TIMEOUT_MS } from './runs.ts'
import { described, expectSane, isValidBody } from './sane-answer.ts'
import { type FuzzAnswer, sendBytes, sendRequest } from './send.ts'
import { createWorld, type World } from './world.ts'

/** Resident memory of a web process whose heap is limited to 128 MB, whatever it is sent and for how long. */
const MOST_RESIDENT_MB = 400

/** A hundred details, or the outcomes of a few items with a hundred each. */
const LONGEST_ANSWER = 200_000

describe('fuzzing every endpoint', function () {
  this.timeout(TIMEOUT_MS)
  let service: FuzzedService
  let world: World
  let rows = 0
  const answered = new Map<string, number>()
  const valid = new Map<Endpoint, Arbitrary<FuzzRequest>>()

  before(async () => {
    service = await startFuzzedService()
    world = await createWorld(service)
  })
  after(() => service.stop())

  for (const endpoint of endpoints)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      rows = await service.countRows()
      await fc.assert(
        fc.asyncProperty(validOf(endpoint), async (request) => {
          const { status } = await expectSaneAnswer(request)
          const kind = status < 300 ? 'accepted' : 'refused'
          answered.set(kind, (answered.get(kind) ?? 0) + 1)
        }),
        runs(6),
      )
      await fc.assert(
        fc.asyncProperty(nearlyValidRequest(endpoint, world), async (request) => {
          const answer = await expectSaneAnswer(request)
          if (!isValidBody(endpoint, String(request.body)))
            expect(answer.status, described(request, answer)).to.be.within(400, 499)
        }),
        runs(8),
      )
    })

  for (const endpoint of endpoints)
    if ('body' in endpoint)
      it(`hostile shapes: ${endpoint.method} ${endpoint.path}`, async () => {
        rows = await service.countRows()
        const [valid] = fc.sample(validRequest(endpoint, { ...world, keys: onlyAll(world) }), { seed: 957, numRuns: 1 })
        const request = valid as FuzzRequest
        for (const shape of Object.values(HOSTILE_SHAPES)) {
          const body = shaped(endpoint.body, JSON.parse(String(request.body)), shape)
          const { text } = await expectSaneAnswer({ ...request, body })
          expect(text.length, body.slice(0, 1_000)).to.be.lessThan(LONGEST_ANSWER)
          for (const { pointer } of detailsIn(text)) expect(pointer.length).to.be.at.most(501)
        }
      })

  for (const endpoint of endpoints)
    if ('upload' in endpoint)
      it(`hostile shapes: ${endpoint.method} ${endpoint.path}`, async () => {
        rows = await service.countRows()
        const request = await firstAccepted(endpoint)
        for (const { text } of Object.values(HOSTILE_SHAPES)) {
          if (!text) continue
          const body = withTexts(request.body as Uint8Array, JSON.parse(text('x')))
          const answer = await expectSaneAnswer({ ...request, body })
          expect(answer.text.length, String(body).slice(0, 1_000)).to.be.lessThan(LONGEST_ANSWER)
        }
      })

  for (const endpoint of endpoints)
    it(`hostile texts beside the body: ${endpoint.method} ${endpoint.path}`, () =>
      everyOne(hostilePlace(endpoint, { ...world, keys: onlyAll(world) }), 10))

  it('pipelined requests are answered in their order, each by itself', async () => {
    const some = fc.array(anyOf(endpoints), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(some, async (requests) => {
        const text = await sendBytes(service.port, pipelined(requests.map(withKey)), false)
        const answered = [...text.matchAll(/^x-request-id: pipelined-(\d+)\r$/gim)].map(([, number]) => Number(number))
        expect(answered, text.slice(0, 2_000)).to.deep.equal(requests.map((_, index) => index))
        service.expectNoTroubles()
      }),
      runs(40),
    )
    rows = await service.countRows()
  })

  it('any of them after any other', () => everyOne(anyOf(endpoints), 150))
  it('hostile requests', () => everyOne(hostileRequest(world), 250))

  it('400: a URL that is none', async () => {
    const answer = await sendBytes(service.port, Buffer.from('GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n'))
    expect(answer).to.match(/^HTTP\/1\.1 400 [\s\S]*"invalid_request"/)
    service.expectNoTroubles()
  })

  it('bytes that are no request', async () => {
    await fc.assert(
      fc.asyncProperty(hostileBytes, async (bytes) => {
        const answer = await sendBytes(service.port, bytes)
        expect(answer).to.match(/^(HTTP\/1\.1 ([24]\d\d|501|505) |$)/)
        service.expectNoTroubles()
      }),
      runs(30),
    )
  })

  it('many requests that the schemas allow are accepted', () => {
    const { accepted = 0, refused = 0 } = Object.fromEntries(answered)
    expect(accepted / (accepted + refused)).to.be.greaterThan(0.12)
    expect(refused).to.be.greaterThan(0)
  })

  it('afterwards the queues are empty, nothing has failed, every fact is decided and the books are in order', async () => {
    expect(await service.drain()).to.deep.equal([])
    expect(await service.factsInState('received')).to.equal(0)
    expect(await service.factsInState('posted')).to.be.greaterThan(5)
    expect(await service.findings()).to.deep.equal([])
  })

  it('and both processes live, have logged no error and have not grown', async () => {
    service.expectNoTroubles()
    expect(await service.residentMb()).to.be.within(20, MOST_RESIDENT_MB)
  })

  function anyOf(some: readonly Endpoint[]): Arbitrary<FuzzRequest> {
    return fc.constantFrom(...some).chain(validOf)
  }

  /** Made once for each endpoint: it takes longer to make than to draw from. */
  function validOf(endpoint: Endpoint): Arbitrary<FuzzRequest> {
    const made = valid.get(endpoint) ?? validRequest(endpoint, world)
    valid.set(endpoint, made)
    return made
  }

  /** Without one the places behind the first refusal would never be reached. */
  async function firstAccepted(endpoint: Endpoint): Promise<FuzzRequest> {
    const some = fc.sample(validRequest(endpoint, { ...world, keys: onlyAll(world) }), { seed: 957, numRuns: 150 })
    for (const request of some) if ((await expectSaneAnswer(request)).status < 300) return request
    throw new Error(`nothing that ${endpoint.operation_id} was sent is accepted`)
  }

  async function everyOne(requests: Arbitrary<FuzzRequest>, few: number): Promise<void> {
    rows = await service.countRows()
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        await expectSaneAnswer(request)
      }),
      runs(few),
    )
  }

  /** The answer is sane, the processes live, and a refused request has left nothing behind. */
  async function expectSaneAnswer(request: FuzzRequest): Promise<FuzzAnswer> {
    const answer = await sendRequest(service.port, withKey(request))
    const before = rows
    // A failing case is made smaller: what it has stored and logged must not be taken for that of the next one.
    if (request.method !== 'GET') rows = await service.countRows()
    service.expectNoTroubles()
    expectSane(request, answer)
    if (request.method !== 'GET' && answer.status >= 400)
      expect(rows, `rows after a refused request: ${described(request, answer)}`).to.equal(before)
    return answer
  }
})

/** Requests that no key refuses, so that their bodies are read. */
function onlyAll({ keys: { all } }: World): World['keys'] {
  return { all, limited: all, reading: all }
}

function detailsIn(text: string): { pointer: string }[] {
  const { error, data } = JSON.parse(text)
  return error ? error.details : Array.isArray(data) ? data.flatMap(({ details }) => details ?? []) : []
}

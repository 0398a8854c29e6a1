import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { createKeyMemory } from '../../../../api/http/admission/key-memory.ts'
import { type ApiKeyRow, disableApiKey, findApiKey } from '../../../../shared/store/platform/api-keys.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { service } from '../../../support/service.ts'

const TTL_MS = 2_000

describe('the memory of API keys', () => {
  let key_id: string
  /** Each ends when it is told to. */
  let looks: { end(): Promise<void>; fail(): void }[]
  let time: number

  beforeEach(async () => {
    key_id = (await issueKey(service().home, { client_name: `memory ${randomUUID()}` })).split('_')[1] ?? ''
    looks = []
    time = 0
  })

  /** Looks into the database at once, and has the answer later. */
  function slowMemory() {
    return createKeyMemory(
      (id) => {
        const seen = findApiKey(service().home, id)
        const answer = Promise.withResolvers<ApiKeyRow | null>()
        looks.push({
          async end() {
            answer.resolve(await seen)
          },
          fail: () => answer.reject(new Error('away')),
        })
        return answer.promise
      },
      () => time,
    )
  }

  it('requests that come together share one look, and later ones none', async () => {
    const memory = slowMemory()
    const found = Array.from({ length: 40 }, () => memory.find(key_id))
    expect(looks.length).to.equal(1)
    await looks[0]?.end()
    expect((await Promise.all(found)).map((row) => row?.key_id)).to.deep.equal(found.map(() => key_id))
    time = TTL_MS - 1
    expect(memory.known(key_id)?.key_id).to.equal(key_id)
    time = TTL_MS
    expect(memory.known(key_id)).to.equal(null)
  })

  it('a look that takes long is not shared any more, and makes no key live longer', async () => {
    const memory = slowMemory()
    const first = memory.find(key_id)
    await disableApiKey(service().home, key_id)
    time = TTL_MS
    const second = memory.find(key_id)
    expect(looks.length).to.equal(2)
    await looks[1]?.end()
    expect((await second)?.disabled_at).to.be.a('string')
    await looks[0]?.end()
    await first
    expect(memory.known(key_id)?.disabled_at).to.be.a('string')
  })

  it('a key that was not there when the look began is looked up again, once', async () => {
    const memory = slowMemory()
    const wanted = Array.from({ length: 3 }, () => memory.find('nobody'))
    await looks[0]?.end()
    await new Promise(setImmediate)
    expect(looks.length).to.equal(2)
    await looks[1]?.end()
    expect(await Promise.all(wanted)).to.deep.equal([null, null, null])
    expect(memory.known('nobody')).to.equal(null)
  })

  it('a look that fails is not remembered', async () => {
    const memory = slowMemory()
    const [one, other] = [memory.find(key_id), memory.find(key_id)].map((row) => row.catch((error) => error.message))
    looks[0]?.fail()
    expect([await one, await other]).to.deep.equal(['away', 'away'])
    const again = memory.find(key_id)
    await looks[1]?.end()
    expect((await again)?.key_id).to.equal(key_id)
  })
})

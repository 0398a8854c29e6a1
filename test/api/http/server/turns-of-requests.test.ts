import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { keyOfSender, rememberSender } from '../../../../shared/http/turns/known-senders.ts'
import { requestsInTurns } from '../../../../shared/http/turns/requests-in-turns.ts'

describe('turns of requests', () => {
  const ADDRESS = { remoteAddress: '192.0.2.1' }
  const from = (authorization: string | undefined, url = '/') =>
    ({ headers: { authorization }, socket: ADDRESS, url }) as unknown as IncomingMessage
  const keyOf = (key: string) => (key.startsWith('invented') ? null : key)

  it('let keys take turns, keep the order of each, and begin all of them', async () => {
    const senders = fc.array(fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c'), { minLength: 1, maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(senders, async (keys) => {
        const { begin } = requestsInTurns(() => 0, keyOf)
        const begun: string[] = []
        for (const [index, key] of keys.entries()) begin(from(key), () => begun.push(`${key}${index}`))
        expect(begun).to.have.length(Math.min(16, keys.length))
        for (let turns = 0; turns * 16 < keys.length; turns += 1) await nextTurn()
        expect([...begun].sort()).to.deep.equal(keys.map((key, index) => `${key}${index}`).sort())
        for (const key of ['a', 'b', 'c']) {
          const own = begun.filter((name) => name.startsWith(key))
          expect(own).to.deep.equal(keys.flatMap((each, index) => (each === key ? [`${key}${index}`] : [])))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('let one request of another key begin in the next turn, however many wait', async () => {
    const { begin } = requestsInTurns(() => 0, keyOf)
    const begun: string[] = []
    for (let count = 0; count < 1_000; count += 1) begin(from('a'), () => begun.push('a'))
    begin(from('b'), () => begun.push('b'))
    await nextTurn()
    expect(begun.indexOf('b')).to.be.within(16, 17)
  })

  for (const [what, inventedBy] of Object.entries({
    'requests without a key': () => undefined,
    'invented keys': (count: number) => `invented ${count}`,
  }))
    it(`let a right key and a look at the health begin in the next turn, however many ${what} of the same address wait`, async () => {
      const { begin } = requestsInTurns(() => 0, keyOf)
      const begun: string[] = []
      for (let count = 0; count < 1_000; count += 1) begin(from(inventedBy(count)), () => begun.push('flood'))
      begin(from('right'), () => begun.push('right'))
      begin(from(undefined, '/healthz'), () => begun.push('health'))
      await nextTurn()
      expect(begun.indexOf('right')).to.be.within(16, 19)
      expect(begun.indexOf('health')).to.be.within(16, 19)
    })

  it('let a look at the health begin before one request of each of a hundred keys', async () => {
    const { begin } = requestsInTurns(() => 0, keyOf)
    const begun: string[] = []
    for (let count = 0; count < 100; count += 1) begin(from(`key ${count}`), () => begun.push('key'))
    begin(from(undefined, '/healthz'), () => begun.push('health'))
    await nextTurn()
    expect(begun.indexOf('health')).to.equal(16)
    expect(begun).to.have.length(32)
  })

  it('let a look at the health begin, however many of another address wait for one', async () => {
    const { begin } = requestsInTurns(() => 0, keyOf)
    const begun: string[] = []
    const elsewhere = { ...from(undefined, '/healthz'), socket: { remoteAddress: '192.0.2.2' } } as IncomingMessage
    for (let count = 0; count < 1_000; count += 1) begin(elsewhere, () => begun.push('flood'))
    begin(from(undefined, '/healthz'), () => begun.push('health'))
    await nextTurn()
    await nextTurn()
    expect(begun.indexOf('health')).to.be.within(16, 17)
  })

  it('are of one key however its header is written, and a key is known by few spellings', () => {
    const spelled = (blanks: number) => `Bearer${' '.repeat(blanks)}secret of one`
    rememberSender('Bearer secret of two', 'two')
    for (let blanks = 1; blanks <= 9; blanks += 1) rememberSender(spelled(blanks), 'one')
    const known = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((blanks) => keyOfSender(spelled(blanks)))
    expect(known).to.deep.equal([null, null, null, null, null, 'one', 'one', 'one', 'one'])
    rememberSender(spelled(5_000), 'one')
    expect(keyOfSender(spelled(5_000))).to.equal(null)
    expect(keyOfSender('Bearer secret of two')).to.equal('two')
  })

  it('are fewer after a long one, two at least, and more again after short ones', async () => {
    let [ms, ms_each, all] = [0, 3, 0]
    const { begin } = requestsInTurns(() => ms, keyOf)
    const add = (count: number) => {
      for (let added = 0; added < count; added += 1)
        begin(from('a'), () => {
          ms += ms_each
          all += 1
        })
    }
    const begunInTurns = async (turns: number) => {
      const counts: number[] = []
      for (let turn = 0; turn < turns; turn += 1) {
        const before = all
        await nextTurn()
        counts.push(all - before)
      }
      return counts
    }
    add(200)
    expect(all).to.equal(16)
    expect(await begunInTurns(5)).to.deep.equal([8, 4, 2, 2, 2])
    ms_each = 0
    expect(await begunInTurns(4)).to.deep.equal([2, 3, 4, 5])
  })
})

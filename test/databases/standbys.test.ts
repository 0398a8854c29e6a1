import { expect } from 'chai'
import { createStandbyGate } from '../../shared/databases/standbys.ts'
import type { LogPosition } from '../../shared/store/databases/log-positions.ts'

const at = (position: bigint, timeline = 1): LogPosition => ({ system: '7', timeline, position })

describe('the standby that answers a read', () => {
  for (const [name, found, chosen] of [
    ['is one that has all of the primary', at(100n), 'standby'],
    ['is one that has more', at(101n), 'standby'],
    ['is none that is behind', at(99n), null],
    ['is none of another timeline, however far it is', at(1_000n, 2), null],
    ['is none of another system', { ...at(100n), system: '8' }, null],
  ] as const)
    it(name, async () => {
      const gate = createStandbyGate(async () => at(100n), [async () => ({ ...found, reader: 'standby' })])
      expect(await gate.choose()).to.equal(chosen)
    })

  it('is another one where the first fails', async () => {
    const gate = createStandbyGate(
      async () => at(100n),
      [() => Promise.reject(new Error('it is away')), async () => ({ ...at(100n), reader: 'second' })],
    )
    expect([await gate.choose(), await gate.choose()]).to.deep.equal(['second', 'second'])
  })

  it('is chosen by a question that began after the read came', async () => {
    const answers: ((position: bigint) => void)[] = []
    const askPrimary = () => new Promise<LogPosition>((resolve) => answers.push((position) => resolve(at(position))))
    const gate = createStandbyGate(askPrimary, [async () => ({ ...at(100n), reader: 'standby' })])
    const first = gate.choose()
    // The primary has answered the first question before it writes what the others have been told.
    const others = [gate.choose(), gate.choose()]
    expect(answers.length).to.equal(1)
    answers[0]?.(100n)
    expect(await first).to.equal('standby')
    for (let turn = 0; turn < 100 && answers.length < 2; turn += 1)
      await new Promise((resolve) => setImmediate(resolve))
    answers[1]?.(101n)
    expect(await Promise.all(others)).to.deep.equal([null, null])
    expect(answers.length).to.equal(2)
  })
})

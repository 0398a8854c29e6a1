import { expect } from 'chai'
import { createStandbyGate } from '../../shared/databases/standbys.ts'
import type { FlushedLog } from '../../shared/store/databases/log-positions.ts'

const at = (position: bigint, timeline = 1): FlushedLog => ({ system: '7', timeline, position, answered: null })
/** Of a primary whose commits wait for a synchronous standby. */
const answeredTo = (answered: bigint, position: bigint, timeline = 1) => ({ ...at(position, timeline), answered })

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
      expect((await gate.choose())?.reader ?? null).to.equal(chosen)
    })

  it('is another one where the first fails', async () => {
    const gate = createStandbyGate(
      async () => at(100n),
      [() => Promise.reject(new Error('it is away')), async () => ({ ...at(100n), reader: 'second' })],
    )
    const chosen = [await gate.choose(), await gate.choose()]
    expect(chosen.map((one) => one?.reader)).to.deep.equal(['second', 'second'])
  })

  it('is chosen by a question that began after the read came', async () => {
    const answers: ((position: bigint) => void)[] = []
    const askPrimary = () => new Promise<FlushedLog>((resolve) => answers.push((position) => resolve(at(position))))
    const gate = createStandbyGate(askPrimary, [async () => ({ ...at(100n), reader: 'standby' })])
    const first = gate.choose()
    // The primary has answered the first question before it writes what the others have been told.
    const others = [gate.choose(), gate.choose()]
    expect(answers.length).to.equal(1)
    answers[0]?.(100n)
    expect((await first)?.reader).to.equal('standby')
    for (let turn = 0; turn < 100 && answers.length < 2; turn += 1)
      await new Promise((resolve) => setImmediate(resolve))
    answers[1]?.(101n)
    expect(await Promise.all(others)).to.deep.equal([null, null])
    expect(answers.length).to.equal(2)
  })

  for (const [name, primary, standby, told, questions] of [
    ['where no commit waits, without a question', [at(100n)], [at(100n)], true, [1, 1]],
    ['where all that it has seen is answered', [answeredTo(100n, 100n)], [at(100n), at(100n)], true, [1, 2]],
    ['where that is so at last', [answeredTo(90n, 100n), answeredTo(105n, 110n)], [at(100n), at(104n)], true, [2, 2]],
    ['not where it is not yet', [answeredTo(90n, 100n), answeredTo(99n, 100n)], [at(100n), at(100n)], false, [2, 2]],
    [
      'not where it may be lost',
      [answeredTo(90n, 100n), answeredTo(200n, 200n, 2)],
      [at(100n), at(100n)],
      false,
      [2, 2],
    ],
    ['not where it is gone', [answeredTo(90n, 100n)], [at(100n)], false, [1, 2]],
  ] as const)
    it(`tells what it has seen ${name}`, async () => {
      const asked = [0, 0] as [number, number]
      const gate = createStandbyGate<string>(
        async () => primary[asked[0]++] ?? at(0n),
        [
          async () => {
            const found = standby[asked[1]++]
            return found ? { ...found, reader: 'standby' } : null
          },
        ],
      )
      expect(await (await gate.choose())?.isAnswered()).to.equal(told)
      expect(asked).to.deep.equal(questions)
    })
})

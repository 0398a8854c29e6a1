import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { countsOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'

const dated = datedIn('2026-01')

/** Bookings that cancel each other leave every balance as it is. */
describe('bookings that cancel each other, in one of two bank statements', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (...statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  const before = [
    dated('A', [5, 5], [0, 9], [5, 5], [5, -5], [5, 9]),
    dated('B', [5, 6], [0, 14.1], [5, 5], [5, 9], [6, 0.1]),
  ] as const
  const behind = [
    dated('A', [4, 5], [0, 9.1], [4, 0.1], [5, 9]),
    dated('B', [5, 5], [0.1, 9.1], [5, 9], [5, 5], [5, -5]),
  ] as const
  type Case = [name: string, pair: readonly DatedStatement[], last_day: string, bank: number, unbooked: number[]]
  const CASES: Case[] = [
    ['before the other one begins', before, '2026-01-06', 14.1, [-5, 0.1, 5, 5, 9]],
    ['behind the end of the other one', behind, '2026-01-05', 9.1, [-5, 0.1, 5, 9]],
  ]
  for (const [name, pair, last_day, bank, unbooked] of CASES)
    for (const isReversed of [false, true])
      it(`are ${name}${isReversed ? ', in reverse' : ''}: the import and the reconciliation judge alike`, async () => {
        const counts = await send(...(isReversed ? pair.toReversed() : pair))
        expect((counts[1] as number[]).slice(1), 'only what both of them have is linked').to.deep.equal([1, 0])
        const shown = await reconciled(customer, last_day)
        expect([shown.bank, shown.unexplained, shown.gaps]).to.deep.equal([bank, 0, []])
        expect(shown.differences).to.have.members(unbooked.map((francs) => `entry_unbooked ${francs}`))
        expect(await findings(customer)).to.deep.equal([])
      })

  const month = dated('M', [1, 31], [0, 60], [3, 10], [5, 20], [20, 30])
  const contradicted: [name: string, pair: [DatedStatement, DatedStatement], gap: string, text: string][] = [
    [
      'that only the inner one has',
      [month, dated('D', [5, 6], [10, 30], [5, 20], [6, 5], [6, -5])],
      'contradiction 0',
      'D hat Buchungen, die in M fehlen: 2, Gutschriften CHF 5.00, Belastungen CHF 5.00.',
    ],
    [
      'that only the longer one has',
      [
        dated('M', [1, 31], [0, 60], [3, 10], [5, 20], [6, 5], [6, -5], [7, 1], [20, 29]),
        dated('D', [5, 7], [10, 31], [5, 20], [7, 1]),
      ],
      'contradiction 0',
      'D fehlen Buchungen, die M an seinen Tagen hat: 2, Gutschriften CHF 5.00, Belastungen CHF 5.00.',
    ],
    [
      'that begins with another balance',
      [month, dated('D', [5, 6], [17, 37], [5, 20])],
      'contradiction 7',
      'M hat am ersten Tag von D nie den Saldo, mit dem D beginnt: CHF 7.00 Differenz.',
    ],
  ]
  for (const [name, pair, gap, text] of contradicted)
    it(`are named in words where they contradict: one ${name}`, async () => {
      await send(...pair)
      const { gaps, body } = await reconciled(customer, '2026-01-31')
      expect(gaps).to.deep.equal([gap])
      expect(body.gaps.map((one) => one.text)).to.deep.equal([text])
    })
})

import { expect } from 'chai'
import { createMissingNumbers } from '../../../shared/accounting/bank/reconciliation/missing-numbers.ts'
import type { ReconciledStatement } from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'

type Given = readonly [number: number, from: string, to?: string]

describe('numbers that are missing between bank statements', () => {
  const statementOf = ([number, from, to = from]: Given): ReconciledStatement => ({
    keys: [`${number} ${from}`],
    bank_account: 'A',
    statement_id: String(number),
    sequences: [BigInt(number), null],
    opening_date: from,
    closing_date: to,
    opens: `${from}T00:00:00`,
    closes: `${to}T23:59:59`,
    is_cut: false,
    opening_minor: 0n,
    closing_minor: 0n,
    net_minor: 0n,
  })
  const month = (number: number, name: string, last: number): Given => [number, `${name}-01`, `${name}-${last}`]
  const CASES: readonly (readonly [
    name: string,
    before: Given,
    next: Given,
    others: readonly Given[],
    words: string,
  ])[] = [
    ['none', [1, '2026-03-01'], [2, '2026-03-02'], [], ''],
    ['one', [1, '2026-03-01'], [3, '2026-03-03'], [], '2–2'],
    ['many', [1, '2026-03-01'], [900, '2026-03-03'], [], '2–899'],
    [
      'some beside others',
      [1, '2026-03-01'],
      [6, '2026-03-06'],
      [
        [3, '2026-03-03'],
        [4, '2026-03-04'],
      ],
      '2–2, 5–5',
    ],
    ['those of other days', [1, '2026-03-01'], [3, '2026-03-03'], [[2, '2025-01-02']], '2–2'],
    ['the turn of a year, by days', [364, '2025-12-30'], [2, '2026-01-02'], [], '365–365 2025, 1–1 2026'],
    ['the turn of a leap year', [365, '2024-12-30'], [1, '2025-01-01'], [], '366–366 2024'],
    ['the turn of a year without a gap', [365, '2025-12-31'], [1, '2026-01-01'], [], ''],
    ['the turn of a year, by months', month(11, '2025-11', 30), month(2, '2026-02', 28), [], '12–12 2025, 1–1 2026'],
    ['the turn of a year, by bank statements', [40, '2025-12-30'], [1, '2026-01-02'], [], ''],
    ['the first ones of a year', [40, '2025-12-30'], [3, '2026-01-09'], [], '1–2 2026'],
    ['a number that goes on', [364, '2025-12-30'], [367, '2026-01-02'], [], '365–366'],
    ['a smaller one within a year proves nothing', [40, '2026-03-01'], [3, '2026-03-09'], [], ''],
  ]
  for (const [name, before, next, others, words] of CASES)
    it(name, () => {
      const [one, two, ...rest] = [before, next, ...others].map(statementOf) as [
        ReconciledStatement,
        ReconciledStatement,
      ]
      const missing = createMissingNumbers([one, two, ...rest])(one, two)
      const found = missing.map(({ from, to, year }) => `${from}–${to}${year === null ? '' : ` ${year}`}`)
      expect(found.join(', ')).to.equal(words)
    })
  it('are ten ranges at most', () => {
    const odd = Array.from({ length: 50 }, (_, at): Given => [2 * at + 1, '2026-03-05']).map(statementOf)
    const [first, last] = [odd[0], odd.at(-1)] as [ReconciledStatement, ReconciledStatement]
    expect(createMissingNumbers(odd)(first, last).length).to.equal(10)
  })
})

import { expect } from 'chai'
import { chainOf } from '../../../../shared/accounting/bank/reconciliation/chain-of-balances.ts'
import type {
  BankMoney,
  ReconciledStatement,
} from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { gapsIn, sequenceOf } from '../../../../shared/accounting/bank/reconciliation/statement-sequence.ts'
import { completed } from '../../../accounting/bank/completed.ts'

describe('possible repeats of two bank statements that overlap', () => {
  const fees = [-5n, -20n]
  const chained = (second_minor: bigint) => {
    // The second one has the fees as well, and nobody knows whether they are those of the first one.
    const all = [
      statement('1', '2025-01-01', '2025-01-31', 100n, 75n, -25n),
      statement('2', '2025-01-20', '2025-02-15', second_minor, second_minor - 25n, -25n),
    ]
    const moneys = fees.flatMap((amount, at): BankMoney[] => [
      money([0], amount, `original-${at}`, `original-${at}`, false),
      money([1], amount, `repeat-${at}`, `original-${at}`, true),
    ])
    const sequence = sequenceOf(all, new Set())
    const { repeats, ...found } = completed(chainOf(sequence, sequence, moneys)).result
    return { repeats, gaps: gapsIn({ ...found, all }).map(({ amount_minor }) => amount_minor) }
  }

  for (const [what, second_minor, repeats] of [
    ['none', 75n, []],
    ['all', 100n, ['repeat-0', 'repeat-1']],
    ['the first', 80n, ['repeat-0']],
    ['the second', 95n, ['repeat-1']],
  ] as const)
    it(`are one money where the balances have ${what} of them once`, () => {
      expect(chained(second_minor)).to.deep.equal({ repeats, gaps: [] })
    })

  it('are a gap where no choice of them makes the balances follow each other', () => {
    expect(chained(90n)).to.deep.equal({ repeats: [], gaps: [15n] })
  })
})

function statement(
  id: string,
  from: string,
  to: string,
  opening_minor: bigint,
  closing_minor: bigint,
  net_minor: bigint,
) {
  const dates = { opening_date: from, closing_date: to, opens: `${from}T00:00:00`, closes: `${to}T23:59:59` }
  const balances = { opening_minor, closing_minor, net_minor }
  return {
    keys: [id],
    bank_account: '',
    statement_id: id,
    sequences: [],
    is_cut: false,
    ...dates,
    ...balances,
  } satisfies ReconciledStatement
}

function money(
  places: readonly number[],
  net_minor: bigint,
  entry_id: string,
  root: string,
  is_repeat: boolean,
): BankMoney {
  const credit_minor = net_minor > 0n ? net_minor : 0n
  return { places, net_minor, credit_minor, entry_count: 1, entry_id, root, is_repeat }
}

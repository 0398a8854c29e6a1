import { differencesOfEntry, differencesOfLine, NOWHERE } from './differences.ts'
import type { ReconciledAccount, ReconciledStatement, Reconciliation, StatementSequence } from './reconciliation.ts'
import { gapSince, gapsIn, sequenceOf } from './statement-sequence.ts'

/** The bank statements of each account at the bank that follow each other, as far as they count on a day. */
export function sequencesOn(statements: readonly ReconciledStatement[], date: string): StatementSequence[] {
  return [...Map.groupBy(statements, ({ bank_account }) => bank_account).values()].map((all) => {
    const sequence = sequenceOf(all)
    return {
      first: sequence[0],
      last: sequence.at(-1),
      ended: sequence.filter(({ closing_date }) => closing_date <= date),
    }
  })
}

/**
 * Names everything by which the balance of the bank differs from that of its ledger account, over all accounts at the
 * bank that are mapped to it. It begins with the opening balances of the first bank statements.
 *
 * @source OR Art. 958c Abs. 2: balances are proved
 */
export function reconcile(account: ReconciledAccount): Reconciliation {
  const { ledger_minor, ledger_opening_minor, lines, sequences, entries, date } = account
  const gaps = sequences.flatMap(({ ended }) => gapsIn(ended))
  const last_statements = sequences.flatMap(({ last }) => last ?? [])
  const differences = [
    ...openingDifference(sequences, ledger_opening_minor),
    ...gaps.flatMap(({ kind, bank_account, date, amount_minor }) =>
      kind === 'balance' ? [{ ...NOWHERE, kind: 'gap' as const, bank_account, date, amount_minor }] : [],
    ),
    ...sequences.flatMap(({ ended }) => ended.flatMap(differenceWithin)),
    ...entries.flatMap(differencesOfEntry),
    ...lines.flatMap(differencesOfLine),
  ]
  const bank_minor = account.later_minor + sum(sequences.map(bankBalanceOf))
  const explained = sum(differences.map(({ amount_minor }) => amount_minor))
  return {
    bank_minor,
    ledger_minor,
    differences,
    gaps: [...gaps, ...last_statements.flatMap((last) => gapSince(last, date))],
    last_statements,
    unexplained_minor: bank_minor - ledger_minor - explained,
  }
}

/** The balance with which the last bank statement ends. */
function bankBalanceOf({ first, ended }: StatementSequence): bigint {
  return ended.at(-1)?.closing_minor ?? first?.opening_minor ?? 0n
}

function openingDifference(sequences: readonly StatementSequence[], ledger_opening_minor: bigint) {
  const amount_minor = sum(sequences.map(({ first }) => first?.opening_minor ?? 0n)) - ledger_opening_minor
  const [date = null] = sequences.flatMap(({ first }) => first?.opening_date ?? []).sort()
  return amount_minor === 0n ? [] : [{ ...NOWHERE, kind: 'opening' as const, date, amount_minor }]
}

/** What a reviewer has accepted: balances that the bank entries of the statement do not explain. */
function differenceWithin(statement: ReconciledStatement) {
  const { bank_account, statement_id, opening_minor, closing_minor, closing_date, net_minor } = statement
  const amount_minor = closing_minor - opening_minor - net_minor
  if (amount_minor === 0n) return []
  const kind = 'statement_difference' as const
  return [{ ...NOWHERE, kind, bank_account, date: closing_date, amount_minor, text: statement_id }]
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

import { differencesOfEntry, differencesOfLine, NOWHERE } from './differences.ts'
import {
  lineKeyOf,
  type ReconciledAccount,
  type ReconciledEntry,
  type ReconciledStatement,
  type Reconciliation,
} from './reconciliation.ts'
import { gapSince, gapsIn, sequenceOf } from './statement-sequence.ts'

/** The bank statements of one account at the bank, in order. */
type Sequence = {
  readonly first: ReconciledStatement | undefined
  readonly last: ReconciledStatement | undefined
  /** Those that have ended by the day. */
  readonly ended: readonly ReconciledStatement[]
}

/**
 * Names everything by which the balance of the bank differs from that of its ledger account, over all accounts at the
 * bank that are mapped to it. It begins with the opening balances of the first bank statements.
 *
 * @source OR Art. 958c Abs. 2: balances are proved
 */
export function reconcile(account: ReconciledAccount): Reconciliation {
  const { ledger_minor, ledger_opening_minor, lines, date } = account
  const sequences = [...Map.groupBy(account.statements, ({ bank_account }) => bank_account).values()].map((all) => {
    const sequence = sequenceOf(all)
    return {
      first: sequence[0],
      last: sequence.at(-1),
      ended: sequence.filter(({ closing_date }) => closing_date <= date),
    }
  })
  const entries = countedEntries(sequences, account.entries)
  const gaps = sequences.flatMap(({ ended }) => gapsIn(ended))
  const last_statements = sequences.flatMap(({ last }) => last ?? [])
  const keys = {
    lines: new Set(lines.map(lineKeyOf)),
    entries: new Set(entries.map(({ entry_id }) => entry_id)),
  }
  const differences = [
    ...openingDifference(sequences, ledger_opening_minor),
    ...gaps.flatMap(({ kind, bank_account, date, amount_minor }) =>
      kind === 'balance' ? [{ ...NOWHERE, kind: 'gap' as const, bank_account, date, amount_minor }] : [],
    ),
    ...sequences.flatMap(({ ended }) => ended.flatMap(differenceWithin)),
    ...entries.flatMap((entry) => differencesOfEntry(entry, keys.lines)),
    ...lines.flatMap((line) => differencesOfLine(line, keys.entries)),
  ]
  const bank_minor = sum(sequences.map((sequence) => bankBalanceOf(sequence, entries)))
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

/** Those of bank statements that follow each other, and those after the last one. A statement that only repeats days adds none. */
function countedEntries(sequences: readonly Sequence[], entries: readonly ReconciledEntry[]): ReconciledEntry[] {
  const keys = new Set(sequences.flatMap(({ ended }) => ended.flatMap((statement) => statement.keys)))
  const lastDays = lastDaysOf(sequences)
  return entries.filter(
    ({ statement_keys, bank_account, date }) =>
      statement_keys.some((key) => keys.has(key)) || date > (lastDays.get(bank_account) ?? ''),
  )
}

/** The last day that an ended bank statement has, by account at the bank. */
function lastDaysOf(sequences: readonly Sequence[]): Map<string, string> {
  return new Map(
    sequences.flatMap(({ ended }) => {
      const last = ended.at(-1)
      return last ? [[last.bank_account, last.closing_date] as const] : []
    }),
  )
}

/** The balance with which the last bank statement ends, and the bank entries that came after it up to the day. */
function bankBalanceOf({ first, ended }: Sequence, entries: readonly ReconciledEntry[]): bigint {
  if (!first) return 0n
  const last = ended.at(-1)
  const keys = new Set(ended.flatMap((statement) => statement.keys))
  const later = entries.filter(
    ({ bank_account, statement_keys }) =>
      bank_account === first.bank_account && !statement_keys.some((key) => keys.has(key)),
  )
  return (last ? last.closing_minor : first.opening_minor) + sum(later.map(({ amount_minor }) => amount_minor))
}

function openingDifference(sequences: readonly Sequence[], ledger_opening_minor: bigint) {
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

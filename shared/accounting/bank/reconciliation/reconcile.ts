import { differencesOfEntry, differencesOfLine, NOWHERE } from './differences.ts'
import type {
  ChainedStatement,
  ReconciledAccount,
  ReconciledStatement,
  Reconciliation,
  StatementGap,
  StatementSequence,
} from './reconciliation.ts'
import { gapSince, gapsIn } from './statement-sequence.ts'
import { partsOfBalance } from './sums/parts-of-balance.ts'

/**
 * Names everything by which the balance of the bank differs from that of its ledger account, over all accounts at the
 * bank that are mapped to it. It begins with the opening balances of the first bank statements.
 *
 * @source OR Art. 958c Abs. 2: balances are proved
 */
export function reconcile(account: ReconciledAccount): Reconciliation {
  const { ledger_minor, ledger_opening, lines, sequences, contradictions, entries, date } = account
  const gaps = sequences.flatMap(gapsIn)
  const last_statements = sequences.flatMap((sequence) => lastOf(sequence) ?? [])
  const differences = [
    ...openingDifference(sequences, sum(ledger_opening.map(({ amount_minor }) => amount_minor))),
    ...sequences.flatMap(({ chain }) => chain.flatMap(differenceBefore)),
    ...sequences.flatMap(({ chain }) => chain.flatMap(differenceWithin)),
    ...entries.flatMap(differencesOfEntry),
    ...lines.flatMap(differencesOfLine),
  ]
  const bank_parts = partsOfBalance(account)
  const bank_minor = sum(bank_parts.map(({ amount_minor }) => amount_minor))
  const explained = sum(differences.map(({ amount_minor }) => amount_minor))
  return {
    bank_minor,
    ledger_minor,
    differences,
    gaps: [...gaps, ...contradictions, ...last_statements.flatMap((last) => gapSince(last, date))],
    last_statements,
    bank_parts,
    opening_parts: [...ledger_opening, ...sequences.flatMap(({ chain: [first] }) => (first ? [openingOf(first)] : []))],
    possible_repeats: account.possible_repeats,
    unexplained_minor: bank_minor - ledger_minor - explained,
    has_doubts:
      differences.some(({ kind }) => kind === 'possible_repeat') ||
      [...gaps, ...contradictions].some(({ kind }) => DOUBTS.includes(kind)),
  }
}

/** Where one of these is left, nobody knows whether the balance of the bank is the right one. */
const DOUBTS: readonly StatementGap['kind'][] = ['contradiction', 'not_compared', 'lone_qr_iban', 'kept_twice']

/** The one that ends latest; of several the one that counts. */
function lastOf({ chain, all }: StatementSequence): ReconciledStatement | undefined {
  return [...chain.toReversed(), ...all].reduce<ReconciledStatement | undefined>(
    (last, statement) => (last && last.closing_date >= statement.closing_date ? last : statement),
    undefined,
  )
}

function openingDifference(sequences: readonly StatementSequence[], ledger_opening_minor: bigint) {
  const first = sequences.flatMap(({ chain }) => chain[0] ?? [])
  const amount_minor = sum(first.map(({ opening_minor }) => opening_minor)) - ledger_opening_minor
  const [earliest] = first.toSorted((a, b) =>
    a.opening_date < b.opening_date ? -1 : a.opening_date > b.opening_date ? 1 : 0,
  )
  const { opening_date: date = null, keys: [statement_key = null] = [] } = earliest ?? {}
  return amount_minor === 0n ? [] : [{ ...NOWHERE, kind: 'opening' as const, date, amount_minor, statement_key }]
}

function openingOf(first: ReconciledStatement) {
  const { bank_account, statement_id, keys, opening_date: date, opening_minor: amount_minor } = first
  const statement_key = keys[0] ?? null
  return { kind: 'opening_balance' as const, date, bank_account, statement_id, statement_key, amount_minor }
}

/** Balances that do not follow each other, or would do so if bank statements of the same days had the same bookings. */
function differenceBefore(statement: ChainedStatement) {
  const { keys, bank_account, opening_date: date, gap_minor: amount_minor, isContradicting = false } = statement
  if (amount_minor === 0n) return []
  const kind = isContradicting ? ('contradiction' as const) : ('gap' as const)
  return [{ ...NOWHERE, kind, bank_account, date, amount_minor, statement_key: keys[0] ?? null }]
}

/**
 * Balances that the bank entries of the statement do not explain: what a reviewer has accepted, unless pages are missing. Nobody
 * has accepted anything then.
 */
function differenceWithin({
  keys,
  bank_account,
  statement_id,
  closing_date,
  difference_minor: amount_minor,
  missing_pages = [],
}: ChainedStatement) {
  if (amount_minor === 0n) return []
  const kind = missing_pages.length > 0 ? ('missing_page' as const) : ('statement_difference' as const)
  return [
    {
      ...NOWHERE,
      kind,
      bank_account,
      date: closing_date,
      amount_minor,
      text: statement_id,
      statement_key: keys[0] ?? null,
    },
  ]
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

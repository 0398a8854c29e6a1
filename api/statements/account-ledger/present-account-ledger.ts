import {
  isProfitAndLoss,
  type LedgerAccount,
  movementIn,
  NO_TRAITS,
  sumOver,
} from '../../../shared/accounting/statements/statement.ts'
import { type Turnover, turnoverOf } from '../../../shared/accounting/statements/trial-balance.ts'
import { lastYearMoved } from '../../../shared/accounting/statements/year-moved.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { AccountLine, NamedAccount } from '../../../shared/store/journal/account-ledger.ts'
import { presentEvidence } from '../../facts/present-source-fact.ts'
import { presentMoney } from '../../http/present-money.ts'
import { sourceId } from '../../journal/source-id.ts'
import { presentStatementHeader } from '../present-header.ts'
import { presentTurnover } from '../present-trial-balance.ts'
import type { Snapshot } from '../statement-snapshot.ts'
import type { OpenedLedger, SumsOfDays } from './open-ledger.ts'

export type LedgerHeader = ReturnType<typeof presentLedgerHeader>

/** All of an account ledger but its lines. */
export function presentLedgerHeader({ snapshot, account, span, by_day }: OpenedLedger) {
  const { ledger, books, prior, query } = snapshot
  const { base_currency: currency } = ledger
  const { buckets, first } = books
  const totals = totalsOf(snapshot, account)
  const turnover = (from: number, at: number, to: number) => presentTurnover(turnoverOf(totals, from, at, to), currency)
  const { checks, check_details, ...header } = presentStatementHeader('account_ledger', snapshot)
  const carried_minor = carriedForward(snapshot, account) + (by_day?.before_minor ?? 0n)
  const turnover_minor = by_day
    ? turnoverOfDays(carried_minor, by_day)
    : turnoverOf(totals, first, first, buckets.length - 1)
  const closed_minor = by_day?.closed_minor ?? sumOver(totals.closing_entries, first, buckets.length - 1)
  const movement_minor = turnover_minor.debit_minor - turnover_minor.credit_minor - closed_minor
  const shown = {
    ...header,
    period_start: span.start_date,
    period_end: span.end_date,
    ...account,
    carried_forward: presentMoney(carried_minor, currency),
    ...presentTurnover(turnover_minor, currency),
    movement: presentMoney(movement_minor, currency),
    closing_entries: presentMoney(closed_minor, currency),
    prior: prior && turnover(first - 1, first - 1, first - 1),
    period_series: query.granularity
      ? buckets.slice(first).map(({ start_date, end_date }, at) => ({
          period_start: start_date,
          period_end: end_date,
          ...turnover(first, first + at, first + at),
        }))
      : null,
  }
  return { shown, checks: { checks, check_details } }
}

function turnoverOfDays(carried_minor: bigint, { opened_minor, debit_minor, credit_minor }: SumsOfDays): Turnover {
  const opening_minor = carried_minor + opened_minor
  return { opening_minor, debit_minor, credit_minor, closing_minor: opening_minor + debit_minor - credit_minor }
}

/**
 * The last earlier year with lines on the account, which the balance carried forward leads to: the year before may have none.
 * Null where nothing was booked before. The books know it, as they stood, so it costs no query.
 */
export function yearCarriedFrom({ snapshot, account }: OpenedLedger): string | null {
  const { buckets, first } = snapshot.books
  const totals = totalsOf(snapshot, account)
  if (isProfitAndLoss(totals)) return null
  return lastYearMoved(totals, buckets, first - 1)
}

/** Each line with the balance after it, in the order in which they come. */
export function presentLines({ snapshot, account, moved }: OpenedLedger) {
  let balance = carriedForward(snapshot, account) + moved
  return (line: AccountLine) => {
    balance += line.debit_minor - line.credit_minor
    return presentLine(line, balance, snapshot.ledger.base_currency)
  }
}

/** The balance of the account before the year. */
function carriedForward(snapshot: Snapshot, account: NamedAccount): bigint {
  const totals = totalsOf(snapshot, account)
  return isProfitAndLoss(totals) ? 0n : movementIn(totals, 0, snapshot.books.first - 1)
}

function totalsOf({ books }: Snapshot, account: NamedAccount): LedgerAccount {
  return books.accounts.find(({ account_code }) => account_code === account.account_code) ?? unmoved(account)
}

function presentLine(line: AccountLine, balance: bigint, currency: string) {
  const { debit_minor, credit_minor } = line
  const journal_entry_id = publicId('journal_entry', line.journal_entry_id)
  return {
    id: `${journal_entry_id}.${line.line_number}`,
    entry_number: jsonInteger(line.entry_number),
    line_number: line.line_number,
    journal_entry_id,
    posting_date: line.posting_date,
    document_date: line.document_date,
    description: line.description,
    text: line.text,
    entry_type: line.entry_type,
    prior_fiscal_year_id: line.prior_fiscal_year_id,
    counter_accounts: line.counter_accounts,
    tax_code: line.tax_code,
    debit: debit_minor === 0n ? null : presentMoney(debit_minor, currency),
    credit: credit_minor === 0n ? null : presentMoney(credit_minor, currency),
    balance: presentMoney(balance, currency),
    transaction_amount: presentMoney(line.transaction_minor, line.transaction_currency),
    source: { type: line.source_type, id: sourceId(line.source_type, line.source_id) },
    evidence_hashes: line.evidence_hashes ?? presentEvidence(line.request),
    entry_hash: line.entry_hash,
  }
}

function unmoved(account: NamedAccount): LedgerAccount {
  const none = { ...NO_TRAITS, mapped_row: null, mapped_function_row: null }
  return { ...account, ...none, activity: [], opening_entries: [], closing_entries: [], debit: [], credit: [] }
}

import type { BookedSum } from '../add-up-pages.ts'
import { bankAccountKey } from '../bank-entry/canonical-bank-entry.ts'
import type { BankStatementHeader } from '../bank-statement.ts'

/** A bank statement, or one page of it, as far as it tells what it repeats. */
export type KnownBankStatement = {
  /** Import and number within it. */
  readonly key: string
  /** Equal for the pages of one bank statement. */
  readonly statement_key: string
  readonly bank_account: string
  readonly statement_id: string | null
  readonly page: { readonly number: string; readonly is_last: boolean } | null
  readonly created: string | null
  readonly sequences: readonly (bigint | null)[]
  readonly period: StatementPeriod | null
  readonly balance_days: StatementPeriod | null
  readonly currency: string | null
  readonly opening_minor: bigint | null
  readonly closing_minor: bigint | null
  readonly net_minor: bigint
  readonly entry_count: number
  /** Of its bank entries, in whatever order; null where nobody made one. */
  readonly digest: string | null
}

/** First and last moment, as text that sorts. */
export type StatementPeriod = { readonly from: string; readonly to: string }

type Balance = { readonly signed_minor: string | bigint; readonly currency: string; readonly date: string | null }

/** Figures of a bank statement, as its import keeps them. */
export type BankStatementSummary = Omit<BankStatementHeader, 'account_owner' | 'servicer_bic'> & {
  readonly opening: Balance | null
  readonly closing: Balance | null
  readonly entry_count: number
  readonly sums: readonly BookedSum[]
  readonly entries_digest?: string
  /** The account that its QR-IBAN means. */
  readonly bank_account?: string
}

export function knownBankStatementOf(key: string, figures: BankStatementSummary): KnownBankStatement {
  const { statement_id, page, opening, closing, electronic_seq, legal_seq, from, to, sums } = figures
  const currency = (opening ?? closing)?.currency ?? figures.account_currency ?? sums[0]?.currency ?? null
  const sum = sums.find((candidate) => candidate.currency === currency)
  // A single page is the whole bank statement.
  const isPart = page !== null && page.page !== null && statement_id !== null && !(page.page === '1' && page.last)
  const bank_account = bankAccountKey(figures)
  return {
    key,
    statement_key: isPart ? JSON.stringify([bank_account, statement_id, electronic_seq, from, to]) : key,
    bank_account,
    statement_id,
    page: isPart ? { number: page.page ?? '', is_last: page.last === true } : null,
    created: figures.created,
    sequences: [numberOf(electronic_seq), numberOf(legal_seq)],
    period: from && to ? { from: momentOf(from, '00:00:00'), to: momentOf(to, '23:59:59') } : null,
    balance_days: opening?.date && closing?.date ? { from: opening.date, to: closing.date } : null,
    currency,
    opening_minor: opening && BigInt(opening.signed_minor),
    closing_minor: closing && BigInt(closing.signed_minor),
    net_minor: sum ? BigInt(sum.booked_credits_minor) - BigInt(sum.booked_debits_minor) : 0n,
    entry_count: figures.entry_count,
    digest: figures.entries_digest ?? null,
  }
}

function numberOf(text: string | null): bigint | null {
  return text !== null && /^\d{1,18}$/.test(text) ? BigInt(text) : null
}

/** A bank writes all of its moments in one way; fractions and time zones are cut off. */
function momentOf(text: string, time: string): string {
  return text.length > 10 ? text.slice(0, 19) : `${text}T${time}`
}

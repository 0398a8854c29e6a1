import { isComplete } from '../add-up-pages.ts'
import { digestOfPages } from './entries-digest.ts'
import type { KnownBankStatement } from './known-bank-statement.ts'

/** A bank statement with all of its pages that are known. */
export type WholeBankStatement = Omit<KnownBankStatement, 'key' | 'statement_key' | 'page' | 'created'> & {
  readonly pages: readonly KnownBankStatement[]
  /** The bank statements that are read like this one; null where it is one by itself. */
  readonly run: readonly WholeBankStatement[] | null
  /** Its balances and bank entries add up, so what it has happened between its balances. */
  readonly holds: boolean
  /** All of its pages are known. */
  readonly isComplete: boolean
}

/** Adds up the pages. A page that came twice counts once. */
export function wholeBankStatementOf(all: readonly KnownBankStatement[]): WholeBankStatement {
  const byNumber = new Map(all.map((page) => [page.page?.number ?? '', page]))
  const pages = [...byNumber.values()].sort((a, b) => numberOfPage(a) - numberOfPage(b))
  const [first] = pages as [KnownBankStatement]
  const opening = pages.find(({ opening_minor }) => opening_minor !== null)
  const closing = pages.findLast(({ closing_minor }) => closing_minor !== null)
  const opening_minor = opening?.opening_minor ?? null
  const closing_minor = closing?.closing_minor ?? null
  const net_minor = pages.reduce((sum, page) => sum + page.net_minor, 0n)
  const from = opening?.balance_days?.from
  const to = closing?.balance_days?.to
  return {
    pages: all,
    run: null,
    bank_account: first.bank_account,
    statement_id: first.statement_id,
    sequences: first.sequences,
    period: first.period,
    balance_days: from && to ? { from, to } : null,
    currency: opening?.currency ?? first.currency,
    opening_minor,
    closing_minor,
    net_minor,
    entry_count: pages.reduce((sum, page) => sum + page.entry_count, 0),
    digest: digestOfPages(pages.map(({ digest }) => digest)),
    isComplete: isComplete(pages.map(({ page }) => ({ page: page && { page: page.number, last: page.is_last } }))),
    holds: opening_minor !== null && closing_minor !== null && opening_minor + net_minor === closing_minor,
  }
}

function numberOfPage({ page }: KnownBankStatement): number {
  return Number(page?.number ?? 0)
}

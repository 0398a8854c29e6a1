import { balanceOn, query, targetOf } from '../../print/pages/links.ts'
import type { presentBankReconciliation } from './present-bank-reconciliation.ts'

export type PresentedBankReconciliation = Awaited<ReturnType<typeof presentBankReconciliation>>
export type PresentedPart = PresentedBankReconciliation['bank_balance_parts'][number]

/** Of a balance: whose it is, and what it is made of. */
export type BalanceEnd = { readonly text: string; readonly target?: string }

/** Where the balances of a currency lead: to what adds up to them. */
export function endsOf(
  { end_customer_id, fiscal_year_id, date, account_code, bank_accounts, base_currency }: PresentedBankReconciliation,
  {
    ledger_balance,
    bank_balance_parts,
    last_statements,
  }: Pick<PresentedBankReconciliation, 'ledger_balance' | 'bank_balance_parts' | 'last_statements'>,
) {
  // An account ledger is in base currency.
  const year = ledger_balance.currency === base_currency ? fiscal_year_id : null
  const ledger = balanceOn({ end_customer_id, fiscal_year_id: year, account_code, to_date: date })
  const [part, ...others] = bank_balance_parts
  const parts = `parts-${ledger_balance.currency}`
  const bank =
    others.length > 0 ? `#${parts}` : part ? targetOfPart(part, end_customer_id) : targetOfLast(last_statements)
  return {
    end_customer_id,
    /** The first row of what the balance of the bank is made of. */
    parts,
    ledger: { text: account_code, target: ledger },
    bank: { text: bank_accounts.join(' '), ...(bank !== null && { target: bank }) },
    unexplained: { text: '', target: '#content' },
  }
}

/** Of a balance the bank statement, of bank entries their list. From /v1/ on. */
export function targetOfPart({ kind, import_id, ...part }: PresentedPart, end_customer_id: string): string {
  const { bank_account: account, from_date, to_date } = part
  if (kind !== 'entries_since' && import_id !== null) return targetOf('import_id', import_id, NO_PLACE) ?? ''
  return `camt-053/entries${query({ end_customer_id, account, from_date, to_date, import_id: import_id ?? undefined })}`
}

/** Of a reconciliation that was kept without its parts. */
function targetOfLast(last_statements: PresentedBankReconciliation['last_statements']): string | null {
  const [import_id, ...others] = last_statements.flatMap((last) => last.import_id ?? [])
  return import_id !== undefined && others.length === 0 ? targetOf('import_id', import_id, NO_PLACE) : null
}

/** Ids say by themselves what they name. */
export const NO_PLACE = { root: '' } as const

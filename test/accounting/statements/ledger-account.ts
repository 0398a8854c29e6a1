import { type Bucket, type LedgerAccount, NO_TRAITS } from '../../../shared/accounting/statements/statement.ts'

export const SHEET_OF_ONE_YEAR: Bucket[] = [
  { fiscal_year_id: 'FY2026', start_date: '2026-01-01', end_date: '2026-12-31' },
]

/** An account with activity in one bucket, in Rappen, debit positive. */
export function ledgerAccount(
  account_code: string,
  account_type: LedgerAccount['account_type'],
  activity: number,
  more: Partial<LedgerAccount> = {},
): LedgerAccount {
  return {
    ...NO_TRAITS,
    account_code,
    account_name: account_code,
    account_type,
    mapped_row: null,
    mapped_function_row: null,
    activity: [BigInt(activity)],
    closing_entries: [],
    opening_entries: [],
    debit: [],
    credit: [],
    ...more,
  }
}

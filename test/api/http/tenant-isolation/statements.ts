import { get } from '../../../support/client.ts'
import { type Attempts, statement } from './attempt.ts'

export const STATEMENTS: Attempts = {
  'get /v1/statements/or-balance-sheet': statement('or-balance-sheet'),
  'get /v1/statements/or-income-statement': statement('or-income-statement'),
  'get /v1/statements/account-ledger': statement('account-ledger', '&fiscal_year_id=FY2026&account_code=2000'),
  'get /v1/statements/open-items': statement('open-items', '&side=payables&date=2026-03-31'),
  'get /v1/statements/trial-balance': statement('trial-balance'),
  'get /v1/statements/income-statement': statement('income-statement'),
  'get /v1/statements/balance-sheet': statement('balance-sheet'),
  'get /v1/statements/bank-reconciliation': async ({ mine, theirs, key }) => {
    const path = (customer: string) =>
      `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=2026-12-31` as const
    return [
      [await get(path(theirs), { key }), 403],
      [await get(path(mine), { key }), 404],
    ]
  },
}

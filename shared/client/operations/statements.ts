import type { accountLedger, accountLedgerQuery } from '../../contract/statements/account-ledger.ts'
import type { bankReconciliation, bankReconciliationQuery } from '../../contract/statements/bank-reconciliation.ts'
import type { openItemsOfDay, openItemsOfDayQuery } from '../../contract/statements/open-items-of-a-day.ts'
import type {
  balanceSheet,
  incomeStatement,
  orBalanceSheet,
  orIncomeStatement,
  orIncomeStatementQuery,
  statementQuery,
  trialBalance,
} from '../../contract/statements/statements.ts'
import { reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const statementCalls = {
  getOrBalanceSheet: reads<typeof statementQuery, typeof orBalanceSheet>('/v1/statements/or-balance-sheet'),
  getOrIncomeStatement: reads<typeof orIncomeStatementQuery, typeof orIncomeStatement>('/v1/statements/or-income-statement'),
  getBalanceSheet: reads<typeof statementQuery, typeof balanceSheet>('/v1/statements/balance-sheet'),
  getIncomeStatement: reads<typeof statementQuery, typeof incomeStatement>('/v1/statements/income-statement'),
  getTrialBalance: reads<typeof statementQuery, typeof trialBalance>('/v1/statements/trial-balance'),
  getAccountLedger: reads<typeof accountLedgerQuery, typeof accountLedger>('/v1/statements/account-ledger'),
  getOpenItems: reads<typeof openItemsOfDayQuery, typeof openItemsOfDay>('/v1/statements/open-items'),
  getBankReconciliation: reads<typeof bankReconciliationQuery, typeof bankReconciliation>('/v1/statements/bank-reconciliation'),
} as const

import { accountLedger } from '../../shared/contract/statements/account-ledger.ts'
import { bankReconciliation } from '../../shared/contract/statements/bank-reconciliation.ts'
import { openItemsOfDay } from '../../shared/contract/statements/open-items-of-a-day.ts'
import {
  balanceSheet,
  incomeStatement,
  orBalanceSheet,
  orIncomeStatement,
  trialBalance,
} from '../../shared/contract/statements/statements.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const statementOperations = {
  getOrBalanceSheet: { response: orBalanceSheet, summary: 'Balance sheet in the structure of OR Art. 959a' },
  getOrIncomeStatement: { response: orIncomeStatement, summary: 'Income statement in the structure of OR Art. 959b' },
  getBalanceSheet: { response: balanceSheet, summary: 'Balance sheet account by account' },
  getIncomeStatement: { response: incomeStatement, summary: 'Income statement account by account' },
  getTrialBalance: { response: trialBalance, summary: 'Trial balance: every account with opening balance, turnover and closing balance' },
  getAccountLedger: { response: accountLedger, summary: 'One account line by line with running balance, entry, fact and evidence hashes' },
  getOpenItems: { response: openItemsOfDay, summary: 'Open items of customers or suppliers at the end of any day, by partner and age' },
  getBankReconciliation: { response: bankReconciliation, summary: 'A bank account and its bank statements on a day, with every difference between them' },
} as const satisfies Operations

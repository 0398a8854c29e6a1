import type { Schema } from '../../shared/contract/schema.ts'
import { accountLedgerQuery } from '../../shared/contract/statements/account-ledger.ts'
import { bankReconciliationQuery } from '../../shared/contract/statements/bank-reconciliation.ts'
import { openItemsOfDayQuery } from '../../shared/contract/statements/open-items-of-a-day.ts'
import { orIncomeStatementQuery, statementQuery } from '../../shared/contract/statements/statements.ts'
import type { Pause } from '../../shared/process/pause.ts'
import type { Etag, Read } from '../http/endpoint.ts'
import { get, routes } from '../http/route.ts'
import { printable, printableInPieces } from '../print/formats.ts'
import type { Table } from '../print/table.ts'
import { tableOfAccountLedger } from './account-ledger/account-ledger-table.ts'
import { readAccountLedger } from './account-ledger/read-account-ledger.ts'
import { tableOfBankReconciliation } from './bank-reconciliation/bank-reconciliation-table.ts'
import { readBankReconciliation } from './bank-reconciliation/read-bank-reconciliation.ts'
import { OPEN_ITEM_FORMATS } from './open-items/open-item-formats.ts'
import { readOpenItemsOfDay } from './open-items/read-open-items.ts'
import { statementOperations } from './operations.ts'
import { readStatement, statementEtag } from './read-statement.ts'
import {
  BALANCE_SHEET,
  INCOME_STATEMENT,
  OR_BALANCE_SHEET,
  OR_INCOME_STATEMENT,
  TRIAL_BALANCE,
} from './statement-kinds.ts'
import type { StatementKind } from './statement-snapshot.ts'
import { tableOfRows } from './tables/row-table.ts'
import { tableOfTrialBalance } from './tables/trial-balance-table.ts'

const ACCOUNT_LEDGER = {
  etag: statementEtag({ object: 'account_ledger' }),
  formats: printableInPieces(tableOfAccountLedger),
  cost: 'expensive',
  in_pieces: true,
} as const

const OPEN_ITEMS = {
  etag: statementEtag({ object: 'open_items' }),
  formats: OPEN_ITEM_FORMATS,
  cost: 'expensive',
} as const

const BANK_RECONCILIATION = {
  formats: printable(readBankReconciliation, tableOfBankReconciliation),
  cost: 'expensive',
} as const

// biome-ignore format: one line for each endpoint
export const statementRoutes = routes(statementOperations, {
  getOrBalanceSheet: statement('/v1/statements/or-balance-sheet', statementQuery, OR_BALANCE_SHEET, tableOfRows),
  getOrIncomeStatement: statement('/v1/statements/or-income-statement', orIncomeStatementQuery, OR_INCOME_STATEMENT, tableOfRows),
  getBalanceSheet: statement('/v1/statements/balance-sheet', statementQuery, BALANCE_SHEET, tableOfRows),
  getIncomeStatement: statement('/v1/statements/income-statement', statementQuery, INCOME_STATEMENT, tableOfRows),
  getTrialBalance: statement('/v1/statements/trial-balance', statementQuery, TRIAL_BALANCE, tableOfTrialBalance),
  getAccountLedger: get('/v1/statements/account-ledger', accountLedgerQuery, readAccountLedger, ACCOUNT_LEDGER),
  getOpenItems: get('/v1/statements/open-items', openItemsOfDayQuery, readOpenItemsOfDay, OPEN_ITEMS),
  getBankReconciliation: get('/v1/statements/bank-reconciliation', bankReconciliationQuery, readBankReconciliation, BANK_RECONCILIATION),
})

/** A statement of a fiscal year, as JSON and in print. */
function statement<const P extends string>(
  path: P,
  query: Schema,
  kind: StatementKind,
  tableOf: (body: never, pause: Pause) => Table | Promise<Table>,
) {
  const read = readStatement(kind) as Read<unknown>
  const etag = statementEtag(kind) as Etag<unknown>
  return get(path, query, read, { etag, formats: printable(read, tableOf, query), cost: 'expensive' })
}

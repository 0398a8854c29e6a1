import {
  accountChartRequest,
  accountList,
  accountMappingList,
  accountMappingQuery,
  accountQuery,
} from '../shared/contract/accounts.ts'
import { journalEntry, journalEntryList, journalEntryQuery } from '../shared/contract/journal-entries.ts'
import {
  oneQuery,
  reversalRequest,
  sourceFact,
  sourceFactList,
  sourceFactQuery,
  sourceFactRequest,
} from '../shared/contract/source-facts.ts'
import { orBalanceSheet, statementQuery } from '../shared/contract/statements.ts'
import { putAccountChart } from './commands/put-account-chart.ts'
import { recordExpenseDocument } from './commands/record-expense-document.ts'
import { reverseSourceFact } from './commands/reverse-source-fact.ts'
import { type Endpoint, get, post, put } from './endpoint.ts'
import { inTransaction } from './in-transaction.ts'
import { readAccountMappings } from './reads/read-account-mappings.ts'
import { readAccounts } from './reads/read-accounts.ts'
import { readJournalEntries, readJournalEntry } from './reads/read-journal-entries.ts'
import { readOrBalanceSheet } from './reads/read-or-balance-sheet.ts'
import { readSourceFact, readSourceFacts } from './reads/read-source-facts.ts'

/** The interface, one entry for each endpoint. Router, validation and OpenAPI document are made from it. */
export const endpoints: readonly Endpoint[] = [
  post({
    path: '/v1/source-facts/expense-documents',
    operation_id: 'recordExpenseDocument',
    summary: 'Send an expense document; it is evaluated and booked asynchronously',
    status: 202,
    body: sourceFactRequest,
    response: sourceFact,
    accept: recordExpenseDocument,
  }),
  get({
    path: '/v1/source-facts',
    operation_id: 'listSourceFacts',
    summary: 'Source facts of an end customer, newest first',
    query: sourceFactQuery,
    response: sourceFactList,
    read: readSourceFacts,
  }),
  get({
    path: '/v1/source-facts/:source_fact_id',
    operation_id: 'getSourceFact',
    summary: 'One source fact: state, blockers and entry',
    query: oneQuery,
    response: sourceFact,
    read: readSourceFact,
  }),
  post({
    path: '/v1/source-facts/:source_fact_id/reverse',
    operation_id: 'reverseSourceFact',
    summary: 'Reverse a posted source fact (Storno)',
    status: 202,
    body: reversalRequest,
    response: sourceFact,
    accept: inTransaction(202, reverseSourceFact),
  }),
  put({
    path: '/v1/accounts',
    operation_id: 'putAccounts',
    summary: 'Replace the chart of accounts as of a date',
    status: 202,
    body: accountChartRequest,
    response: accountList,
    accept: inTransaction(202, putAccountChart),
  }),
  get({
    path: '/v1/accounts',
    operation_id: 'listAccounts',
    summary: 'The chart of accounts with the active mappings',
    query: accountQuery,
    response: accountList,
    read: readAccounts,
  }),
  get({
    path: '/v1/account-mappings',
    operation_id: 'listAccountMappings',
    summary: 'Which account plays which role, with every version',
    query: accountMappingQuery,
    response: accountMappingList,
    read: readAccountMappings,
  }),
  get({
    path: '/v1/journal-entries',
    operation_id: 'listJournalEntries',
    summary: 'Posted entries in the order of the journal',
    query: journalEntryQuery,
    response: journalEntryList,
    read: readJournalEntries,
  }),
  get({
    path: '/v1/journal-entries/:journal_entry_id',
    operation_id: 'getJournalEntry',
    summary: 'One posted entry with its hash and the hash before it',
    query: oneQuery,
    response: journalEntry,
    read: readJournalEntry,
  }),
  get({
    path: '/v1/statements/or-balance-sheet',
    operation_id: 'getOrBalanceSheet',
    summary: 'Balance sheet in the structure of OR Art. 959a',
    query: statementQuery,
    response: orBalanceSheet,
    read: readOrBalanceSheet,
  }),
]

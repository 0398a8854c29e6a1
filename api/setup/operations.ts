import { accountList, accountMappingList } from '../../shared/contract/setup/accounts.ts'
import { endCustomerList } from '../../shared/contract/setup/end-customer-list.ts'
import { endCustomer } from '../../shared/contract/setup/end-customers.ts'
import { fiscalYearWithHistory } from '../../shared/contract/setup/fiscal-year-history.ts'
import { partnerRelationList } from '../../shared/contract/setup/partner-relations.ts'
import {
  exchangeRateList,
  fiscalYear,
  fiscalYearList,
  periodLocks,
  reopenedFiscalYear,
} from '../../shared/contract/setup/settings.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const setupOperations = {
  putAccounts: { response: accountList, summary: 'Replace the chart of accounts as of a date' },
  listAccounts: { response: accountList, summary: 'The chart of accounts with the active mappings' },
  listAccountMappings: { response: accountMappingList, summary: 'The accounts that play the roles, with every version' },
  putAccountMappings: { response: accountMappingList, summary: 'Map a role to an account, or an account to a statement row, from a given day' },
  listEndCustomers: { response: endCustomerList, summary: 'The end customers of the key, with what is blocked, not booked, overdue, not filed and not closed' },
  getEndCustomer: { response: endCustomer, summary: 'Settings of an end customer' },
  putEndCustomer: { response: endCustomer, summary: 'Change settings of an end customer: name, UID, base currency, VAT method, locale, legal form' },
  listPartnerRelations: { response: partnerRelationList, summary: 'Holders of shares, organs and participations among the partners, each from a day on' },
  putPartnerRelations: { response: partnerRelationList, summary: 'Set from a day on which partners are holders of shares, organs or participations' },
  listFiscalYears: { response: fiscalYearList, summary: 'Fiscal years of an end customer, oldest first' },
  getFiscalYear: { response: fiscalYearWithHistory, summary: 'A fiscal year with every closing and reopening: who, when, why, and the hash of what was kept' },
  putFiscalYear: { response: fiscalYear, summary: 'Set a fiscal year: long, short or shifted, without gap or overlap' },
  closeFiscalYear: { response: fiscalYear, summary: 'Close a fiscal year' },
  reopenFiscalYear: { response: reopenedFiscalYear, summary: 'Reopen a closed fiscal year' },
  getPeriodLocks: { response: periodLocks, summary: 'The period lock in force and every change of it' },
  putPeriodLock: { response: periodLocks, summary: 'Move the period lock: nothing is posted on or before its day' },
  listExchangeRates: { response: exchangeRateList, summary: 'Exchange rates by currency and day' },
  putExchangeRates: { response: exchangeRateList, summary: 'Set exchange rates: base currency for one unit of a foreign one' },
} as const satisfies Operations

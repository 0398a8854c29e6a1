import type {
  accountChartRequest,
  accountList,
  accountMappingList,
  accountMappingQuery,
  accountMappingsRequest,
  accountQuery,
} from '../../contract/setup/accounts.ts'
import type { endCustomerList, endCustomerListQuery } from '../../contract/setup/end-customer-list.ts'
import type { endCustomer, endCustomerRequest } from '../../contract/setup/end-customers.ts'
import type { fiscalYearWithHistory } from '../../contract/setup/fiscal-year-history.ts'
import type {
  partnerRelationList,
  partnerRelationQuery,
  partnerRelationsRequest,
} from '../../contract/setup/partner-relations.ts'
import type {
  customerQuery,
  exchangeRateList,
  exchangeRateQuery,
  exchangeRatesRequest,
  fiscalYear,
  fiscalYearList,
  fiscalYearRequest,
  noQuery,
  periodLockQuery,
  periodLockRequest,
  periodLocks,
  reopenedFiscalYear,
  yearStateRequest,
} from '../../contract/setup/settings.ts'
import { posts, puts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const setupCalls = {
  putAccounts: puts<typeof accountChartRequest, typeof accountList>('/v1/accounts'),
  listAccounts: reads<typeof accountQuery, typeof accountList>('/v1/accounts'),
  listAccountMappings: reads<typeof accountMappingQuery, typeof accountMappingList>('/v1/account-mappings'),
  putAccountMappings: puts<typeof accountMappingsRequest, typeof accountMappingList>('/v1/account-mappings'),
  listEndCustomers: reads<typeof endCustomerListQuery, typeof endCustomerList>('/v1/end-customers'),
  getEndCustomer: reads<typeof noQuery, typeof endCustomer, 'end_customer_id'>('/v1/end-customers/:end_customer_id'),
  putEndCustomer: puts<typeof endCustomerRequest, typeof endCustomer, 'end_customer_id'>('/v1/end-customers/:end_customer_id'),
  listPartnerRelations: reads<typeof partnerRelationQuery, typeof partnerRelationList>('/v1/partner-relations'),
  putPartnerRelations: puts<typeof partnerRelationsRequest, typeof partnerRelationList>('/v1/partner-relations'),
  listFiscalYears: reads<typeof customerQuery, typeof fiscalYearList>('/v1/fiscal-years'),
  getFiscalYear: reads<typeof customerQuery, typeof fiscalYearWithHistory, 'fiscal_year_id'>('/v1/fiscal-years/:fiscal_year_id'),
  putFiscalYear: puts<typeof fiscalYearRequest, typeof fiscalYear, 'fiscal_year_id'>('/v1/fiscal-years/:fiscal_year_id'),
  closeFiscalYear: posts<typeof yearStateRequest, typeof fiscalYear, 'fiscal_year_id'>('/v1/fiscal-years/:fiscal_year_id/close'),
  reopenFiscalYear: posts<typeof yearStateRequest, typeof reopenedFiscalYear, 'fiscal_year_id'>('/v1/fiscal-years/:fiscal_year_id/reopen'),
  getPeriodLocks: reads<typeof periodLockQuery, typeof periodLocks>('/v1/period-locks'),
  putPeriodLock: puts<typeof periodLockRequest, typeof periodLocks>('/v1/period-locks'),
  listExchangeRates: reads<typeof exchangeRateQuery, typeof exchangeRateList>('/v1/exchange-rates'),
  putExchangeRates: puts<typeof exchangeRatesRequest, typeof exchangeRateList>('/v1/exchange-rates'),
} as const

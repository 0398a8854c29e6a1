import {
  accountChartRequest,
  accountMappingQuery,
  accountMappingsRequest,
  accountQuery,
} from '../../shared/contract/setup/accounts.ts'
import { endCustomerListQuery } from '../../shared/contract/setup/end-customer-list.ts'
import { endCustomerRequest } from '../../shared/contract/setup/end-customers.ts'
import { partnerRelationQuery, partnerRelationsRequest } from '../../shared/contract/setup/partner-relations.ts'
import {
  customerQuery,
  exchangeRateQuery,
  exchangeRatesRequest,
  fiscalYearRequest,
  noQuery,
  periodLockQuery,
  periodLockRequest,
  yearStateRequest,
} from '../../shared/contract/setup/settings.ts'
import { get, post, put, routes } from '../http/route.ts'
import { putAccountChart } from './accounts/put-account-chart.ts'
import { putAccountMappings } from './accounts/put-account-mappings.ts'
import { readAccountMappings } from './accounts/read-account-mappings.ts'
import { readAccounts } from './accounts/read-accounts.ts'
import { END_CUSTOMER_CSV } from './end-customers/end-customer-csv.ts'
import { readEndCustomers, readEndCustomersPage } from './end-customers/read-end-customers.ts'
import { readOverview } from './end-customers/read-overview.ts'
import { closeFiscalYear } from './fiscal-years/close-fiscal-year.ts'
import { putFiscalYear } from './fiscal-years/put-fiscal-year.ts'
import { readFiscalYear } from './fiscal-years/read-fiscal-year.ts'
import { readFiscalYears } from './fiscal-years/read-fiscal-years.ts'
import { reopenFiscalYear } from './fiscal-years/reopen-fiscal-year.ts'
import { setupOperations } from './operations.ts'
import { putPartnerRelations } from './partner-relations/put-partner-relations.ts'
import { readPartnerRelations } from './partner-relations/read-partner-relations.ts'
import { putEndCustomer } from './put-end-customer.ts'
import { putExchangeRates } from './put-exchange-rates.ts'
import { putPeriodLock } from './put-period-lock.ts'
import { readEndCustomer } from './read-end-customer.ts'
import { readExchangeRates } from './read-exchange-rates.ts'
import { readPeriodLocks } from './read-period-locks.ts'

// biome-ignore format: one line for each endpoint
export const setupRoutes = routes(setupOperations, {
  putAccounts: put('/v1/accounts', 202, accountChartRequest, putAccountChart, { cost: 'expensive' }),
  listAccounts: get('/v1/accounts', accountQuery, readAccounts),
  listAccountMappings: get('/v1/account-mappings', accountMappingQuery, readAccountMappings),
  putAccountMappings: put('/v1/account-mappings', 202, accountMappingsRequest, putAccountMappings, { cost: 'expensive' }),
  listEndCustomers: get('/v1/end-customers', endCustomerListQuery, readEndCustomers, { formats: { csv: END_CUSTOMER_CSV }, shown: readEndCustomersPage }),
  getEndCustomer: get('/v1/end-customers/:end_customer_id', noQuery, readEndCustomer, { answer: 'short', shown: readOverview }),
  putEndCustomer: put('/v1/end-customers/:end_customer_id', 202, endCustomerRequest, putEndCustomer),
  listPartnerRelations: get('/v1/partner-relations', partnerRelationQuery, readPartnerRelations),
  putPartnerRelations: put('/v1/partner-relations', 202, partnerRelationsRequest, putPartnerRelations, { cost: 'expensive' }),
  listFiscalYears: get('/v1/fiscal-years', customerQuery, readFiscalYears, { cost: 'short' }),
  getFiscalYear: get('/v1/fiscal-years/:fiscal_year_id', customerQuery, readFiscalYear, { answer: 'short' }),
  putFiscalYear: put('/v1/fiscal-years/:fiscal_year_id', 202, fiscalYearRequest, putFiscalYear, { cost: 'expensive' }),
  closeFiscalYear: post('/v1/fiscal-years/:fiscal_year_id/close', 202, yearStateRequest, closeFiscalYear, { cost: 'expensive' }),
  reopenFiscalYear: post('/v1/fiscal-years/:fiscal_year_id/reopen', 202, yearStateRequest, reopenFiscalYear, { cost: 'expensive' }),
  getPeriodLocks: get('/v1/period-locks', periodLockQuery, readPeriodLocks),
  putPeriodLock: put('/v1/period-locks', 202, periodLockRequest, putPeriodLock),
  listExchangeRates: get('/v1/exchange-rates', exchangeRateQuery, readExchangeRates),
  putExchangeRates: put('/v1/exchange-rates', 202, exchangeRatesRequest, putExchangeRates),
})

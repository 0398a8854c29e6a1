import type { Random } from '../../../shared/cli/demo/company/random.ts'
import { LOCALES } from '../../../shared/contract/setup/settings.ts'
import { OPEN_WORK_CODES } from '../../../shared/contract/vat/open-work.ts'
import { chartBody, dayBetween, EXPENSE_ACCOUNTS, pick } from './bodies.ts'
import { type Operation, post, put } from './request.ts'

const LOCKS = ['2018-12-31', '2019-12-31', '2021-06-30', '2024-12-31', '2025-03-31'] as const
const YEARS = [
  ['FY2026', '2026-01-01', '2026-12-31'],
  ['FY2026', '2026-01-01', '2027-03-31'],
  ['FY2027', '2027-01-01', '2027-12-31'],
  ['FY2018', '2018-01-01', '2018-12-31'],
  ['FY2018', '2018-07-01', '2018-12-31'],
] as const

/**
 * How the end customers of a storm declare their tax, one kind after the other: agreed and received consideration by the effective
 * method, and net tax rates of two activities. Those that file by the year have filed returns with tax within a minute.
 */
const KINDS = {
  agreed: { method: 'effective', consideration: 'agreed', filing_period: 'quarter' },
  received: { method: 'effective', consideration: 'received', filing_period: 'year' },
  net_rates: {
    method: 'net_tax_rate',
    consideration: 'agreed',
    filing_period: 'year',
    activities: [
      { activity_id: '85591', rate_bp: 620, text: 'Beratung', accounts: ['3400'] },
      { activity_id: '47001', rate_bp: 210, text: 'Handel', accounts: ['3800'] },
    ],
  },
} as const
type Kind = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Kind[]
type Customers = { readonly customer: string; readonly customers: readonly string[] }

/** One way to use each endpoint that changes the setup of an end customer. */
export const SETUP_OPERATIONS = {
  'put /v1/accounts': {
    weight: 1,
    ask: async (random, { name, customer }) => put('/v1/accounts', chartBody(random, customer, name)),
  },
  'put /v1/account-mappings': {
    weight: 2,
    async ask(random, { customer }) {
      const mapping_key = pick(random, ['posting.expense.default', 'posting.expense.category.torture'])
      const valid_from = pick(random, ['2024-01-01', '2026-01-01', '2026-07-01'])
      const mappings = [{ mapping_key, account_code: pick(random, EXPENSE_ACCOUNTS), valid_from }]
      return put('/v1/account-mappings', { end_customer_id: customer, mappings })
    },
  },
  'put /v1/end-customers/:end_customer_id': {
    weight: 2,
    async ask(random, { name, customer }) {
      const vat_method = random.isOneIn(4) ? { vat_method: pick(random, ['effective', 'net_tax_rate']) } : {}
      return put(`/v1/end-customers/${customer}`, {
        name,
        uid: 'CHE-116.281.710 MWST',
        structured_address: { post_code: '3000', town_name: 'Bern', country: 'CH' },
        locale: pick(random, LOCALES),
        ...vat_method,
      })
    },
  },
  'put /v1/fiscal-years/:fiscal_year_id': {
    weight: 2,
    async ask(random, { customer: end_customer_id }) {
      const [id, start_date, end_date] = pick(random, YEARS)
      return put(`/v1/fiscal-years/${id}`, { end_customer_id, start_date, end_date })
    },
  },
  'post /v1/fiscal-years/:fiscal_year_id/close': {
    weight: 3,
    async ask(_, { name, customer, list }) {
      const year = (await list('/v1/fiscal-years')).find(({ state }) => state === 'open')
      const path = `/v1/fiscal-years/${year?.fiscal_year_id}/close`
      return year ? post(path, { end_customer_id: customer, reason: name }) : null
    },
  },
  'post /v1/fiscal-years/:fiscal_year_id/reopen': {
    weight: 2,
    async ask(_, { name, customer, list }) {
      const year = (await list('/v1/fiscal-years')).findLast(({ state }) => state === 'closed')
      const path = `/v1/fiscal-years/${year?.fiscal_year_id}/reopen`
      return year ? post(path, { end_customer_id: customer, reason: name }) : null
    },
  },
  'put /v1/period-locks': {
    weight: 2,
    ask: async (random, { name, customer }) =>
      put('/v1/period-locks', { end_customer_id: customer, locked_through: pick(random, LOCKS), reason: name }),
  },
  'put /v1/partner-relations': {
    weight: 1,
    async ask(random, { name, customer }) {
      const valid_from = dayBetween(random, '2019-01-01', 8)
      const related_to = pick(random, ['holders', 'organs', 'participations', null] as const)
      const relations = [{ partner: { name, reference: 'K-1' }, related_to, valid_from }]
      return put('/v1/partner-relations', { end_customer_id: customer, relations })
    },
  },
  'put /v1/vat-registrations': {
    weight: 1,
    async ask(random, { name, customer, customers }) {
      const registration = registrationOf(random, { customer, customers })
      return put('/v1/vat-registrations', { end_customer_id: customer, ...registration, reason: name })
    },
  },
  'post /v1/vat-returns/:period/file': {
    weight: 2,
    async ask(random, { name, list, ...asking }) {
      const { period, submission } = returnToFile(random, asking, await list('/v1/vat-filings'))
      const codes = random.isOneIn(4) ? [] : OPEN_WORK_CODES
      const accepted = codes.map((code) => ({ code, reason: name }))
      return post(`/v1/vat-returns/${period}/file`, { end_customer_id: asking.customer, submission, accepted })
    },
  },
  'put /v1/supplier-uids': {
    weight: 1,
    async ask(random, { name, customer }) {
      const is_registered = pick(random, [true, false])
      return put('/v1/supplier-uids', {
        end_customer_id: customer,
        uid: 'CHE-109.322.551',
        is_registered,
        reason: name,
      })
    },
  },
  'put /v1/exchange-rates': {
    weight: 2,
    async ask(random, { name, customer }) {
      const day = dayBetween(random, '2019-01-01', 8)
      const time = pick(random, [{ rate_date: day }, { month: `2019-0${day.slice(-1)}` }])
      const rates = [{ currency: 'EUR', ...time, rate: `0.9${random.between(1, 99)}`, source: name }]
      return put('/v1/exchange-rates', { end_customer_id: customer, rates })
    },
  },
} as const satisfies Readonly<Record<string, Operation>>

function kindOf({ customer, customers }: Customers): Kind {
  return NAMES[customers.indexOf(customer) % NAMES.length] as Kind
}

/** The days of the other kinds lie before every document, or ahead. */
function registrationOf(random: Random, asking: Customers): object {
  const kind = kindOf(asking)
  if (kind !== 'agreed')
    return { ...KINDS[kind], valid_from: pick(random, ['2010-01-01', '2010-01-01', '2010-01-01', '2028-01-01']) }
  const valid_from = pick(random, ['0001-01-01', '2027-01-01', '2027-04-01', '2028-01-01'])
  return random.isOneIn(2) ? { ...KINDS.agreed, valid_from } : { method: 'not_registered', valid_from }
}

/** The next return of the kind, beginning with the first day that any document has; sometimes a filed one again, or a year. */
function returnToFile(random: Random, asking: Customers, filings: readonly { readonly period: string }[]) {
  const isQuarterly = kindOf(asking) === 'agreed'
  const filed = filings.map(({ period }) => period).filter((period) => period.includes('-Q') === isQuarterly)
  if (filed.length > 0 && random.isOneIn(3)) return { period: pick(random, filed), submission: 'correction' }
  if (random.isOneIn(6)) return { period: `${random.between(2019, 2026)}`, submission: 'annual_reconciliation' }
  const last = [...filed].sort().at(-1) ?? (isQuarterly ? '2018-Q4' : '2018')
  return { period: isQuarterly ? quarterAfter(last) : `${Number(last) + 1}`, submission: 'first' }
}

function quarterAfter(period: string): string {
  const [year = 0, quarter = 0] = period.split('-Q').map(Number)
  return quarter === 4 ? `${year + 1}-Q1` : `${year}-Q${quarter + 1}`
}

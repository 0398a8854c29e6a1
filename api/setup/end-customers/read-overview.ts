import { registrationOn } from '../../../shared/accounting/vat/registration.ts'
import { periodOfDay } from '../../../shared/accounting/vat/return/periods.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { listReconciledNames } from '../../../shared/store/bank/accounts/reconciled-names.ts'
import { listVatRegistrations } from '../../../shared/store/vat/registrations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { readFiscalYears } from '../fiscal-years/read-fiscal-years.ts'
import { readEndCustomer } from '../read-end-customer.ts'
import { readEndCustomers } from './read-end-customers.ts'

/** What the page of an end customer shows: its settings, what is to be done, and the ways to its years, VAT return and bank accounts. */
export async function readOverview(deps: ApiDeps, request: ReadRequest<unknown>) {
  const settings = await readEndCustomer(deps, request)
  const { end_customer_id } = settings
  const caller = { ...request.caller, end_customer_ids: [end_customer_id] }
  const [listed] = (await readEndCustomers(deps, { ...request, caller, query: {} })).data
  const { data: fiscal_years } = await readFiscalYears(deps, { ...request, query: { end_customer_id } })
  const today = todayInSwitzerland()
  const year = fiscal_years.find(({ end_date }) => today <= end_date) ?? fiscal_years.at(-1)
  const names = await listReconciledNames(deps.pool, end_customer_id, today)
  return {
    ...settings,
    fiscal_year_id: year?.fiscal_year_id ?? null,
    vat_period: listed?.next_vat_period_end ? await periodOf(deps, end_customer_id, listed.next_vat_period_end) : null,
    attention: listed ? toDo(listed) : null,
    fiscal_years,
    bank_accounts: names.map(({ name, account_code }) => {
      const asked = new URLSearchParams({ end_customer_id, bank_account: account_code, date: today })
      return { name, account_code, reconciliation: `/v1/statements/bank-reconciliation?${asked}` }
    }),
  }
}

type Listed = Awaited<ReturnType<typeof readEndCustomers>>['data'][number]

function toDo({ end_customer_id: _, name: __, uid: ___, base_currency: ____, ...to_do }: Listed) {
  return to_do
}

/** The name of the period whose return is to be filed next. */
async function periodOf({ pool }: ApiDeps, end_customer_id: string, last_day: string): Promise<string | null> {
  const { rows } = await listVatRegistrations(pool, end_customer_id, { after: null, limit: 500 })
  const { filing_period } = registrationOn({ vat_registrations: rows }, last_day)
  return filing_period && periodOfDay(last_day, filing_period).name
}

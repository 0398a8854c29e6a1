import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { listReconciledNames } from '../../../shared/store/bank/accounts/reconciled-names.ts'
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
    vat_period: listed?.next_vat_period ?? null,
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

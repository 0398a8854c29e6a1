import { periodOfDay } from '../../../shared/accounting/vat/return/periods.ts'
import type { EndCustomerListQuery, ListedEndCustomer } from '../../../shared/contract/setup/end-customer-list.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import {
  type EndCustomerFilter,
  findPlaceOfCustomer,
  type ListedEndCustomerRow,
} from '../../../shared/store/setup/list-end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import { isUuid } from '../../http/body/validate.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { presentPage, unknownCursor } from '../../http/page.ts'
import { listEverywhere } from './list-everywhere.ts'

/** The end customers that the key covers, with what is to be done for each. */
export async function readEndCustomers(deps: ApiDeps, { caller, query }: ReadRequest<EndCustomerListQuery>) {
  const { limit = 100, starting_after, attention, order = 'end_customer_id' } = query
  const filter = { visible: caller.end_customer_ids, attention, order, limit, today: todayInSwitzerland() }
  const after = starting_after === undefined ? null : await placeOf(deps, starting_after, filter)
  const page = await listEverywhere(deps, filter, after)
  return presentPage('listed_end_customer_list', page, (row) => present(row, filter.today))
}

/** For people: what is to be done first, then until when, then who it is. */
export async function readEndCustomersPage(deps: ApiDeps, request: ReadRequest<EndCustomerListQuery>) {
  const { data, ...list } = await readEndCustomers(deps, request)
  return { ...list, data: data.map(inOrderOfPage) }
}

function inOrderOfPage(listed: ListedEndCustomer) {
  const { end_customer_id, name, uid, base_currency, is_vat_return_due, is_fiscal_year_ended, ...others } = listed
  const { blocked_facts, unbooked_bank_entries, overdue_receivables, overdue_payables, ...dates } = others
  const to_do = { blocked_facts, unbooked_bank_entries, overdue_receivables, overdue_payables }
  return { end_customer_id, name, ...to_do, is_vat_return_due, is_fiscal_year_ended, ...dates, uid, base_currency }
}

async function placeOf({ databases, apiDepsIn }: ApiDeps, starting_after: string, filter: EndCustomerFilter) {
  if (!isUuid(starting_after)) throw unknownCursor()
  const id = starting_after.toLowerCase()
  const place = await findPlaceOfCustomer(apiDepsIn(await databases.of(id)).pool, id, filter)
  if (!place) throw unknownCursor()
  return place
}

/** Dates are compared here, so that nobody has to count anew at midnight. */
function present(row: ListedEndCustomerRow, today: string): ListedEndCustomer {
  const { end_customer_id, name, uid, base_currency, blocked_facts, overdue_receivables, overdue_payables } = row
  return {
    object: 'listed_end_customer',
    ...{ end_customer_id, name, uid, base_currency, blocked_facts },
    unbooked_bank_entries: row.unbooked_entries,
    overdue_receivables,
    next_receivable_due_date: row.next_receivable_due,
    overdue_payables,
    next_payable_due_date: row.next_payable_due,
    next_vat_period_end: row.next_vat_end,
    next_vat_period: nameOfPeriod(row),
    is_vat_return_due: row.next_vat_end !== null && row.next_vat_end < today,
    open_year_end: row.open_year_end,
    open_fiscal_year_id: row.open_year_id,
    is_fiscal_year_ended: row.open_year_end !== null && row.open_year_end < today,
  }
}

function nameOfPeriod({ next_vat_end, filing_period }: ListedEndCustomerRow): string | null {
  return next_vat_end && filing_period && periodOfDay(next_vat_end, filing_period).name
}

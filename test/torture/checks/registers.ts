import type { AccountChartRequest, AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import type { PartnerRelationsRequest } from '../../../shared/contract/setup/partner-relations.ts'
import type { ExchangeRatesRequest, FiscalYearRequest } from '../../../shared/contract/setup/settings.ts'
import type { SupplierUidRequest } from '../../../shared/contract/vat/supplier-uids.ts'
import { there } from '../../support/there.ts'
import type { Sent } from '../load/clients.ts'
import type { Route } from '../load/operations.ts'
import type { Evidence, Finding } from './evidence.ts'

type Write = { readonly slot: string; readonly value: string }
type Bodies = Record<Route, unknown> & {
  'put /v1/accounts': AccountChartRequest
  'put /v1/account-mappings': AccountMappingsRequest
  'put /v1/fiscal-years/:fiscal_year_id': FiscalYearRequest
  'put /v1/partner-relations': PartnerRelationsRequest
  'put /v1/exchange-rates': ExchangeRatesRequest
  'put /v1/supplier-uids': SupplierUidRequest
}
type Register<Body = unknown> = {
  writes(body: Body, key: string, path: string): Write
  readonly found: string
}

/** A write of the year before moves its start. */
const FOLLOWING = 'FY2027'

/** Settings that the next request replaces: the slot of each, and the value of the last write. */
const REGISTERS: { readonly [R in Route]?: Register<Bodies[R]> } = {
  'put /v1/accounts': {
    writes: ({ end_customer_id, valid_from }, value) => ({ slot: `${end_customer_id} ${valid_from}`, value }),
    found: `select end_customer_id || ' ' || valid_from as slot, source_reference as value from chart_versions`,
  },
  'put /v1/account-mappings': {
    writes({ end_customer_id, mappings }) {
      const { mapping_key, valid_from, account_code } = there(mappings[0])
      return { slot: `${end_customer_id} ${mapping_key} ${valid_from}`, value: account_code }
    },
    found: `select end_customer_id || ' ' || mapping_key || ' ' || valid_from as slot, account_code as value
      from account_mappings`,
  },
  'put /v1/end-customers/:end_customer_id': {
    writes: (_, value, path) => ({ slot: path.split('/').at(-1) ?? '', value }),
    found: 'select end_customer_id::text as slot, name as value from end_customers',
  },
  'put /v1/fiscal-years/:fiscal_year_id': {
    writes: ({ end_customer_id, start_date, end_date }, _, path) => ({
      slot: `${end_customer_id} ${path.split('/').at(-1)}`,
      value: path.endsWith(FOLLOWING) ? end_date : `${start_date} to ${end_date}`,
    }),
    found: `select end_customer_id || ' ' || fiscal_year_id as slot,
      case fiscal_year_id when '${FOLLOWING}' then end_date::text else start_date || ' to ' || end_date end as value
      from fiscal_years`,
  },
  'put /v1/partner-relations': {
    writes: ({ end_customer_id, relations }) => ({
      slot: `${end_customer_id} ${there(relations[0]).valid_from}`,
      value: there(relations[0]).partner.name,
    }),
    found: `select end_customer_id || ' ' || valid_from as slot, partner_name as value from partner_relations`,
  },
  'put /v1/supplier-uids': {
    writes: ({ end_customer_id, reason }) => ({ slot: end_customer_id, value: reason }),
    found: 'select end_customer_id::text as slot, reason as value from supplier_uids where reason is not null',
  },
  'put /v1/exchange-rates': {
    writes: ({ end_customer_id, rates }, value) => ({
      slot: `${end_customer_id} ${there(rates[0]).rate_date ?? there(rates[0]).month}`,
      value,
    }),
    found: `select end_customer_id || ' ' || rate_date as slot, source as value from exchange_rates
      union all
      select end_customer_id || ' ' || to_char(month, 'YYYY-MM'), source from average_exchange_rates`,
  },
}

type Timed = Write & { readonly from_ms: number; readonly to_ms: number }

/**
 * Each setting has the value of one of its last writes: after the answer to such a write no other one began. A retry
 * that is done a second time would bring an old value back.
 */
export async function checkRegisters({ sent, query, records }: Evidence): Promise<Finding> {
  const recorded = await records()
  const wrong: string[] = []
  let slots = 0
  for (const [route, { writes, found }] of Object.entries(REGISTERS)) {
    const writes_of_route = sent.filter(
      ({ step, is_conflicting, key }) => step.route === route && !is_conflicting && recorded.has(key),
    )
    const bySlot = Map.groupBy(writes_of_route.map(timed(writes)), ({ slot }) => slot)
    const values = new Map((await query<Write>(found)).map(({ slot, value }) => [slot, value]))
    slots += bySlot.size
    for (const [slot, all] of bySlot) {
      const possible = all.filter((write) => !all.some(({ from_ms }) => from_ms > write.to_ms))
      const value = values.get(slot)
      if (!possible.some((write) => write.value === value))
        wrong.push(`${route} ${slot} is ${value}, last written were ${possible.map((write) => write.value).join(', ')}`)
    }
  }
  return { check: 'the last write of each setting counts', counted: `${slots} settings`, wrong }
}

function timed(writes: Register['writes']) {
  return ({ request, key, attempts }: Sent): Timed => ({
    ...writes(request.body, key, request.path),
    from_ms: Math.min(...attempts.map(({ sent_ms }) => sent_ms)),
    to_ms: Math.min(...attempts.flatMap(({ answer, ended_ms }) => (answer && answer.status < 300 ? [ended_ms] : []))),
  })
}

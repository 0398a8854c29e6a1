import type { KnownPartner } from '../../camt053/matching/target-index.ts'
import type { OpenItemSide } from '../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** Who gets the one payment of a debit. */
export function accountOfOther(details: Fragment): Fragment {
  return sql.fragment`
    case when jsonb_array_length(${details}) = 1 then ${details} #>> '{0,creditor_account,iban}' end
  `
}

/** Documents of more partners that one payment paid say nothing of the next. */
const MOST_PARTNERS = 3

/** The partners whose documents each of these accounts of other sides has paid, or was paid for, the last time. */
export async function findPartnersOfAccounts(
  db: Db,
  end_customer_id: string,
  side: OpenItemSide,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownPartner[]>> {
  if (accounts.length === 0) return new Map()
  const found = await db.any(sql.type(row<KnownPartner & { account: string }>())`
    select wanted.account, paid.name, paid.reference
    from unnest(${sql.array(accounts, 'text')}) as wanted (account)
    cross join lateral (${side === 'document' ? paidFrom(end_customer_id) : paidTo(end_customer_id)}) paid
  `)
  const byAccount = Map.groupBy(found, ({ account }) => account)
  return new Map(
    [...byAccount].map(([account, partners]) => [account, partners.length > MOST_PARTNERS ? [] : partners]),
  )
}

/** sql.md: lateral limit 1 */
function paidFrom(end_customer_id: string): Fragment {
  return sql.fragment`
    select distinct partner_name as name, partner_reference as reference
    from (
      select payment_id from payments
      where payments.end_customer_id = ${end_customer_id} and left(debtor_account, 100) = left(wanted.account, 100)
        and debtor_account = wanted.account and booked_by is not null
      order by payment_id desc
      limit 1
    ) last
    join allocations on allocations.end_customer_id = ${end_customer_id} and allocations.payment_id = last.payment_id
    join allocation_lines line on line.end_customer_id = ${end_customer_id} and line.allocation_id = allocations.allocation_id
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = line.document_id
    where allocations.state <> 'reversed'
    limit ${MOST_PARTNERS + 1}
  `
}

/** sql.md: lateral limit 1 */
function paidTo(end_customer_id: string): Fragment {
  return sql.fragment`
    select distinct partner_name as name, partner_reference as reference
    from (
      select entry_id from camt053_entries
      where camt053_entries.end_customer_id = ${end_customer_id} and used_minor > 0
        and left(payee_account, 100) = left(wanted.account, 100) and payee_account = wanted.account
      order by entry_id desc
      limit 1
    ) last
    join bank_entry_uses used on used.end_customer_id = ${end_customer_id} and used.entry_id = last.entry_id
      and used.used_by = 'settlement' and used.state <> 'released'
    join supplier_settlements settled
      on settled.end_customer_id = ${end_customer_id} and settled.settlement_id = used.source_id
    join open_items item
      on item.end_customer_id = ${end_customer_id} and item.open_item_id = settled.supplier_payable_id
    limit ${MOST_PARTNERS + 1}
  `
}

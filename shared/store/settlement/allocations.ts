import type { TaxToCredit } from '../../accounting/documents/tax-record.ts'
import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import type { AllocationRequest, AllocationState } from '../../contract/settlement/allocations.ts'
import type { PaymentRow } from '../bank/payments.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage } from '../db/pages/list-page.ts'
import { type SaleAfterJson, saleAfter } from '../open-items/named/sale-after.ts'
import { creditItem } from '../open-items/payment-credit.ts'
import { type IntentRow, intentsOn } from './intents.ts'
import { isLossWithoutAccount } from './losses-without-account.ts'

export type AllocationRow = {
  end_customer_id: string
  allocation_id: string
  /** Null where the money stands on an account. */
  payment_id: string | null
  state: AllocationState
  posting_date: string
  /** That of the bank, where it was before. */
  paid_on: string
  currency: string
  amount_minor: bigint
  credit_base_minor: bigint | null
  journal_entry_id: string | null
  reversal_journal_entry_id: string | null
  request: AllocationRequest
  actor_id: string
  request_id: string
  created_at: string
  /** Null without a payment. */
  payment_open_minor: bigint | null
  /** The item that the credit of the payment is now; null without one. */
  credit_item_id: string | null
  /** Null before the payment has left credit. */
  credit_opened_on: string | null
  /** Their amounts are text. */
  lines: AllocationLineRow[]
  is_loss_without_account: boolean
  intents: IntentRow[]
}
type AllocationLineRow = {
  /** Of a payable too. */
  document_id: string
  kind: OpenItemKind
  currency: string
  account_code: string
  partner_name: string
  opened_on: string
  amount_minor: string
  base_amount_minor: string
  open_amount_before_minor: string
  sale_after: SaleAfterJson
  /** Where it sets items off against each other; null without a document. */
  credit: TaxToCredit | null
}

/** The money may have come before the day on which it is allocated. */
const paidOn = sql.fragment`least(allocation.posting_date, payments.booking_date)`

const allocations = sql.fragment`
  select allocation.end_customer_id, allocation_id, payment_id, state, posting_date, ${paidOn} as paid_on, allocation.currency,
    allocation.amount_minor, allocation.credit_base_minor, journal_entry_id, reversal_journal_entry_id, request, actor_id,
    request_id, allocation.created_at, payments.open_amount_minor as payment_open_minor,
    ${creditItem} as credit_item_id, (
      select posting_date from open_items credit
      where credit.end_customer_id = allocation.end_customer_id
        and credit.open_item_id = coalesce(payments.credit_item_id, payments.payment_id)
    ) as credit_opened_on, (
      select jsonb_agg(jsonb_build_object(
        'document_id', line.document_id, 'kind', item.kind, 'currency', item.currency, 'account_code', account_code, 'partner_name', partner_name,
        'opened_on', item.posting_date, 'amount_minor', line.amount_minor::text, 'base_amount_minor', line.base_amount_minor::text,
        'open_amount_before_minor', open_amount_before_minor::text, 'sale_after', case
          when item.kind = 'receivable' and line.amount_minor > 0 and ${paidOn} < greatest(item.posting_date, item.document_date)
          then ${saleAfter(sql.fragment`item`, paidOn)} end,
        'credit', case when line.of_two_sides
          then tax_to_credit(item.end_customer_id, item.open_item_id, allocation.journal_entry_id) end
      ) order by line.line_number)
      from (
        select end_customer_id, document_id, line_number, amount_minor, base_amount_minor, open_amount_before_minor,
          bool_or(amount_minor < 0) over () and bool_or(amount_minor > 0) over () as of_two_sides
        from allocation_lines
        where end_customer_id = allocation.end_customer_id and allocation_id = allocation.allocation_id
      ) line
      join open_items item on item.end_customer_id = line.end_customer_id and item.open_item_id = line.document_id
    ) as lines,
    ${isLossWithoutAccount(sql.fragment`allocation`)} as is_loss_without_account,
    ${intentsOn({ end_customer_id: sql.fragment`allocation.end_customer_id`, subject_id: sql.fragment`allocation_id` })}
  from allocations allocation left join payments using (end_customer_id, payment_id)
`

export function findAllocation(db: Db, allocation_id: string, visible: Visibility): Promise<AllocationRow | null> {
  return db.maybeOne(sql.type(row<AllocationRow>())`
    ${allocations} where allocation_id = ${allocation_id} and ${visibleTo(visible, sql.fragment`allocation.end_customer_id`)}
  `)
}

export type AllocationFilter = {
  readonly end_customer_id: string
  readonly payment_uuid: string | null
  /** Items that it has a line for, each of them. */
  readonly item_uuids: readonly (string | null)[]
  readonly state: AllocationState | null
  readonly limit: number
}

/** Oldest first. */
export function listAllocations(db: Db, filter: AllocationFilter, after: string | null) {
  const { end_customer_id, payment_uuid, item_uuids, state, limit } = filter
  return listPage<AllocationRow>(
    db,
    sql.fragment`
    ${allocations}
    ${keysetPage({
      conditions: [
        sql.fragment`allocation.end_customer_id = ${end_customer_id}`,
        payment_uuid && sql.fragment`payment_id = ${payment_uuid}`,
        state && sql.fragment`state = ${state}`,
        ...item_uuids.map((uuid) => uuid && hasLineFor(end_customer_id, uuid)),
      ],
      key: 'allocation_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

function hasLineFor(end_customer_id: string, item_uuid: string) {
  return sql.fragment`exists (
    select from allocation_lines line
    where line.end_customer_id = ${end_customer_id} and line.allocation_id = allocation.allocation_id
      and line.document_id = ${item_uuid}
  )`
}

/** The reversal of the allocation or voucher that booked the payment is requested and not done; it removes the credit too. */
export function isBookingBeingReversed(db: Db, { end_customer_id, booked_by }: PaymentRow): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from intents
    where end_customer_id = ${end_customer_id} and subject_id = ${booked_by}::uuid
      and intent_type in ('allocation_reversal', 'source_fact_reversal') and state in ('pending', 'blocked')
  `)
}

/** The other allocations of the same payment that are not reversed. */
export function findOtherAllocations(db: Db, allocation: AllocationRow): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ allocation_id: string }>())`
    select allocation_id from allocations
    where end_customer_id = ${allocation.end_customer_id} and payment_id = ${allocation.payment_id} and state <> 'reversed'
      and allocation_id <> ${allocation.allocation_id}
    order by allocation_id
  `)
}

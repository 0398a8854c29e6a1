import type { DaysOfPayments, DiscountedDocument } from '../../accounting/orders/early-payment.ts'
import { closedByDeductions } from '../../accounting/settlement/deductions/deduction-table.ts'
import type { SettlementRequest, SettlementState } from '../../contract/settlement/settlements.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type Fragment, keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { type IntentRow, intentsOn } from './intents.ts'
import { daysOfPayments } from './paid/days-of-payments.ts'

/** As they were sent, with what follows of them. */
export type SettlementTerms = Pick<SettlementRequest, 'account_code' | 'deductions' | 'paid'> & {
  /** What of the amount is beyond the payable. The advance has the id of the settlement. */
  readonly advance_minor?: number
}

export type NewSettlement = {
  readonly end_customer_id: string
  readonly settlement_id: string
  readonly supplier_payable_id: string
  readonly settlement_date: string
  readonly currency: string
  /** What it closes of the payable. */
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  readonly open_amount_before_minor: bigint
  readonly bank_reference: string | null
  readonly evidence_sha256: string | null
  readonly evidence_entry_id: string | null
  readonly evidence_used_minor: bigint
  readonly bank_base_minor: bigint | null
  readonly bank_account: string | null
  readonly reviewer_justification: string
  /** What the request has said beside that; null where it has said no more. */
  readonly terms: SettlementTerms | null
  readonly actor_id: string
  readonly request_id: string
  readonly created_at: string
}

export type SettlementRow = NewSettlement & {
  state: SettlementState
  account_code: string
  supplier_name: string
  opened_on: string
  evidence_currency: string | null
  journal_entry_id: string | null
  reversal_journal_entry_id: string | null
  intents: IntentRow[]
}

/** With what answers warn of. Booking it needs nothing of that. */
export type SettlementWithDiscounts = SettlementRow & {
  /** What the order of its money has taken off as a discount, and it has not; null where something else is the case, or nothing is open any more. */
  readonly discount_left_minor: bigint | null
  /** As it is now. */
  readonly payable: PaidPayable
}

/** As JSON; amounts are text. */
type PaidPayable = {
  readonly document_date: string
  readonly amount_minor: string
  readonly open_amount_minor: string
  readonly discount_terms: DiscountedDocument['discount_terms']
  /** None where nothing is open, or the document has no terms. */
  readonly paid_on: DaysOfPayments
}

/** The amount of the request: what the money closes and what is beyond that, without what deductions do. */
export function settledMinor({ amount_minor, terms }: Pick<SettlementRow, 'amount_minor' | 'terms'>): bigint {
  return amount_minor - closedByDeductions('payable', terms?.deductions) + BigInt(terms?.advance_minor ?? 0)
}

/** It closes just what an order has paid, and leaves what that has taken off. */
const discountLeft = sql.fragment`(
  select line.discount_minor from payment_order_lines line
  where line.end_customer_id = settlement.end_customer_id and line.supplier_payable_id = settlement.supplier_payable_id
    and line.payment_order_id < settlement.settlement_id and line.state in ('ordered', 'paid')
    and line.discount_minor > 0 and line.amount_minor = settlement.amount_minor
    and settlement.state <> 'reversed' and payable.open_amount_minor > 0
  order by line.payment_order_id desc
  limit 1
)`

const discountTerms = sql.fragment`(
  select fact.request #> '{payload,discount_terms}' from source_facts fact
  where fact.end_customer_id = payable.end_customer_id and fact.source_fact_id = payable.source_fact_id
)`

const paidPayable = sql.fragment`jsonb_build_object(
  'document_date', payable.document_date, 'amount_minor', payable.amount_minor::text,
  'open_amount_minor', payable.open_amount_minor::text, 'discount_terms', ${discountTerms},
  'paid_on', case when payable.open_amount_minor > 0 and ${discountTerms} is not null then ${daysOfPayments('payable')} else '[]' end
)`

const settlementsWith = (more: Fragment) => sql.fragment`
  select settlement.end_customer_id, settlement_id, supplier_payable_id, settlement.state, settlement_date,
    settlement.currency, settlement.amount_minor, settlement.base_amount_minor, open_amount_before_minor,
    bank_reference, evidence_sha256, evidence_entry_id, evidence_used_minor, evidence.currency as evidence_currency,
    bank_base_minor, bank_account, reviewer_justification, terms, settlement.journal_entry_id, reversal_journal_entry_id,
    actor_id, request_id, settlement.created_at, payable.account_code, partner_name as supplier_name,
    payable.posting_date as opened_on, ${more}
    ${intentsOn({ end_customer_id: sql.fragment`settlement.end_customer_id`, subject_id: sql.fragment`settlement_id` })}
  from supplier_settlements settlement
  join open_items payable
    on payable.end_customer_id = settlement.end_customer_id and payable.open_item_id = settlement.supplier_payable_id
  left join camt053_entries evidence
    on evidence.end_customer_id = settlement.end_customer_id and evidence.entry_id = settlement.evidence_entry_id
`

const withDiscounts = settlementsWith(sql.fragment`${discountLeft} as discount_left_minor, ${paidPayable} as payable,`)

export function findSettlement(db: Db, settlement_id: string, visible: Visibility): Promise<SettlementRow | null> {
  return db.maybeOne(
    sql.type(row<SettlementRow>())`${settlementsWith(sql.fragment``)} ${hasId(settlement_id, visible)}`,
  )
}

export function findSettlementWithDiscounts(
  db: Db,
  settlement_id: string,
  visible: Visibility,
): Promise<SettlementWithDiscounts | null> {
  return db.maybeOne(sql.type(row<SettlementWithDiscounts>())`${withDiscounts} ${hasId(settlement_id, visible)}`)
}

function hasId(settlement_id: string, visible: Visibility): Fragment {
  return sql.fragment`
    where settlement_id = ${settlement_id} and ${visibleTo(visible, sql.fragment`settlement.end_customer_id`)}
  `
}

/** Oldest first. */
export function listSettlements(
  db: Db,
  supplier_payable_id: string,
  visible: Visibility,
  after: string | null,
  limit: number,
): Promise<Page<SettlementWithDiscounts>> {
  return listPage<SettlementWithDiscounts>(
    db,
    sql.fragment`
    ${withDiscounts}
    ${keysetPage({
      conditions: [
        sql.fragment`supplier_payable_id = ${supplier_payable_id}`,
        visibleTo(visible, sql.fragment`settlement.end_customer_id`),
      ],
      key: 'settlement_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

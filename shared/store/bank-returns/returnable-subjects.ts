import type { ReturnedSubject } from '../../accounting/bank-returns/plan-return.ts'
import { closedByDeductions, paidOnTop } from '../../accounting/settlement/deductions/deduction-table.ts'
import type { TransactionDetails } from '../../camt053/bank-entry/transaction-details.ts'
import { realReference } from '../../camt053/repeats/bank-references.ts'
import type { Returnable } from '../../camt053/returns/find-returned.ts'
import type { PaidCreditor } from '../../camt053/returns/find-sent-back.ts'
import { type PaymentNames, paymentNamesOf } from '../../camt053/returns/returned-money.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { amountsAsBigint } from '../db/json.ts'
import { recordset } from '../db/recordset.ts'
import { isStandingReturn } from '../open-items/ordered-now.ts'
import type { SettlementTerms } from '../settlement/settlements.ts'
import type { ReturnedOf } from './bank-returns.ts'
import { onlyDocument } from './item-of-return.ts'
import { debitsOfSeveral, type ReturningEntry } from './open-returns.ts'

/** A booked settlement or allocation of money that may have come back. */
export type ReturnableSubject = Returnable &
  ReturnedSubject & {
    /** The bank entry that may bring it back. */
    readonly coming_id: string
    readonly returned_of: ReturnedOf
    readonly original_entry_id: string
    readonly payment_id: string | null
    /** Of ours that its bank entry names. */
    readonly batch_ids: readonly string[]
    readonly booking_ref: string | null
    readonly elsewhere_minor: bigint
    readonly creditor: PaidCreditor | null
    /** All its money went to one item: a voucher knows what gets a part back. */
    readonly is_plain: boolean
  }

/** Payments come back within weeks; direct debits within 13 months. */
const MOST_DAYS = 400
const MOST_FOUND = 500
/** What comes back without a word and names no document does so within weeks. */
const MOST_DAYS_UNSAID = 90

/** Of a name: the index has no more of it. */
const LONGEST_NAME = 100

type SubjectRow = Pick<
  ReturnableSubject,
  | 'batch_ids'
  | 'coming_id'
  | 'elsewhere_minor'
  | 'exchange'
  | 'is_plain'
  | 'subject_id'
  | 'returned_of'
  | 'original_entry_id'
  | 'payment_id'
> & {
  readonly moved_minor: bigint
  readonly returned_before_minor: bigint
  readonly is_taken_back: boolean
  readonly is_alone: boolean
  readonly acct_svcr_ref: string | null
  readonly transaction_number: number | null
  readonly is_notified: boolean
  /** As JSON; amounts are text. */
  readonly details: string
  readonly ordered_as: readonly string[]
  /** The last one of them before the settlement: ids that are made later sort later. */
  readonly paid_as: string | null
  readonly references: readonly (string | null)[]
  readonly end_to_end_id: string | null
  readonly terms: SettlementTerms | null
  readonly partner_name: string | null
  readonly document_number: string | null
  readonly is_recent: boolean
  readonly creditor_ibans: readonly string[]
  /** Of an allocation. */
  readonly has_deductions: boolean
}

const COMING = {
  coming_id: 'uuid',
  bank_account: 'text',
  currency: 'text',
  credit_debit: 'text',
  day: 'date',
  sent_minor: 'int8',
  names: 'jsonb',
} as const

/**
 * Settlements and allocations that have booked money which bank entries may bring back, by the ids of these: of the same account and
 * currency in the other direction, with one of their names, or a payment that the import has found to be taken back. Of a credit of one payment also the
 * settlements of just its amount.
 */
export async function findReturnableSubjects(
  db: Db,
  end_customer_id: string,
  returning: readonly ReturningEntry[],
): Promise<ReadonlyMap<string, readonly ReturnableSubject[]>> {
  if (returning.length === 0) return new Map()
  const found = await db.any(sql.type(row<SubjectRow>())`
    select coming_id, used.source_id as subject_id, used.used_by as returned_of,
      original.entry_id as original_entry_id, used.payment_id, used.amount_minor as moved_minor,
      original.entry ->> 'acct_svcr_ref' as acct_svcr_ref,
      coalesce(payment.returned_by = coming_id, false) as is_taken_back, payment.transaction_number,
      payment.end_to_end_id, array_append(coalesce(payment.payment_references, '{}'), payable.payment_reference) as "references",
      settlement.terms, case when settlement.currency <> coming.currency then
        case when terms ->> 'advance_minor' is null and coming.currency = (
          select base_currency from end_customers where end_customer_id = ${end_customer_id}
        ) then 'plain' else 'unclear' end else 'none' end as exchange, exists (
        select from allocations allocation
        where allocation.end_customer_id = ${end_customer_id} and allocation.allocation_id = used.source_id
          and request @? '$.lines[*].deductions[*]'
      ) as has_deductions, case used.used_by when 'settlement' then settlement.terms ->> 'advance_minor' is null else exists (
        select from allocations allocation
        ${onlyDocument(sql.fragment`coming.currency`)}
        where allocation.end_customer_id = ${end_customer_id} and allocation.allocation_id = used.source_id
      ) end as is_plain, (
        select count(*) = 1 from bank_entry_uses other
        where other.end_customer_id = ${end_customer_id} and other.entry_id = original.entry_id and other.state <> 'released'
      ) as is_alone, case when original.dismissed_by is null then 0 else original.amount_minor - original.used_minor end + (
        select coalesce(sum(other.amount_minor), 0)::bigint from bank_entry_uses other
        where other.end_customer_id = ${end_customer_id} and other.entry_id = original.entry_id and other.state = 'posted'
          and other.used_by in ('voucher', 'link')
      ) as elsewhere_minor, is_notified, told.details::text as details, ordered_as, paid_as,
      payable.partner_name, payable.document_number,
      coalesce(used.posting_date >= coming.day - ${MOST_DAYS_UNSAID}::integer, false) as is_recent, array_remove(
        creditor_ibans || original.payee_account || (
          select request #>> '{payload,supplier,iban}' from source_facts fact
          where fact.end_customer_id = ${end_customer_id} and fact.source_fact_id = payable.source_fact_id
        ), null
      ) as creditor_ibans, array(
        select distinct upper(part ->> 'pmt_inf_id')
        from jsonb_array_elements((original.entry -> 'batch') || (original.entry -> 'tx_details')) part
        where part ->> 'pmt_inf_id' is not null
      ) as batch_ids, (
        select coalesce(sum(back.returned_minor), 0)::bigint
        from bank_returns back
        where back.end_customer_id = ${end_customer_id} and back.subject_id = used.source_id and ${isStandingReturn}
      ) as returned_before_minor
    from ${recordset('coming', COMING, returning.map(comingRow))}
    ${originalsOf(end_customer_id)}
    join bank_entry_uses used
      on used.end_customer_id = ${end_customer_id} and used.entry_id = original.entry_id and used.state = 'posted'
        and used.used_by in ('allocation', 'settlement')
    left join payments payment
      on payment.end_customer_id = ${end_customer_id} and payment.payment_id = used.payment_id
    left join supplier_settlements settlement
      on settlement.end_customer_id = ${end_customer_id} and settlement.settlement_id = used.source_id
    left join open_items payable
      on payable.end_customer_id = ${end_customer_id} and payable.open_item_id = settlement.supplier_payable_id
    cross join lateral (
      select coalesce(array_agg(line.end_to_end_id), '{}') as ordered_as,
        coalesce(array_agg(line.creditor_iban), '{}') as creditor_ibans, (array_agg(
        line.end_to_end_id order by line.payment_order_id desc
      ) filter (where line.payment_order_id < settlement.settlement_id))[1] as paid_as
      from payment_order_lines line
      where line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = settlement.supplier_payable_id
    ) ordered
    ${detailsOf(end_customer_id)}
    order by coming_id, used.source_id
  `)
  return Map.groupBy(found.map(subjectOf), ({ coming_id }) => coming_id)
}

function comingRow({ entry_id, bank_account, currency, credit_debit, day, sent_by, ...named }: ReturningEntry) {
  const ofParts = named.parts.flatMap((part) => Object.values(part.names).flat())
  const names = [...new Set([...ofParts, ...named.batch_ids, ...named.booking_refs])]
  const found_by = names.map((name) => name.slice(0, LONGEST_NAME))
  const sent_minor = sent_by && named.left_minor
  return { coming_id: entry_id, bank_account, currency, credit_debit, day, sent_minor, names: found_by }
}

/** The bank entries that have moved what is coming back may be, the newest ones of many. */
function originalsOf(end_customer_id: string): Fragment {
  return sql.fragment`
    cross join lateral (
      select original.entry_id, original.entry, original.amount_minor, original.used_minor, original.dismissed_by,
        original.payee_account
      from (
        select entry_id from bank_entry_names named
        where named.end_customer_id = ${end_customer_id} and name = any(array(select jsonb_array_elements_text(coming.names)))
        union
        select entry_id from payments
        where payments.end_customer_id = ${end_customer_id} and returned_by = coming_id
        union
        select entry_id from bank_entry_uses paid
        where paid.end_customer_id = ${end_customer_id} and paid.amount_minor = coming.sent_minor
          and paid.used_by = 'settlement' and paid.state = 'posted'
          and paid.posting_date >= coming.day - ${MOST_DAYS}::integer
        union
        select back.original_entry_id from bank_returns back
        where back.end_customer_id = ${end_customer_id} and back.entry_id = coming_id and ${isStandingReturn}
          and coming.sent_minor is not null
        union
        select several.entry_id from (${debitsOfSeveral(end_customer_id, sql.fragment`coming.sent_minor`)}) several
      ) found
      join camt053_entries original
        on original.end_customer_id = ${end_customer_id} and original.entry_id = found.entry_id
      where original.account = any(bank_account_names(${end_customer_id}, coming.bank_account))
        and original.currency = coming.currency and original.credit_debit <> coming.credit_debit
        and original.booking_date between coming.day - ${MOST_DAYS}::integer and coming.day
        and original.entry_id <> coming_id and original.used_minor > 0
      order by original.booking_date desc, original.entry_id desc
      limit ${MOST_FOUND}
    ) original`
}

/** Of a batch only the details that may be those of the payment. */
function detailsOf(end_customer_id: string): Fragment {
  return sql.fragment`
    cross join lateral (
      select coalesce(jsonb_agg(tx), original.entry -> 'tx_details') as whole, count(tx) > 0 as is_notified
      from camt054_entries notified, jsonb_array_elements(notified.entry -> 'tx_details') tx
      where notified.end_customer_id = ${end_customer_id} and notified.entry_id = original.entry_id
        and notified.state = 'joined'
    ) notified
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('place', place, 'tx', tx) order by place), '[]') as details
      from jsonb_array_elements(notified.whole) with ordinality as listed (tx, place)
      where jsonb_array_length(notified.whole) = 1 or place = payment.transaction_number
        or upper(tx ->> 'end_to_end_id') = any(ordered_as)
        or exists (
          select from bank_names_in(jsonb_build_object('tx_details', jsonb_build_array(tx))) name
          where coming.names @> to_jsonb(name)
        )
    ) told`
}

function subjectOf(found: SubjectRow): ReturnableSubject {
  const {
    coming_id,
    subject_id,
    returned_of,
    original_entry_id,
    payment_id,
    moved_minor,
    returned_before_minor,
    terms,
  } = found
  const for_item_minor = moved_minor - paidOnTop('payable', terms?.deductions)
  return {
    ...{
      coming_id,
      subject_id,
      returned_of,
      original_entry_id,
      payment_id,
      moved_minor,
      for_item_minor,
      returned_before_minor,
    },
    is_taken_back: found.is_taken_back,
    exchange: found.exchange,
    is_plain: found.is_plain,
    batch_ids: found.batch_ids,
    booking_ref: realReference(found.acct_svcr_ref),
    elsewhere_minor: found.elsewhere_minor,
    creditor: creditorOf(found),
    has_deductions: found.has_deductions || closedByDeductions('payable', terms?.deductions) > 0n,
    left_minor: (returned_before_minor === 0n ? moved_minor : for_item_minor) - returned_before_minor,
    names: namesOfSubject(found),
  }
}

function creditorOf({
  partner_name: name,
  document_number,
  creditor_ibans: ibans,
  is_recent,
}: SubjectRow): PaidCreditor | null {
  return name === null ? null : { name, document_number, ibans, is_recent }
}

/** Of a batch only the transaction that the settlement or allocation has paid, as far as that can be told. */
function namesOfSubject(found: SubjectRow): PaymentNames {
  const numberedDetails = JSON.parse(found.details, amountsAsBigint) as { place: number; tx: TransactionDetails }[]
  const details = numberedDetails.map(({ tx }) => tx)
  const { is_alone, transaction_number, is_notified, moved_minor, ordered_as, paid_as } = found
  const ordered = details.filter(({ end_to_end_id }) => ordered_as.includes(realReference(end_to_end_id) ?? ''))
  const ofAmount = ordered.length > 0 ? ordered : details.filter((one) => one.amount_minor === moved_minor)
  const isNumbered = transaction_number !== null && transaction_number > 0 && !is_notified
  const numbered = isNumbered && numberedDetails.flatMap(({ place, tx }) => (place === transaction_number ? [tx] : []))
  const own = numbered || (is_alone ? details : ofAmount)
  const names = paymentNamesOf(own, is_alone ? found.acct_svcr_ref : null)
  const real = (texts: readonly (string | null)[]) => texts.flatMap((text) => realReference(text) ?? [])
  // The payable may be in other orders too: a debit that says which payment it is was that one, another one that of the last order.
  const ordered_ids = names.end_to_end_id.length > 0 ? [] : [paid_as]
  return {
    ...names,
    end_to_end_id: [...names.end_to_end_id, ...real([found.end_to_end_id, ...ordered_ids])],
    reference: [...names.reference, ...real(found.references)],
  }
}

import type { ReturnedSubject } from '../../accounting/bank-returns/plan-return.ts'
import { closedByDeductions, paidOnTop } from '../../accounting/settlement/deductions/deduction-table.ts'
import type { TransactionDetails } from '../../camt053/bank-entry/transaction-details.ts'
import { realReference } from '../../camt053/repeats/bank-references.ts'
import type { Returnable } from '../../camt053/returns/find-returned.ts'
import { type PaymentNames, paymentNamesOf } from '../../camt053/returns/returned-money.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { amountsAsBigint } from '../db/json.ts'
import { isStandingReturn } from '../open-items/ordered-now.ts'
import type { SettlementTerms } from '../settlement/settlements.ts'
import type { ReturningEntry } from './open-returns.ts'

export type ReturnedOf = 'allocation' | 'settlement'

/** A booked settlement or allocation of money that may have come back. */
export type ReturnableSubject = Returnable &
  ReturnedSubject & {
    readonly returned_of: ReturnedOf
    readonly original_entry_id: string
    readonly payment_id: string | null
  }

/** Payments come back within weeks; direct debits within 13 months. */
const MOST_DAYS = 400
const MOST_FOUND = 500

type SubjectRow = Pick<ReturnableSubject, 'subject_id' | 'returned_of' | 'original_entry_id' | 'payment_id'> & {
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
  readonly references: readonly (string | null)[]
  readonly end_to_end_id: string | null
  readonly terms: SettlementTerms | null
  /** Of an allocation. */
  readonly has_deductions: boolean
}

/**
 * Settlements and allocations that have booked money which a bank entry may give back: of the same account and currency in the
 * other direction, with one of its names, or a payment that the import has found to be taken back.
 */
export async function findReturnableSubjects(
  db: Db,
  end_customer_id: string,
  back: ReturningEntry,
): Promise<ReturnableSubject[]> {
  const names = [...new Set(back.parts.flatMap(({ names }) => Object.values(names).flat()))]
  const wanted = sql.array(names, 'text')
  const found = await db.any(sql.type(row<SubjectRow>())`
    select used.source_id as subject_id, used.used_by as returned_of, original.entry_id as original_entry_id,
      used.payment_id, used.amount_minor as moved_minor, original.entry ->> 'acct_svcr_ref' as acct_svcr_ref,
      coalesce(payment.returned_by = ${back.entry_id}, false) as is_taken_back, payment.transaction_number,
      payment.end_to_end_id, array_append(coalesce(payment.payment_references, '{}'), payable.payment_reference) as "references",
      settlement.terms, exists (
        select from allocations allocation
        where allocation.end_customer_id = ${end_customer_id} and allocation.allocation_id = used.source_id
          and request @? '$.lines[*].deductions[*]'
      ) as has_deductions, (
        select count(*) = 1 from bank_entry_uses other
        where other.end_customer_id = ${end_customer_id} and other.entry_id = original.entry_id and other.state <> 'released'
      ) as is_alone, notified.details is not null as is_notified,
      coalesce(notified.details, original.entry -> 'tx_details')::text as details, ordered_as, (
        select coalesce(sum(back.returned_minor), 0)::bigint
        from bank_returns back
        where back.end_customer_id = ${end_customer_id} and back.subject_id = used.source_id and ${isStandingReturn}
      ) as returned_before_minor
    from camt053_entries original
    join bank_entry_uses used
      on used.end_customer_id = original.end_customer_id and used.entry_id = original.entry_id and used.state = 'posted'
        and used.used_by in ('allocation', 'settlement')
    left join payments payment
      on payment.end_customer_id = ${end_customer_id} and payment.payment_id = used.payment_id
    left join supplier_settlements settlement
      on settlement.end_customer_id = ${end_customer_id} and settlement.settlement_id = used.source_id
    left join open_items payable
      on payable.end_customer_id = ${end_customer_id} and payable.open_item_id = settlement.supplier_payable_id
    left join lateral (
      select jsonb_agg(tx) as details
      from camt054_entries notified, jsonb_array_elements(notified.entry -> 'tx_details') tx
      where notified.end_customer_id = ${end_customer_id} and notified.entry_id = original.entry_id
        and notified.state = 'joined'
    ) notified on true
    cross join lateral (
      select coalesce(array_agg(line.end_to_end_id), '{}') as ordered_as from payment_order_lines line
      where line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = settlement.supplier_payable_id
    ) ordered
    where original.end_customer_id = ${end_customer_id}
      and original.account = any(bank_account_names(${end_customer_id}, ${back.bank_account}))
      and original.currency = ${back.currency} and original.credit_debit <> ${back.credit_debit}
      and original.booking_date between ${back.day}::date - ${MOST_DAYS}::integer and ${back.day}::date
      and original.entry_id <> ${back.entry_id} and (
        payment.returned_by = ${back.entry_id}
        or array[${real(sql.fragment`payment.end_to_end_id`)}, ${real(sql.fragment`payable.payment_reference`)}] && ${wanted}
        or payment.payment_references && ${wanted} or ordered_as && ${wanted}
        or ${real(sql.fragment`original.entry ->> 'acct_svcr_ref'`)} = any(${wanted})
        or exists (
          select from jsonb_array_elements(coalesce(notified.details, original.entry -> 'tx_details')) tx
          where array[
            ${real(sql.fragment`tx ->> 'uetr'`)}, ${real(sql.fragment`tx ->> 'end_to_end_id'`)},
            ${real(sql.fragment`tx ->> 'acct_svcr_ref'`)}
          ] && ${wanted} or exists (
            select from jsonb_array_elements(tx -> 'creditor_refs') ref
            where ${real(sql.fragment`ref ->> 'ref'`)} = any(${wanted})
          )
        )
      )
    order by used.source_id
    limit ${MOST_FOUND}
  `)
  return found.map(subjectOf)
}

/** As realReference writes it; what is no reference is never wanted. */
function real(text: Fragment): Fragment {
  return sql.fragment`upper(regexp_replace(${text}, '[[:space:]]', '', 'g'))`
}

function subjectOf(found: SubjectRow): ReturnableSubject {
  const { subject_id, returned_of, original_entry_id, payment_id, moved_minor, returned_before_minor, terms } = found
  const for_item_minor = moved_minor - paidOnTop('payable', terms?.deductions)
  return {
    ...{ subject_id, returned_of, original_entry_id, payment_id, moved_minor, for_item_minor, returned_before_minor },
    is_taken_back: found.is_taken_back,
    has_deductions: found.has_deductions || closedByDeductions('payable', terms?.deductions) > 0n,
    left_minor: (returned_before_minor === 0n ? moved_minor : for_item_minor) - returned_before_minor,
    names: namesOfSubject(found),
  }
}

/** Of a batch only the transaction that the settlement or allocation has paid, as far as that can be told. */
function namesOfSubject(found: SubjectRow): PaymentNames {
  const details = JSON.parse(found.details, amountsAsBigint) as TransactionDetails[]
  const { is_alone, transaction_number, is_notified, moved_minor, ordered_as } = found
  const ordered = details.filter(({ end_to_end_id }) => ordered_as.includes(realReference(end_to_end_id) ?? ''))
  const ofAmount = ordered.length > 0 ? ordered : details.filter((one) => one.amount_minor === moved_minor)
  const isNumbered = transaction_number !== null && transaction_number > 0 && !is_notified
  const numbered = isNumbered && details.slice(transaction_number - 1, transaction_number)
  const own = numbered || (is_alone ? details : ofAmount)
  const names = paymentNamesOf(own, is_alone ? found.acct_svcr_ref : null)
  const real = (texts: readonly (string | null)[]) => texts.flatMap((text) => realReference(text) ?? [])
  // The payable may be in another order too: a debit that says which payment it is was that one.
  const ordered_ids = names.end_to_end_id.length > 0 ? [] : ordered_as
  return {
    ...names,
    end_to_end_id: [...names.end_to_end_id, ...real([found.end_to_end_id, ...ordered_ids])],
    reference: [...names.reference, ...real(found.references)],
  }
}

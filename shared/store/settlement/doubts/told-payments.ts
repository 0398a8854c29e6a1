import type { DoubtedPayment } from '../../../camt053/matching/orders/doubt-of-payment.ts'
import { publicId } from '../../../process/ids.ts'
import { MOST_NAME, MOST_TEXT } from '../../bank/open-movements.ts'
import { documentsPaidUp as documentsPaidUpBy, referencesPaidUp } from '../../bank/uses/references-paid-up.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { compacted } from '../../open-items/named/compacted.ts'
import type { AllocationRow } from '../allocations.ts'
import { billedElsewhere } from './billed-elsewhere.ts'
import { isAlike, itemsOfAllocation } from './items-of-allocation.ts'

/** What the payment of an allocation tells, and what is known of that. */
export type AllocatedPayment = Omit<DoubtedPayment, 'numbered'> & {
  readonly end_customer_id: string
  readonly allocation_id: string
  readonly entry_id: string
  readonly amount_minor: bigint
  readonly currency: string
}

const hasReference = sql.fragment`
  other.end_customer_id = allocation.end_customer_id
    and ${compacted(sql.fragment`other.payment_reference`)} = ${compacted(sql.fragment`ref`)}
`

const referencesOfOthers = sql.fragment`array(
  select ref from unnest(payments.payment_references) ref
  where exists (
    select from open_items other
    where ${hasReference} and not exists (select from ${itemsOfAllocation} and item.open_item_id = other.open_item_id)
  )
)`

/**
 * Of documents that were paid before, of the same customer and amount as one of the allocation: who pays by a standing order has one reference for
 * ever. Not where something is open of one that has it.
 */
const referencesPaidBefore = sql.fragment`array(
  select ref from unnest(payments.payment_references) ref
  where not exists (select from open_items other where ${hasReference} and other.open_amount_minor <> 0)
    and exists (
      select from open_items other
      where ${hasReference} and other.closed_on <= allocation.posting_date
        and exists (select from ${itemsOfAllocation} and ${isAlike})
    )
)`

const paidUp = referencesPaidUp({
  end_customer_id: sql.fragment`allocation.end_customer_id`,
  entry_id: sql.fragment`payments.entry_id`,
  references: sql.fragment`payments.payment_references`,
  payment_id: sql.fragment`payments.payment_id`,
})

const documentsPaidUp = documentsPaidUpBy({
  end_customer_id: sql.fragment`allocation.end_customer_id`,
  entry_id: sql.fragment`payments.entry_id`,
  payment_id: sql.fragment`payments.payment_id`,
})

/** For those of these allocations that have a payment. No query is made for none. */
export async function findToldPayments(db: Db, allocations: readonly AllocationRow[]): Promise<AllocatedPayment[]> {
  if (allocations.length === 0) return []
  const told = await db.any(sql.type(row<AllocatedPayment>())`
    select allocation.end_customer_id, allocation.allocation_id, payments.entry_id, payments.amount_minor, payments.currency,
      payments.payment_references as references, left(payments.remittance_text, ${MOST_TEXT}) as text,
      left(payments.debtor_name, ${MOST_NAME}) as debtor_name, payments.debtor_account,
      array(select item.payment_reference from ${itemsOfAllocation}) as own,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'document_number', item.document_number, 'document_date', item.document_date, 'due_date', item.due_date,
          'partner_name', item.partner_name
        )), '[]')
        from ${itemsOfAllocation}
      ) as own_documents,
      ${referencesOfOthers} as of_others, ${paidUp} as paid_up, ${referencesPaidBefore} as paid_before,
      ${documentsPaidUp} as documents_paid_up, ${billedElsewhere} as billed_elsewhere
    from ${recordset('wanted', { end_customer_id: 'uuid', allocation_id: 'uuid' }, allocations.map(keyOf))}
    join allocations allocation using (end_customer_id, allocation_id)
    join payments on payments.end_customer_id = allocation.end_customer_id and payments.payment_id = allocation.payment_id
  `)
  return told.map((one) => {
    const { billed_elsewhere: id } = one
    return id === null ? one : { ...one, billed_elsewhere: publicId('document', id) }
  })
}

function keyOf({ end_customer_id, allocation_id }: AllocationRow) {
  return { end_customer_id, allocation_id }
}

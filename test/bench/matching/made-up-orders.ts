import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import type { OrderedMovement, OrderedTarget } from '../../../shared/camt053/matching/orders/match-ordered.ts'
import type { Random } from '../../../shared/cli/demo/company/random.ts'

/** How a debit names what was ordered. */
export type OrderedIds = Pick<OrderedMovement, 'end_to_end_ids' | 'payment_information_ids' | 'account_of_other'>

export type MadeUpOrder = { readonly batch: string; readonly payments: readonly OrderedTarget[] }

/** Orders the bank to pay documents in one batch; the last one may be rejected. */
export function orderInto(ordered: OrderedTarget[]) {
  return (documents: readonly OpenTarget[], isLastRejected = false): MadeUpOrder => {
    const batch = `P${documents[0]?.id}`
    const sum = (some: readonly OpenTarget[]) => some.reduce((total, one) => total + one.open_amount_minor, 0n)
    const live = isLastRejected ? documents.slice(0, -1) : documents
    const payments = documents.map(
      (document): OrderedTarget => ({
        id: document.id,
        currency: document.currency,
        open_amount_minor: document.open_amount_minor,
        amount_minor: document.open_amount_minor,
        discount_minor: 0n,
        end_to_end_id: `HB${document.id}`,
        payment_information_id: batch,
        is_ordered: live.includes(document),
        batch_minor: sum(live),
        whole_batch_minor: sum(documents),
        creditor_iban: ibanOf(document),
        creditor_name: document.partner_name,
        payment_reference: document.payment_reference,
        document_number: document.document_number,
        bank_account: 'CH1',
        execution_date: '2026-01-01',
        ordered_on: '2026-01-01',
        book_minor: document.open_amount_minor,
        book_currency: 'CHF',
        is_waiting: live.includes(document),
      }),
    )
    ordered.push(...payments)
    return { batch, payments }
  }
}

/** The bank names the payment. */
export function byName({ payments: [first] }: MadeUpOrder): OrderedIds {
  return { end_to_end_ids: [first?.end_to_end_id ?? ''], payment_information_ids: [], account_of_other: null }
}

/** The bank names the batch alone, and of a single payment perhaps the account of the creditor. */
export function byBatch({ batch }: MadeUpOrder, random: Random, single?: OpenTarget): OrderedIds {
  const account_of_other = single && random.isOneIn(2) ? ibanOf(single) : null
  return { end_to_end_ids: [], payment_information_ids: [batch], account_of_other }
}

function ibanOf({ partner_name }: OpenTarget): string {
  return partner_name.replace(/[^A-Za-z]/g, '').toUpperCase()
}

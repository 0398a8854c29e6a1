import { isIban } from '../bank/iban.ts'
import type { StructuredAddress } from '../qr-bills/party-of-address.ts'
import { defectsOfPayment } from './defects-of-payment.ts'
import { type DiscountedDocument, discountOn } from './early-payment.ts'
import { type PaymentToOrder, withoutBlanks } from './payment-to-order.ts'

/** A payable that is to be paid, with what the document that opened it says of its supplier. */
export type PayableToOrder = DiscountedDocument & {
  readonly supplier_payable_id: string
  readonly currency: string
  readonly document_number: string | null
  readonly payment_reference: string | null
  readonly partner_name: string
  readonly partner_key: string
  readonly creditor_iban: string | null
  readonly creditor_address: StructuredAddress | null
  /** What the request says of it beside that. */
  readonly instruction?: PaymentInstruction
}

/** How one of the payables is to be paid, where that is not how its document says. */
export type PaymentInstruction = {
  /** A part of what is open; no discount is taken off then. */
  readonly amount_minor?: bigint
  readonly creditor_iban?: string
  readonly creditor_address?: StructuredAddress
  readonly creditor_bic?: string
}

export type OrderTerms = {
  readonly message_id: string
  readonly execution_date: string
  readonly takes_discount: boolean
  readonly accepted_ibans: readonly string[]
  /** Where each partner was paid last, by its key. */
  readonly last_ibans: ReadonlyMap<string, string>
  /** Debits of the bank that nobody has booked and that may have paid a payable by an order that was given up; and those that have not. */
  readonly fitting_debits: ReadonlyMap<string, readonly string[]>
  readonly accepted_debits: readonly string[]
}

export type PlannedPayment = {
  readonly payable: PayableToOrder
  readonly payment: PaymentToOrder
  readonly discount_minor: bigint
  /** The IBAN to which the partner was paid last, where it is another one and the request accepts that. */
  readonly iban_before: string | null
  readonly defects: readonly PaymentDefect[]
}

type PaymentDefect = ReturnType<typeof defectsOfPayment>[number]

/** The payments of an order, each with everything that is wrong with it. Another IBAN of a partner has to be accepted by name. */
export function* planPayments(payables: readonly PayableToOrder[], terms: OrderTerms): Generator<PlannedPayment> {
  const last_ibans = new Map(terms.last_ibans)
  const accepted = new Set(terms.accepted_ibans.map(withoutBlanks))
  for (const [index, payable] of payables.entries()) {
    const payment = paymentOf(payable, terms, index + 1)
    const iban = payment.creditor_iban ?? ''
    const last = last_ibans.get(payable.partner_key) ?? iban
    const is_changed = isIban(iban) && last !== iban
    const changed = is_changed && !accepted.has(iban) ? [ibanChanged(payable.partner_name, last, iban)] : []
    if (isIban(iban)) last_ibans.set(payable.partner_key, iban)
    yield {
      payable,
      payment,
      discount_minor: discountTaken(payable, terms),
      iban_before: is_changed ? last : null,
      defects: [...defectsOfPayment(payment), ...changed, ...debitsNotBooked(payable, terms)],
    }
  }
}

function paymentOf(payable: PayableToOrder, terms: OrderTerms, number: number): PaymentToOrder {
  const { instruction = {}, open_amount_minor } = payable
  return {
    end_to_end_id: `${terms.message_id}-${number}`,
    amount_minor: instruction.amount_minor ?? open_amount_minor - discountTaken(payable, terms),
    currency: payable.currency,
    creditor_name: payable.partner_name,
    creditor_address: instruction.creditor_address ?? payable.creditor_address,
    creditor_iban: withoutBlanks(instruction.creditor_iban ?? payable.creditor_iban),
    creditor_bic: withoutBlanks(instruction.creditor_bic ?? null),
    payment_reference: withoutBlanks(payable.payment_reference),
    document_number: payable.document_number,
  }
}

function discountTaken(payable: PayableToOrder, { takes_discount, execution_date }: OrderTerms): bigint {
  const isWhole = payable.instruction?.amount_minor === undefined
  return takes_discount && isWhole ? discountOn(execution_date, payable) : 0n
}

function debitsNotBooked({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentDefect[] {
  const fitting = terms.fitting_debits.get(supplier_payable_id) ?? []
  const [debit] = fitting.filter((id) => !terms.accepted_debits.includes(id))
  if (debit === undefined) return []
  const message = `The bank has booked the debit ${debit}, which fits the payment that was ordered before and given up. Settle the payable with it if it is that payment; else send ${debit} in accepted_debits.`
  return [{ code: 'debit_not_booked', pointer: '', message }]
}

function ibanChanged(partner_name: string, last: string, iban: string): PaymentDefect {
  const message = `${partner_name} was paid to ${last} last, and this document names ${iban}. Ask the supplier on a way that you know, then send ${iban} in accepted_ibans.`
  return { code: 'iban_changed', pointer: '/creditor/iban', message }
}

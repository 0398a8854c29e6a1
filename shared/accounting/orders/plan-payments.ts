import { amountInWords } from '../amounts/decimal.ts'
import { isIban } from '../bank/iban.ts'
import { lostLetters, swissText } from '../qr-bills/swiss-letters.ts'
import { warnOfCredit } from './credit-to-set-off.ts'
import {
  debitsBookedOtherwise,
  debitsNamedElsewhere,
  debitsThatMayFit,
  heldByDebit,
  type PaymentWarning,
} from './debits-to-look-at.ts'
import { defectsOfPayment, type PaymentDefect } from './defects-of-payment.ts'
import { discountOn } from './early-payment.ts'
import { warnOfOneBill } from './one-bill.ts'
import type { OrderTerms, PayableToOrder } from './order-terms.ts'
import { type PaymentToOrder, withoutBlanks } from './payment-to-order.ts'
import { warnOfAccount } from './refused-account.ts'

/** Of the text that the creditor gets. */
const MOST_NUMBER = 140

export type PlannedPayment = {
  readonly payable: PayableToOrder
  readonly payment: PaymentToOrder
  readonly discount_minor: bigint
  /** The IBAN to which the partner was paid last, where it is another one and the request accepts that. */
  readonly iban_before: string | null
  readonly defects: readonly PaymentDefect[]
  readonly warnings: readonly PaymentWarning[]
}

/** The payments of an order, each with everything that is wrong with it. Another IBAN of a partner has to be accepted by name once. */
export function* planPayments(payables: readonly PayableToOrder[], terms: OrderTerms): Generator<PlannedPayment> {
  const last_ibans = new Map(terms.last_ibans)
  const accepted = new Set(terms.accepted_ibans.map(withoutBlanks))
  for (const [index, payable] of payables.entries()) {
    const payment = paymentOf(payable, terms, index + 1)
    const iban = payment.creditor_iban ?? ''
    const last = last_ibans.get(payable.partner_key) ?? iban
    const isKnown = terms.ibans_accepted_before.get(payable.partner_key)?.has(iban)
    const is_changed = isIban(iban) && last !== iban && !isKnown
    const changed = is_changed && !accepted.has(iban) ? [ibanChanged(payable.partner_name, last, iban)] : []
    // One that nobody has accepted changes nothing for the payables after it.
    if (isIban(iban) && changed.length === 0) last_ibans.set(payable.partner_key, iban)
    const held = heldBack(payable, terms)
    yield {
      payable,
      payment,
      discount_minor: discountTaken(payable, terms),
      iban_before: is_changed ? last : null,
      defects: [...(held ? [held] : []), ...defectsOfPayment(payment), ...changed],
      warnings: [
        ...debitsThatMayFit(payable, terms),
        ...debitsBookedOtherwise(payable, terms),
        ...debitsNamedElsewhere(payable, terms),
        ...warnOfLetters(payable),
        ...warnOfOneBill(payable, terms),
        ...warnOfCredit(payable, terms),
        ...warnOfAccount(iban, terms),
      ],
    }
  }
}

function paymentOf(payable: PayableToOrder, terms: OrderTerms, number: number): PaymentToOrder {
  const { instruction = {}, open_amount_minor } = payable
  return {
    end_to_end_id: `${terms.message_id}-${number}`,
    amount_minor: instruction.amount_minor ?? open_amount_minor - discountTaken(payable, terms),
    currency: payable.currency,
    creditor_name: instruction.creditor_name ?? payable.partner_name,
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

/** What the creditor is told in place of a reference: the money arrives all the same. */
function warnOfLetters({ payment_reference, document_number }: PayableToOrder): PaymentWarning[] {
  const number = document_number ?? ''
  if (withoutBlanks(payment_reference) !== null || lostLetters(number).length === 0) return []
  const message = `The bank tells the creditor the number ${number} as ${swissText(number, MOST_NUMBER)}: it takes Latin letters only. Tell the creditor what was paid.`
  return [{ code: 'letters_not_latin', entry_id: null, message }]
}

/** What has to be looked at before it is ordered: a debit, or what is left of it. */
function heldBack(payable: PayableToOrder, terms: OrderTerms): PaymentDefect | null {
  return heldByDebit(payable, terms) ?? restOfDiscount(payable)
}

/** What is open is no more than the discount of an order that was paid, or of who has paid without one: that was taken off, and nobody has booked it. Its amount is the word. */
function restOfDiscount({
  open_amount_minor,
  discount_taken_minor,
  instruction,
  currency,
}: PayableToOrder): PaymentDefect | null {
  if (discount_taken_minor === 0n || open_amount_minor > discount_taken_minor) return null
  if (instruction?.amount_minor !== undefined) return null
  const rest = amountInWords(open_amount_minor, currency)
  const message = `What is open, ${rest}, is the discount that was taken off with the payment, and that its settlement has not: reverse the settlement, and send it again with a deduction of the type discount. If it is to be paid all the same, send its amount in instructions.`
  return { code: 'discount_taken', pointer: '', message }
}

function ibanChanged(partner_name: string, last: string, iban: string): PaymentDefect {
  const message = `${partner_name} was paid to ${last} last, and this document names ${iban}. Ask the supplier on a way that you know, then send ${iban} in accepted_ibans.`
  return { code: 'iban_changed', pointer: '/creditor/iban', message }
}

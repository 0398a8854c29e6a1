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
  readonly fitting_debits: FittingDebits
  readonly named_elsewhere: NamedElsewhere
  /** Debits that somebody has checked: they have paid something else. */
  readonly accepted_debits: readonly string[]
}

/** Debits of the bank that may have paid a payable already, by the payable. */
export type FittingDebits = {
  /** So much speaks for it that the payable is held back. */
  readonly certain: ReadonlyMap<string, ReadonlySet<string>>
  /** Worth a look. */
  readonly possible: ReadonlyMap<string, ReadonlySet<string>>
  /** The same of those that are booked, and for no open item. */
  readonly booked_otherwise: ReadonlyMap<string, ReadonlySet<string>>
}

/** Debits that name a payable, or a payment that was ordered for it, and that somebody has given to something else; by the payable. */
export type NamedElsewhere = {
  readonly booked: ReadonlyMap<string, readonly string[]>
  readonly dismissed: ReadonlyMap<string, readonly string[]>
}

export type PlannedPayment = {
  readonly payable: PayableToOrder
  readonly payment: PaymentToOrder
  readonly discount_minor: bigint
  /** The IBAN to which the partner was paid last, where it is another one and the request accepts that. */
  readonly iban_before: string | null
  readonly defects: readonly PaymentDefect[]
  readonly warnings: readonly PaymentWarning[]
}

/** What does not stand against the order, and may. */
type PaymentWarning = {
  readonly code: 'debit_may_fit' | 'debit_booked_otherwise' | 'debit_dismissed'
  readonly entry_id: string
  readonly message: string
}

/** Of one payment. */
const MOST_WARNINGS = 5

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
    const held = heldByDebit(payable, terms)
    yield {
      payable,
      payment,
      discount_minor: discountTaken(payable, terms),
      iban_before: is_changed ? last : null,
      defects: [...defectsOfPayment(payment), ...changed, ...(held ? [held] : [])],
      warnings: [
        ...debitsThatMayFit(payable, terms),
        ...debitsBookedOtherwise(payable, terms),
        ...debitsNamedElsewhere(payable, terms),
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

/** By a debit that has to be booked, or accepted, before it is ordered. */
export function heldByDebit(
  { supplier_payable_id }: Pick<PayableToOrder, 'supplier_payable_id'>,
  terms: OrderTerms,
): PaymentDefect | null {
  const [debit] = notAccepted(terms.fitting_debits.certain.get(supplier_payable_id), terms)
  if (debit === undefined) return null
  const fits = 'fits this payable or a payment that was ordered for it or for one like it'
  const message = isNotified(debit)
    ? `The notification ${debit} of the bank (camt.054) tells a debit that ${fits}, and no bank statement has it yet. Import that and settle the payable if it has paid it; else send ${debit} in accepted_debits.`
    : `The bank has booked the debit ${debit}, which ${fits}, and is not booked here as what it is. Settle the payable with it if it has paid it; else send ${debit} in accepted_debits.`
  return { code: 'debit_not_booked', pointer: '', message }
}

function debitsThatMayFit({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  const certain = terms.fitting_debits.certain.get(supplier_payable_id)
  const possible = notAccepted(terms.fitting_debits.possible.get(supplier_payable_id), terms)
  return possible
    .filter((entry_id) => !certain?.has(entry_id))
    .slice(0, MOST_WARNINGS)
    .map((entry_id) => {
      const message = `The debit ${entry_id} is not booked, and may have paid this payable: look at it before you send the file.`
      return { code: 'debit_may_fit', entry_id, message }
    })
}

/** By its public id: a notification tells it, and no bank statement yet. */
function isNotified(debit: string): boolean {
  return debit.startsWith('nent_')
}

/** As an expense of its own, by a rule or by hand: the payable would be paid once more. */
function debitsBookedOtherwise({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  return notAccepted(terms.fitting_debits.booked_otherwise.get(supplier_payable_id), terms)
    .slice(0, MOST_WARNINGS)
    .map((entry_id) => {
      const message = `The debit ${entry_id} fits this payable, and is booked for no open item. If it has paid the payable, reverse what books it, and settle the payable with it; else send ${entry_id} in accepted_debits.`
      return { code: 'debit_booked_otherwise', entry_id, message }
    })
}

/** What a debit names is what it pays, whatever it was booked for. */
function debitsNamedElsewhere({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  const { booked, dismissed } = terms.named_elsewhere
  const known = terms.fitting_debits.booked_otherwise.get(supplier_payable_id)
  const others = notAccepted(booked.get(supplier_payable_id), terms).filter((entry_id) => !known?.has(entry_id))
  const warned = [
    ...others.map((entry_id) => {
      const message = `The debit ${entry_id} has the reference of this payable, and is booked for another open item. If it has paid the payable, reverse what books it, and settle the payable with it; else send ${entry_id} in accepted_debits.`
      return { code: 'debit_booked_otherwise', entry_id, message } as const
    }),
    ...notAccepted(dismissed.get(supplier_payable_id), terms).map((entry_id) => {
      const message = `The debit ${entry_id} names this payable or a payment that was ordered for it, and is dismissed. If it has paid the payable, take the dismissal back, and settle the payable with it; else send ${entry_id} in accepted_debits.`
      return { code: 'debit_dismissed', entry_id, message } as const
    }),
  ]
  return warned.slice(0, MOST_WARNINGS)
}

function notAccepted(debits: Iterable<string> | undefined, { accepted_debits }: OrderTerms): string[] {
  return [...(debits ?? [])].filter((id) => !accepted_debits.includes(id))
}

function ibanChanged(partner_name: string, last: string, iban: string): PaymentDefect {
  const message = `${partner_name} was paid to ${last} last, and this document names ${iban}. Ask the supplier on a way that you know, then send ${iban} in accepted_ibans.`
  return { code: 'iban_changed', pointer: '/creditor/iban', message }
}

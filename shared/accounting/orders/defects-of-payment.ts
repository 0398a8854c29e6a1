import type { OrderCode } from '../../contract/platform/detail-codes.ts'
import { amountInWords } from '../amounts/decimal.ts'
import { isIban, isQrIban } from '../bank/iban.ts'
import { isCreditorReference, isQrReference } from '../documents/payment-references.ts'
import { lostInAddress, partyInTown } from '../qr-bills/party-of-address.ts'
import { lettersInWords, lostLetters } from '../qr-bills/swiss-letters.ts'
import { type PaymentToOrder, withoutBlanks } from './payment-to-order.ts'
import { routeOfPayment } from './route-of-payment.ts'

const MOST_MINOR = 99_999_999_999n

type PaymentRule = {
  readonly code: OrderCode
  /** Within the payment. */
  readonly pointer: string
  /** Why the payment cannot be ordered; null where nothing is wrong. */
  readonly find: (payment: PaymentToOrder, iban: string, reference: string | null) => string | null
}

/** Why a payment has no place in a file, before there is a file. @source Swiss Implementation Guidelines for credit transfers */
const RULES: readonly PaymentRule[] = [
  {
    code: 'out_of_range',
    pointer: '/amount',
    find: ({ amount_minor, currency }) =>
      amount_minor > 0n && amount_minor <= MOST_MINOR
        ? null
        : `${amountInWords(amount_minor, currency)} cannot be paid: from 0.01 to 999999999.99.`,
  },
  {
    code: 'currency_not_supported',
    pointer: '/amount/currency',
    find: ({ currency }) =>
      currency === 'CHF' || currency === 'EUR' ? null : `Orders are in CHF or EUR; this is in ${currency}.`,
  },
  {
    code: 'creditor_iban_missing',
    pointer: '/creditor/iban',
    find: (_, iban) => (iban === '' ? 'The document has no IBAN of its supplier.' : null),
  },
  {
    code: 'iban_invalid',
    pointer: '/creditor/iban',
    find: (_, iban) => (iban === '' || isIban(iban) ? null : `${iban} is no IBAN: its check digits are wrong.`),
  },
  {
    code: 'agent_missing',
    pointer: '/creditor/bic',
    find: ({ currency, creditor_bic }, iban) =>
      !/^(CHF|EUR)$/.test(currency) || !isIban(iban) || creditor_bic || routeOfPayment(currency, iban) !== 'agent'
        ? null
        : `${currency} to ${iban} needs the bank of the creditor: send its bic in instructions.`,
  },
  {
    code: 'address_incomplete',
    pointer: '/creditor/structured_address',
    find: ({ creditor_name, creditor_address }) =>
      partyInTown(creditor_name, creditor_address)
        ? null
        : `The creditor ${creditor_name ?? ''} needs a name, and an address with town and country.`,
  },
  {
    code: 'letters_not_latin',
    pointer: '/creditor/name',
    find: ({ creditor_name }) => {
      const lost = lostLetters(creditor_name ?? '')
      return lost.length === 0
        ? null
        : `${creditor_name} has letters that no bank in Switzerland takes (${lettersInWords(lost)}): send the name in Latin letters, as the bank of the creditor has it, as creditor.name in instructions.`
    },
  },
  {
    code: 'letters_not_latin',
    pointer: '/creditor/structured_address',
    find: ({ creditor_address }) => {
      const lost = lostInAddress(creditor_address)
      return lost.length === 0
        ? null
        : `The address of the creditor has letters that no bank in Switzerland takes (${lettersInWords(lost)}): send it in Latin letters as creditor.structured_address in instructions.`
    },
  },
  {
    code: 'reference_invalid',
    pointer: '/payment_reference',
    find: (_, __, reference) =>
      reference === null || isQrReference(reference) || isCreditorReference(reference)
        ? null
        : `${reference} is neither a QR reference nor a creditor reference (RF).`,
  },
  {
    code: 'reference_does_not_fit',
    pointer: '/payment_reference',
    find: (_, iban, reference) => {
      if (!isIban(iban)) return null
      const is_qrr = reference !== null && isQrReference(reference)
      if (isQrIban(iban) === is_qrr) return null
      return is_qrr
        ? `${iban} takes no QR reference: it is no QR-IBAN.`
        : `${iban} is a QR-IBAN and needs a QR reference.`
    },
  },
]

/** Why a payable is not ordered, within its payment. */
export type PaymentDefect = ReturnType<typeof defectsOfPayment>[number]

/** Everything that is wrong with a payment. Without any, it can be written. */
export function defectsOfPayment(payment: PaymentToOrder) {
  const iban = withoutBlanks(payment.creditor_iban) ?? ''
  const reference = withoutBlanks(payment.payment_reference)
  return RULES.flatMap(({ code, pointer, find }) => {
    const message = find(payment, iban, reference)
    return message === null ? [] : [{ code, pointer, message }]
  })
}

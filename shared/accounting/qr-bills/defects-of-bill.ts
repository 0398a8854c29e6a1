import type { BillDefect } from '../../contract/qr-bills/qr-bills.ts'
import { amountInWords } from '../amounts/decimal.ts'
import { isIban, isQrIban } from '../bank/iban.ts'
import { isCreditorReference, isQrReference } from '../documents/payment-references.ts'
import { isUid } from '../documents/uid.ts'
import type { BillingInformation } from './billing-information.ts'
import { discountTermsOf, doTermsFit } from './draft-of-bill.ts'
import { longElements, withoutLongElements } from './lengths-of-elements.ts'
import type { QrBill } from './qr-bill.ts'
import type { DraftTaxLine } from './tax-lines-of-bill.ts'

/** A bill with what its sender says, null for nothing or another standard, and the tax lines that were made of it. */
type ReadBill = {
  readonly bill: QrBill
  readonly said: (BillingInformation & { readonly unread: readonly string[] }) | null
  readonly tax_lines: readonly DraftTaxLine[]
}

type DefectRule = {
  readonly code: BillDefect['code']
  readonly pointer: string
  readonly find: (read: ReadBill) => string | null
}

/** What a person has to look at before the draft is sent. @source Swiss Implementation Guidelines QR-bill 2.3; Swico S1 */
const RULES: readonly DefectRule[] = [
  {
    code: 'iban_invalid',
    pointer: '/payload/supplier/iban',
    find: ({ bill: { iban } }) =>
      /^(CH|LI)/.test(iban) && isIban(iban) ? null : `${iban || 'Nothing'} is no IBAN of Switzerland or Liechtenstein.`,
  },
  {
    code: 'reference_invalid',
    pointer: '/payload/payment_reference',
    find: ({ bill: { reference_type, reference } }) => referenceDefect(reference_type, reference),
  },
  {
    code: 'reference_does_not_fit',
    pointer: '/payload/payment_reference',
    find: ({ bill: { iban, reference_type } }) => {
      if (isQrIban(iban) === (reference_type === 'QRR')) return null
      return reference_type === 'QRR'
        ? `${iban} is no QR-IBAN, so it takes no QR reference.`
        : `${iban} is a QR-IBAN, so it takes a QR reference and nothing else.`
    },
  },
  {
    code: 'address_unstructured',
    pointer: '/payload/supplier/structured_address',
    find: ({ bill: { creditor } }) =>
      creditor.address_type === 'S'
        ? null
        : `The address of ${creditor.name} has two lines of text. A payment order needs at least its town and country apart.`,
  },
  {
    code: 'address_incomplete',
    pointer: '/payload/supplier/structured_address',
    find: ({ bill: { creditor } }) =>
      creditor.address_type === 'K' || (creditor.town_name && creditor.post_code)
        ? null
        : `The address of ${creditor.name} lacks its town or post code.`,
  },
  {
    code: 'amount_missing',
    pointer: '/payload/gross_amount',
    find: ({ bill }) => (bill.amount_minor === null ? 'The bill leaves the amount to the payer.' : null),
  },
  {
    code: 'amount_is_zero',
    pointer: '/payload/gross_amount',
    find: ({ bill }) =>
      bill.amount_minor === 0n ? 'The amount is 0.00: the bill is information, and not to be paid.' : null,
  },
  {
    code: 'billing_information_unread',
    pointer: '/billing_information',
    find: ({ bill, said }) => {
      if (withoutLongElements(bill).billing_information === null) return null
      if (said === null) return 'The billing information is not Swico S1.'
      return said.unread.length > 0
        ? `Tags of the billing information cannot be read: ${said.unread.join(', ')}.`
        : null
    },
  },
  {
    code: 'uid_invalid',
    pointer: '/payload/supplier/uid_mwst_number',
    find: ({ said }) =>
      said?.uid && !isUid(`CHE${said.uid}`) ? `CHE${said.uid} is no UID: its check digit is wrong.` : null,
  },
  {
    code: 'tax_rate_unknown',
    pointer: '/payload/tax_lines',
    find: ({ bill, said, tax_lines }) =>
      said && bill.amount_minor !== null && said.rates.length > tax_lines.length
        ? 'A rate of tax was not law on the day of supply, so it has no tax line.'
        : null,
  },
  {
    code: 'tax_differs_from_total',
    pointer: '/payload/tax_lines',
    find: ({ bill: { amount_minor, currency }, said, tax_lines }) => {
      if (amount_minor === null || tax_lines.length === 0) return null
      const sum = tax_lines.reduce(
        (total, line) => total + BigInt(line.net_amount.amount_minor + line.tax_amount.amount_minor),
        0n,
      )
      return sum === amount_minor || sum + importTaxOf(said) === amount_minor
        ? null
        : `Net amounts and tax make ${amountInWords(sum, currency)}, the bill ${amountInWords(amount_minor, currency)}.`
    },
  },
  {
    // Whether it is of material (E100M) or of other expense (E100I) decides where the return has it (400, 405), and the bill does not say.
    code: 'import_tax',
    pointer: '/payload/tax_lines',
    find: ({ bill: { currency }, said }) =>
      importTaxOf(said) === 0n
        ? null
        : `The bill says tax at import of ${amountInWords(importTaxOf(said), currency)}, which has no tax line: add one with the net amount 0 and that tax, E100M for material and services, E100I for other expense and assets.`,
  },
  {
    code: 'discount_terms_do_not_fit',
    pointer: '/payload/discount_terms',
    find: ({ said }) =>
      doTermsFit(discountTermsOf(said))
        ? null
        : 'An expense document takes five terms with a discount, of 365 days at most. The bill has more, so none is in the payload.',
  },
]

/** In the order of the table, then what is too long; each says what to look at, and none keeps the draft from being sent. */
export function defectsOfBill(read: ReadBill): BillDefect[] {
  const found = RULES.flatMap(({ code, pointer, find }) => {
    const message = find(read)
    return message === null ? [] : [{ code, pointer, message }]
  })
  const long = longElements(read.bill).map(({ name, pointer, length, most }) => ({
    code: 'element_too_long' as const,
    pointer,
    message: `The ${name} has ${length} characters; a QR-bill has ${most} at most. It is not in the payload.`,
  }))
  return [...found, ...long]
}

function importTaxOf(said: ReadBill['said']): bigint {
  return (said?.import_taxes ?? []).reduce((sum, { tax_minor }) => sum + tax_minor, 0n)
}

function referenceDefect(type: QrBill['reference_type'], reference: string | null): string | null {
  if (type === 'NON') return reference === null ? null : `The bill says that it has no reference, and has ${reference}.`
  if (reference === null) return `The bill says that it has a reference (${type}), and has none.`
  const is_valid = type === 'QRR' ? isQrReference(reference) : isCreditorReference(reference)
  return is_valid
    ? null
    : `${reference} is no ${type === 'QRR' ? 'QR reference' : 'creditor reference'}: check its digits.`
}

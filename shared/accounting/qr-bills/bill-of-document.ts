import type { DetailCode } from '../../contract/platform/detail-codes.ts'
import { amountInWords } from '../amounts/decimal.ts'
import { isIban, isQrIban } from '../bank/iban.ts'
import { isQrReference, referenceOfItem } from '../documents/payment-references.ts'
import { lostInAddress, partyOfAddress, type StructuredAddress } from './party-of-address.ts'
import type { QrBill } from './qr-bill.ts'
import { lettersInWords, lostLetters, swissText } from './swiss-letters.ts'

/** An open item of a customer, with what its bill needs to know of both parties. */
export type BilledItem = {
  readonly kind: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly document_number: string | null
  readonly payment_reference: string | null
  readonly entry_number: bigint
  readonly line_number: number
  readonly partner_name: string
  readonly partner_address: StructuredAddress | null
  readonly creditor_name: string | null
  readonly creditor_address: StructuredAddress | null
}

/** An account of the end customer at its bank, of which one name may be unknown. */
export type OwnAccount = { readonly iban: string | null; readonly qr_iban: string | null }

const MOST_OF_MESSAGE = 140

/** A reason why there is no bill. */
export type BillRefusal = { readonly pointer: string; readonly code: DetailCode; readonly message: string }

/**
 * The bill of what is open of an invoice. A QR reference goes to the QR-IBAN; an invoice without a reference gets one that
 * says which entry has opened it, and matching knows it.
 *
 * @param accounts those that may be named on it
 */
export function billOfDocument(item: BilledItem, accounts: readonly OwnAccount[]): QrBill | readonly BillRefusal[] {
  const creditor = partyOfAddress(item.creditor_name, item.creditor_address)
  const reference = (item.payment_reference ?? referenceOfItem(item.entry_number, item.line_number))
    .replaceAll(/\s/g, '')
    .toUpperCase()
  const is_qrr = isQrReference(reference)
  const ibans = accounts.flatMap(({ iban, qr_iban }) =>
    is_qrr ? (qr_iban ?? []) : iban !== null && isPlain(iban) ? iban : [],
  )
  const refusals = [
    ...refusalsOfItem(item),
    ...refusalsOfCreditor(item, creditor !== null),
    ...refusalsOfIbans(ibans, is_qrr),
  ]
  const [iban] = ibans
  if (refusals.length > 0 || creditor === null || iban === undefined) return refusals
  return {
    iban,
    creditor,
    amount_minor: item.open_amount_minor,
    currency: item.currency as QrBill['currency'],
    debtor: debtorOf(item),
    reference_type: is_qrr ? 'QRR' : 'SCOR',
    reference,
    message: swissText(item.document_number ?? '', MOST_OF_MESSAGE) || null,
    billing_information: null,
  }
}

function isPlain(iban: string): boolean {
  return /^(CH|LI)/.test(iban) && isIban(iban) && !isQrIban(iban)
}

function refusalsOfItem({ kind, currency, open_amount_minor }: BilledItem): BillRefusal[] {
  if (kind !== 'receivable' || open_amount_minor <= 0n)
    return [
      refusal(
        '/document_id',
        'nothing_open',
        `Of this document ${amountInWords(open_amount_minor, currency)} is open: there is nothing to pay.`,
      ),
    ]
  if (currency !== 'CHF' && currency !== 'EUR')
    return [
      refusal('/document_id', 'currency_not_supported', `A QR-bill is in CHF or EUR; this document is in ${currency}.`),
    ]
  return open_amount_minor > 99_999_999_999n
    ? [refusal('/document_id', 'out_of_range', 'A QR-bill has an amount of 999999999.99 at most.')]
    : []
}

const SETTINGS = 'PUT /v1/end-customers/{end_customer_id}'

function refusalsOfCreditor({ creditor_name, creditor_address }: BilledItem, is_known: boolean): BillRefusal[] {
  if (!is_known) {
    const message = `The end customer has no name or no address. Send name and structured_address to ${SETTINGS}.`
    return [refusal('/end_customer_id', 'creditor_address_missing', message)]
  }
  const lost = lostInParty(creditor_name, creditor_address)
  if (lost.length === 0) return []
  const message = `The name or the address of the end customer has letters that no QR-bill has (${lettersInWords(lost)}). Send both in Latin letters to ${SETTINGS}.`
  return [refusal('/end_customer_id', 'letters_not_latin', message)]
}

/** A name that would be full stops is left to who pays: without a debtor the payment part has a field for it. */
function debtorOf({ partner_name, partner_address }: BilledItem): QrBill['debtor'] {
  return lostInParty(partner_name, partner_address).length > 0 ? null : partyOfAddress(partner_name, partner_address)
}

function lostInParty(name: string | null, address: StructuredAddress | null): string[] {
  return [...new Set([...lostLetters(name ?? ''), ...lostInAddress(address)])]
}

const MAPPING = 'posting.bank.<IBAN>, PUT /v1/account-mappings'

function refusalsOfIbans(ibans: readonly string[], is_qrr: boolean): BillRefusal[] {
  if (ibans.length === 0) {
    const message = is_qrr
      ? `The end customer has no known QR-IBAN, which the QR reference of the document needs. Map one: ${MAPPING}.`
      : `The end customer has no known IBAN of Switzerland or Liechtenstein. Map one: ${MAPPING}.`
    return [refusal('/iban', 'iban_missing', message)]
  }
  if (ibans.length === 1) return []
  return [refusal('/iban', 'iban_ambiguous', `Name one as iban: ${ibans.join(', ')}.`)]
}

function refusal(pointer: string, code: DetailCode, message: string): BillRefusal {
  return { pointer, code, message }
}

/** Of an IBAN that somebody has named, and that is no name of these accounts. */
export function refusalOfUnknown(iban: string, accounts: readonly OwnAccount[]): BillRefusal {
  const own = accounts.flatMap((account) => [account.iban, account.qr_iban].flatMap((name) => name ?? []))
  const message =
    own.length === 0
      ? `${iban} is no known account of the end customer, and none is known. Map it: ${MAPPING}.`
      : `${iban} is no known account of the end customer; known: ${own.join(', ')}. Name one of these as iban, or map it: ${MAPPING}.`
  return refusal('/iban', 'not_found', message)
}

/**
 * The accounts at banks by both of their names.
 *
 * @param names of accounts that bank statements or mappings have
 * @param pairs of which it is known that they are one account
 */
export function ownAccounts(names: readonly string[], pairs: readonly OwnAccount[]): OwnAccount[] {
  const paired = new Set(pairs.flatMap(({ iban, qr_iban }) => [iban, qr_iban]))
  const alone = names
    .filter((name) => !paired.has(name))
    .map((name) => (isQrIban(name) ? { iban: null, qr_iban: name } : { iban: name, qr_iban: null }))
  return [...pairs, ...alone]
}

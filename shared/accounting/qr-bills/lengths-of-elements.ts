import type { QrBill, QrParty } from './qr-bill.ts'

/** So many characters an element of the code has at most. @source Swiss Implementation Guidelines QR-bill 2.3, chapter 4 */
const MOST = {
  name: 70,
  line: 70,
  building_number: 16,
  post_code: 16,
  town_name: 35,
  reference: 27,
  text: 140,
}

/** An element that is longer than it may be; nothing of it is taken into the draft. */
export type LongElement = {
  readonly name: string
  /** Of the place in the answer that says it, or lacks it. */
  readonly pointer: string
  readonly length: number
  readonly most: number
}

type BillElement = readonly [name: string, pointer: string, value: string | null, most: number]

export function longElements(bill: QrBill): LongElement[] {
  return elementsOf(bill)
    .map(([name, pointer, value, most]) => ({ name, pointer, length: lengthOf(value), most }))
    .filter(({ length, most }) => length > most)
}

/** The bill without what is longer than it may be. Nobody pays to the beginning of a number. */
export function withoutLongElements(bill: QrBill): QrBill {
  const { creditor, reference, message, billing_information } = bill
  return {
    ...bill,
    creditor: {
      ...creditor,
      name: fitting(creditor.name, MOST.name) ?? '',
      street_or_line: fitting(creditor.street_or_line, MOST.line),
      number_or_line: fitting(creditor.number_or_line, mostOfNumber(creditor)),
      post_code: fitting(creditor.post_code, MOST.post_code),
      town_name: fitting(creditor.town_name, MOST.town_name),
    },
    reference: fitting(reference, MOST.reference),
    message: fitting(message, MOST.text),
    billing_information: fitting(billing_information, MOST.text),
  }
}

function elementsOf({ creditor, debtor, reference, message, billing_information }: QrBill): BillElement[] {
  return [
    ...elementsOfParty('creditor', creditor, '/payload/supplier/name', '/payload/supplier/structured_address'),
    ...(debtor ? elementsOfParty('debtor', debtor, '/debtor/name', '/debtor/structured_address') : []),
    ['reference', '/payload/payment_reference', reference, MOST.reference],
    ['message', '/message', message, MOST.text],
    ['billing information', '/billing_information', billing_information, MOST.text],
  ]
}

function elementsOfParty(whose: string, party: QrParty, name: string, address: string): BillElement[] {
  const is_structured = party.address_type === 'S'
  return [
    [`name of the ${whose}`, name, party.name, MOST.name],
    [is_structured ? `street of the ${whose}` : `first line of the ${whose}`, address, party.street_or_line, MOST.line],
    [
      is_structured ? `building number of the ${whose}` : `second line of the ${whose}`,
      address,
      party.number_or_line,
      mostOfNumber(party),
    ],
    [`post code of the ${whose}`, address, party.post_code, MOST.post_code],
    [`town of the ${whose}`, address, party.town_name, MOST.town_name],
  ]
}

function mostOfNumber({ address_type }: QrParty): number {
  return address_type === 'S' ? MOST.building_number : MOST.line
}

function fitting(value: string | null, most: number): string | null {
  return lengthOf(value) > most ? null : value
}

function lengthOf(value: string | null): number {
  return value === null ? 0 : [...value].length
}

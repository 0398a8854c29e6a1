import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { firstOf, get, post, upload } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'

export const START = '2026-02-01'
export const DAYS = 12

/** K-1 has several names, and one name stands beside it in another spelling. */
const PARTNERS = [
  { name: 'B', customer_external_reference: 'K-1' },
  { name: 'M', customer_external_reference: 'K-1' },
  { name: 'Z', customer_external_reference: 'K-1' },
  { name: 'Müller AG' },
  { name: 'MÜLLER  AG' },
  { name: 'C', customer_external_reference: 'K-2' },
  { name: 'P' },
]

/** Days count from the start; numbers choose among what is there. */
export type CreditEvent =
  | { kind: 'invoice' | 'owe'; day: number; partner: number; amount: number; due: number }
  | { kind: 'overpay'; day: number; document: number; rest: number }
  | { kind: 'anew'; which: number; reversed_on: number; day: number; document: number }
  | { kind: 'close'; day: number; document: number }

const day = fc.nat(DAYS - 1)
const nth = fc.nat(11)
const amount = fc.integer({ min: 1_000, max: 9_000 })
export const creditEvent: fc.Arbitrary<CreditEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('invoice' as const, 'invoice' as const, 'invoice' as const, 'owe' as const),
      day,
      partner: fc.nat(PARTNERS.length - 1),
      amount,
      due: fc.nat(3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('overpay' as const), day, document: nth, rest: amount }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('anew' as const), which: nth, reversed_on: day, day, document: nth }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), day, document: nth }) },
)

type Booked = { readonly payment_id: string; allocation_id: string; posted_on: string }

/** Books whose payments leave credit, are reversed, and are booked anew for other customers. */
export class CreditHistory {
  readonly customer: string
  readonly #documents: string[] = []
  readonly #booked: Booked[] = []

  constructor(customer: string) {
    this.customer = customer
  }

  /** Requests that the service refuses change nothing, and are part of the history. */
  async run(happened: CreditEvent): Promise<void> {
    const on = addDays(START, happened.day)
    if (happened.kind === 'invoice' || happened.kind === 'owe') await this.#open(happened, on)
    if (happened.kind === 'overpay') await this.#overpay(happened, on)
    if (happened.kind === 'anew') await this.#bookAnew(happened, on)
    if (happened.kind === 'close') await this.#close(happened.document, on)
  }

  async #open(
    { kind, partner, amount, due }: Extract<CreditEvent, { kind: 'invoice' | 'owe' }>,
    business_date: string,
  ) {
    const dates = { document_date: business_date, due_date: addDays(business_date, due) }
    const payload = { ...dates, gross_amount: chf(amount), tax_lines: [] }
    const named = PARTNERS[partner] ?? { name: 'P' }
    if (kind === 'owe') {
      const supplier = { name: named.name }
      await post(EXPENSES, expense(this.customer, { business_date, payload: { ...payload, supplier } }), { wait: 20 })
      return
    }
    const request = invoice(this.customer, { business_date, payload: { ...payload, customer: named } })
    const { body } = await post(INVOICES, request, { wait: 20 })
    this.#documents.push((await firstOf('documents', this.customer, `&source_fact_id=${body.id}`)).id)
  }

  async #overpay({ document, rest }: Extract<CreditEvent, { kind: 'overpay' }>, date: string) {
    const id = nthOf(this.#documents, document)
    if (id === undefined) return
    const open = (await get(`/v1/documents/${id}`)).body.open_amount.amount_minor
    if (open <= 0) return
    const paid = open > rest ? 500 : open
    const bankEntries = bankEntry({ amount: ((paid + rest) / 100).toFixed(2), date, text: randomUUID() })
    const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries })
    const { body } = await upload(this.customer, message, { wait: 20 })
    const payment = await firstOf('payments', this.customer, `&import_id=${body.id}`)
    const allocation_id = await this.#allocate(payment.id, id, paid, date)
    if (allocation_id) this.#booked.push({ payment_id: payment.id, allocation_id, posted_on: date })
  }

  async #bookAnew({ which, reversed_on, document }: Extract<CreditEvent, { kind: 'anew' }>, on: string) {
    const booked = nthOf(this.#booked, which)
    const id = nthOf(this.#documents, document)
    if (booked === undefined || id === undefined) return
    const day = addDays(START, reversed_on)
    const posting_date = day < booked.posted_on ? booked.posted_on : day
    const request = { end_customer_id: this.customer, reason: 'of another customer', posting_date }
    const path = `/v1/allocations/${booked.allocation_id}/reverse` as const
    if ((await post(path, request, { wait: 20 })).status >= 300) return
    const allocation_id = await this.#allocate(booked.payment_id, id, 100, on)
    if (allocation_id) Object.assign(booked, { allocation_id, posted_on: on })
  }

  async #allocate(payment_id: string, document_id: string, minor: number, posting_date: string) {
    const lines = [{ document_id, amount: chf(minor) }]
    const request = { end_customer_id: this.customer, payment_id, lines, posting_date }
    const { status, body } = await post('/v1/allocations', request, { wait: 20 })
    return status === 201 ? body.id : null
  }

  /** By a voucher in cash, of whatever day. */
  async #close(document: number, business_date: string) {
    const document_id = nthOf(this.#documents, document)
    if (document_id === undefined) return
    const open = (await get(`/v1/documents/${document_id}`)).body.open_amount.amount_minor
    if (open <= 0) return
    const open_item = { document_id, purpose: 'payment' }
    const lines = [debit('1000', open), credit('1100', open, { open_item })]
    await post(VOUCHERS, voucher(this.customer, { business_date, payload: { lines } }), { wait: 20 })
  }
}

function nthOf<Value>(values: readonly Value[], nth: number): Value | undefined {
  return values[nth % Math.max(1, values.length)]
}

import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { firstOf, get, post, upload } from '../../support/client.ts'
import {
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'

const DAYS = 45

/** What happens to open items on a day; numbers choose among what is there. */
export type ItemEvent =
  | { kind: 'invoice' | 'owe'; day: number; amount: number; is_foreign: boolean; partner: number; is_credit: boolean }
  | { kind: 'pay'; day: number; amount: number; documents: number[] }
  | { kind: 'settle' | 'cash'; day: number; item: number; share: number }
  | { kind: 'reverse'; day: number; which: number }

const day = fc.nat(DAYS - 1)
export const event: fc.Arbitrary<ItemEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('invoice' as const, 'owe' as const),
      day,
      amount: fc.integer({ min: 100, max: 90_000 }),
      is_foreign: fc.boolean(),
      partner: fc.nat(2),
      is_credit: fc.nat(4).map((chance) => chance === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      day,
      amount: fc.integer({ min: 100, max: 90_000 }),
      documents: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('settle' as const, 'cash' as const),
      day,
      item: fc.nat(9),
      share: fc.integer({ min: 10, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), day, which: fc.nat(9) }) },
)

type Used = { readonly path: string; readonly posted_on: string }

/** Books whose open items are opened, paid in parts, overpaid, credited and reversed. */
export class ItemHistory {
  readonly customer: string
  readonly documents: string[] = []
  readonly payables: string[] = []
  readonly undoable: Used[] = []

  constructor(customer: string) {
    this.customer = customer
  }

  /** Requests that the service refuses change nothing, and are part of the history. */
  async run(happened: ItemEvent, start: string): Promise<void> {
    const on = addDays(start, happened.day)
    if (happened.kind === 'invoice' || happened.kind === 'owe') await this.open(happened, on)
    if (happened.kind === 'pay') await this.pay(happened, on)
    if (happened.kind === 'settle') await this.settle(happened, on)
    if (happened.kind === 'cash') await this.payInCash(happened, on)
    if (happened.kind === 'reverse') await this.reverse(happened.which, on, start)
    await quietly(this.customer)
  }

  async open(item: Extract<ItemEvent, { kind: 'invoice' | 'owe' }>, business_date: string) {
    const currency = item.is_foreign ? 'EUR' : 'CHF'
    const gross_amount = { amount_minor: item.is_credit ? -item.amount : item.amount, currency }
    const dates = { document_date: business_date, due_date: addDays(business_date, 10) }
    const payload = { currency, gross_amount, tax_lines: [], ...dates }
    const name = `Partner ${item.partner}`
    const isInvoice = item.kind === 'invoice'
    const request = isInvoice
      ? invoice(this.customer, { business_date, payload: { ...payload, customer: { name } } })
      : expense(this.customer, { business_date, payload: { ...payload, supplier: { name } } })
    const { body } = await post(isInvoice ? INVOICES : (EXPENSES as typeof INVOICES), request, { wait: 20 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    const list = isInvoice ? 'documents' : 'supplier-payables'
    const { id } = await firstOf(list, this.customer, `&source_fact_id=${body.id}`)
    ;(isInvoice ? this.documents : this.payables).push(id)
    this.undoable.push({ path: `/v1/source-facts/${body.id}`, posted_on: business_date })
  }

  async pay({ amount, documents }: Extract<ItemEvent, { kind: 'pay' }>, date: string) {
    const picked = [...new Set(documents.map((at) => this.documents[at % Math.max(1, this.documents.length)] ?? ''))]
    const [first] = picked
    if (!first) return
    const { currency } = (await get(`/v1/documents/${first}`)).body.open_amount
    const bankEntries = bankEntry({ amount: (amount / 100).toFixed(2), currency, date, text: randomUUID() })
    const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries })
    const { body } = await upload(this.customer, message, { wait: 20 })
    const payment = await firstOf('payments', this.customer, `&import_id=${body.id}`)
    const lines = []
    let left = amount
    for (const document_id of picked) {
      const { open_amount } = (await get(`/v1/documents/${document_id}`)).body
      const part = Math.min(left, open_amount.amount_minor)
      if (open_amount.currency !== currency || part === 0) continue
      lines.push({ document_id, amount: { amount_minor: part, currency } })
      left -= part
    }
    const request = { end_customer_id: this.customer, payment_id: payment.id, lines }
    const answer = await post('/v1/allocations', request, { wait: 20 })
    if (answer.status === 201) this.undoable.push({ path: `/v1/allocations/${answer.body.id}`, posted_on: date })
  }

  async settle({ item, share }: Extract<ItemEvent, { kind: 'settle' | 'cash' }>, settlement_date: string) {
    const id = this.payables[item % Math.max(1, this.payables.length)]
    if (!id) return
    const path = `/v1/supplier-payables/${id}` as const
    const { open_amount } = (await get(path)).body
    const amount_minor = Math.trunc((open_amount.amount_minor * share) / 100)
    const settlement = { settlement_date, amount: { ...open_amount, amount_minor }, reviewer_justification: 'x' }
    const { status, body } = await post(
      `${path}/settlements`,
      { end_customer_id: this.customer, ...settlement },
      { wait: 20 },
    )
    if (status === 201) this.undoable.push({ path: `${path}/settlements/${body.id}`, posted_on: settlement_date })
  }

  /** A part of an invoice or of a payable, by a voucher that names it. */
  async payInCash({ item, share }: Extract<ItemEvent, { kind: 'settle' | 'cash' }>, business_date: string) {
    const open = [...this.documents, ...this.payables]
    const id = open[item % Math.max(1, open.length)]
    if (!id) return
    const isDocument = this.documents.includes(id)
    const { open_amount } = (await get(isDocument ? `/v1/documents/${id}` : `/v1/supplier-payables/${id}`)).body
    const amount = Math.trunc((open_amount.amount_minor * share) / 100)
    if (amount <= 0 || open_amount.currency !== 'CHF') return
    const named = { purpose: 'payment', ...(isDocument ? { document_id: id } : { supplier_payable_id: id }) }
    const lines = isDocument
      ? [debit('1000', amount), credit('1100', amount, { open_item: named })]
      : [debit('2000', amount, { open_item: named }), credit('1000', amount)]
    const request = voucher(this.customer, { business_date, payload: { lines } })
    const { body } = await post(VOUCHERS, request, { wait: 20 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    this.undoable.push({ path: `/v1/source-facts/${body.id}`, posted_on: business_date })
  }

  /** Of days before `start` nothing is touched any more. */
  async reverse(which: number, on: string, start: string) {
    const used = this.undoable[which % Math.max(1, this.undoable.length)]
    if (!used) return
    const posting_date = on < used.posted_on && used.posted_on >= start ? used.posted_on : on
    await post(`${used.path}/reverse`, { end_customer_id: this.customer, reason: 'x', posting_date }, { wait: 20 })
  }
}

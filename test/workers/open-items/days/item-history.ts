import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { quietly } from '../../../support/books.ts'
import { firstOf, get, post } from '../../../support/client.ts'
import { credit, debit, EXPENSES, expense, INVOICES, invoice } from '../../../support/requests/examples.ts'
import type { ItemEvent } from './item-events.ts'
import { comeBack, type Moved, moveAtBank, paidOut } from './item-returns.ts'
import { evaluated, isByVoucher, linesOf, type VoucherEvent } from './item-vouchers.ts'

type Used = { readonly path: string; readonly posted_on: string }

/** Books whose open items are opened, paid in parts, overpaid, credited, reversed, and whose money comes back. */
export class ItemHistory {
  readonly customer: string
  readonly documents: string[] = []
  readonly payables: string[] = []
  readonly undoable: Used[] = []
  /** Payments that an allocation has booked once, with their dates. */
  readonly payments: { id: string; date: string }[] = []
  /** What the bank has moved, and may give or take back. */
  readonly moved: Moved[] = []
  /** How often something was booked, by what it was. */
  readonly booked: Record<string, number>

  constructor(customer: string, booked: Record<string, number> = {}) {
    this.customer = customer
    this.booked = booked
  }

  keep(kind: string, path: string, posted_on: string): void {
    this.booked[kind] = (this.booked[kind] ?? 0) + 1
    this.undoable.push({ path, posted_on })
  }

  /** Requests that the service refuses change nothing, and are part of the history. */
  async run(happened: ItemEvent, start: string): Promise<void> {
    const on = addDays(start, happened.day)
    if (happened.kind === 'invoice' || happened.kind === 'owe') await this.open(happened, on)
    else if (happened.kind === 'pay') await this.pay(happened, on)
    else if (happened.kind === 'allocate') await this.allocateCredit(happened, on)
    else if (happened.kind === 'settle') await this.settle(happened, on)
    else if (happened.kind === 'cash') await this.payInCash(happened, on)
    else if (happened.kind === 'reverse') await this.reverse(happened.which, on, start)
    else if (happened.kind === 'come_back') await this.comeBack(happened, on)
    else if (isByVoucher(happened)) await this.bookVoucher(happened, on)
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
    this.keep(item.kind, `/v1/source-facts/${body.id}`, business_date)
  }

  async pay({ amount, documents }: Extract<ItemEvent, { kind: 'pay' }>, date: string) {
    const [first] = this.picked(documents)
    if (!first) return
    const { currency } = (await get(`/v1/documents/${first}`)).body.open_amount
    const moved = { name: randomUUID(), direction: 'CRDT', amount, currency, date } as const
    const import_id = await moveAtBank(this.customer, moved)
    this.moved.push(moved)
    const payment = await firstOf('payments', this.customer, `&import_id=${import_id}`)
    if (await this.allocate(payment.id, amount, currency, documents, date, 'pay'))
      this.payments.push({ id: payment.id, date })
  }

  /** What is left of a payment, once more or, where its first allocation was reversed, booked anew. */
  async allocateCredit({ payment: at, documents, share }: Extract<ItemEvent, { kind: 'allocate' }>, on: string) {
    const payment = this.payments[at % Math.max(1, this.payments.length)]
    if (!payment) return
    const { open_amount, customer_credit } = (await get(`/v1/payments/${payment.id}`)).body
    const { amount_minor, currency } = open_amount
    const kind = customer_credit.amount_minor === 0 ? 'anew' : 'again'
    const date = on < payment.date ? payment.date : on
    await this.allocate(payment.id, Math.ceil((amount_minor * share) / 100), currency, documents, date, kind)
  }

  async allocate(
    payment_id: string,
    amount: number,
    currency: string,
    documents: number[],
    posting_date: string,
    kind: string,
  ) {
    const lines = []
    let left = amount
    for (const document_id of this.picked(documents)) {
      const { open_amount } = (await get(`/v1/documents/${document_id}`)).body
      const part = Math.min(left, open_amount.amount_minor)
      if (open_amount.currency !== currency || part === 0) continue
      lines.push({ document_id, amount: { amount_minor: part, currency } })
      left -= part
    }
    const request = { end_customer_id: this.customer, payment_id, lines, posting_date, set_off_consent: 'agreed' }
    const { status, body } = await post('/v1/allocations', request, { wait: 20 })
    if (status === 201) this.keep(kind, `/v1/allocations/${body.id}`, posting_date)
    return status === 201
  }

  picked(documents: readonly number[]): string[] {
    return [...new Set(documents.flatMap((at) => this.documents[at % Math.max(1, this.documents.length)] ?? []))]
  }

  async settle({ item, share }: Extract<ItemEvent, { kind: 'settle' | 'cash' }>, settlement_date: string) {
    const id = this.payables[item % Math.max(1, this.payables.length)]
    if (!id) return
    const path = `/v1/supplier-payables/${id}` as const
    const { open_amount } = (await get(path)).body
    const amount_minor = Math.trunc((open_amount.amount_minor * share) / 100)
    const settlement = { settlement_date, amount: { ...open_amount, amount_minor }, reviewer_justification: 'x' }
    const evidence = amount_minor > 0 ? await this.payOut(amount_minor, open_amount.currency, settlement_date) : {}
    const { status, body } = await post(
      `${path}/settlements`,
      { end_customer_id: this.customer, ...settlement, ...evidence },
      { wait: 20 },
    )
    if (status === 201) this.keep('settle', `${path}/settlements/${body.id}`, settlement_date)
  }

  /** By a debit of the bank. */
  async payOut(amount: number, currency: string, date: string) {
    const moved = { name: randomUUID(), direction: 'DBIT', amount, currency, date } as const
    this.moved.push(moved)
    return { evidence_sha256: await paidOut(this.customer, moved) }
  }

  async comeBack({ moved: at, share }: Extract<ItemEvent, { kind: 'come_back' }>, on: string) {
    const moved = this.moved[at % Math.max(1, this.moved.length)]
    if (!moved) return
    const path = await comeBack(this.customer, moved, Math.ceil((moved.amount * share) / 100), on)
    if (path) this.keep('come_back', path, on < moved.date ? moved.date : on)
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
    const { id: fact, state } = await evaluated(this.customer, business_date, lines)
    if (state === 'posted') this.keep('cash', `/v1/source-facts/${fact}`, business_date)
  }

  /** A voucher that the service blocks waits, and may be booked by a later event. */
  async bookVoucher(happened: VoucherEvent, on: string) {
    const lines = await linesOf(happened, this)
    if (!lines) return
    const more = happened.kind === 'take_over' ? { entry_type: 'opening' } : {}
    const { id, state } = await evaluated(this.customer, on, lines, more)
    const isOpened = happened.kind === 'take_over' || happened.kind === 'advance'
    if (isOpened) {
      expect(state).to.equal('posted')
      const list = happened.is_customer ? 'documents' : 'supplier-payables'
      const item = await firstOf(list, this.customer, `&source_fact_id=${id}`)
      ;(happened.is_customer ? this.documents : this.payables).push(item.id)
    }
    if (state === 'posted') this.keep(happened.kind, `/v1/source-facts/${id}`, on)
  }

  /** Of days before `start` nothing is touched any more. */
  async reverse(which: number, on: string, start: string) {
    const used = this.undoable[which % Math.max(1, this.undoable.length)]
    if (!used) return
    const posting_date = on < used.posted_on && used.posted_on >= start ? used.posted_on : on
    const request = { end_customer_id: this.customer, reason: 'x', posting_date }
    const { status } = await post(`${used.path}/reverse`, request, { wait: 20 })
    if (status === 202) this.booked.reverse = (this.booked.reverse ?? 0) + 1
  }
}

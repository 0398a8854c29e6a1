import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { firstOf, get, post, upload } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { needsConsent, onlyPartner, sendAllocation } from './money-allocations.ts'
import { expectBalances } from './money-balances.ts'
import type { Command } from './money-commands.ts'
import {
  type Item,
  type MoneyVoucher,
  type Payment,
  pick,
  sendVoucher,
  targetOf,
  undoVoucher,
} from './money-vouchers.ts'

type Allocation = { id: string; payment: Payment; lines: [Item, number][]; is_first: boolean; is_reversed: boolean }
type Settlement = { id: string; payable: Item; amount: number; is_reversed: boolean }

/** The model beside the service: the answer that each command must get, the open amounts and the balances afterwards. */
export class MoneyModel {
  readonly customer: string
  readonly documents: Item[] = []
  readonly payables: Item[] = []
  readonly payments: Payment[] = []
  readonly allocations: Allocation[] = []
  readonly settlements: Settlement[] = []
  readonly vouchers: MoneyVoucher[] = []

  constructor(customer: string) {
    this.customer = customer
  }

  async run(command: Command): Promise<void> {
    if (command.kind === 'invoice') await this.invoice(command.amount)
    if (command.kind === 'owe') await this.open(EXPENSES, expense, 'supplier-payables', this.payables, command.amount)
    if (command.kind === 'pay') await this.pay(command.amount)
    if (command.kind === 'allocate') await this.allocate(command)
    if (command.kind === 'settle') await this.settle(command.payable, command.amount)
    if (command.kind === 'reverse_allocation') await this.reverseAllocation(pick(this.allocations, command.which))
    if (command.kind === 'reverse_settlement') await this.reverseSettlement(pick(this.settlements, command.which))
    if (command.kind === 'voucher') await this.sendVoucher(command)
    if (command.kind === 'reverse_voucher') await this.reverseVoucher(pick(this.vouchers, command.which))
    if (command.kind === 'reverse_invoice') await this.reverseInvoice(pick(this.documents, command.which))
  }

  /** Of two customers in turn. */
  invoice(amount: number) {
    const partner = this.documents.length % 2 === 0 ? 'A' : 'B'
    return this.open(INVOICES, invoice, 'documents', this.documents, amount, partner)
  }

  async open(
    path: typeof INVOICES | typeof EXPENSES,
    make: typeof invoice | typeof expense,
    name: 'documents' | 'supplier-payables',
    items: Item[],
    amount: number,
    partner = 'Supplier',
  ) {
    const of = name === 'documents' ? { customer: { name: partner } } : {}
    const request = make(this.customer, { payload: { gross_amount: chf(amount), tax_lines: [], ...of } })
    const { body: fact } = await post(path, request, { wait: 20 })
    expect(fact.state).to.equal('posted')
    const { id } = await firstOf(name, this.customer, `&source_fact_id=${fact.id}`)
    items.push({ id, fact: fact.id, partner, amount, open: amount, is_reversed: false })
  }

  async pay(amount: number) {
    const text = `Zahlung ${this.payments.length}`
    const entries = bankEntry({ amount: (amount / 100).toFixed(2), text })
    const { body } = await upload(
      this.customer,
      camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: entries }),
      { wait: 20 },
    )
    const { id } = await firstOf('payments', this.customer, `&import_id=${body.id}`)
    this.payments.push({ id, amount, open: amount, booked_by: null, credit: 0, creditor: null })
  }

  async allocate({ payment: at, documents, share }: Extract<Command, { kind: 'allocate' }>) {
    const payment = pick(this.payments, at)
    const items = [...new Set(documents.flatMap((index) => pick(this.documents, index) ?? []))]
    if (!payment || items.length === 0) return
    const lines = items.map((item): [Item, number] => [item, Math.max(1, Math.floor((item.amount * share) / 100))])
    const sum = lines.reduce((total, [, part]) => total + part, 0)
    const isAllowed = sum <= payment.open && lines.every(([item, part]) => part <= item.open)
    const request = {
      end_customer_id: this.customer,
      payment_id: payment.id,
      lines: lines.map(([item, part]) => ({ document_id: item.id, amount: chf(part) })),
    }
    const body = await sendAllocation(request, isAllowed, needsConsent(payment, items))
    if (!body) return
    expect(body.state).to.equal('posted')
    const is_first = payment.booked_by === null
    for (const [item, part] of lines) item.open -= part
    payment.open -= sum
    payment.credit = is_first ? payment.amount - sum : payment.credit - sum
    if (is_first) Object.assign(payment, { booked_by: body.id, creditor: onlyPartner(items) })
    this.allocations.push({ id: body.id, payment, lines, is_first, is_reversed: false })
  }

  async settle(at: number, amount: number) {
    const payable = pick(this.payables, at)
    if (!payable) return
    const { status, body } = await post(
      `/v1/supplier-payables/${payable.id}/settlements`,
      {
        end_customer_id: this.customer,
        settlement_date: '2026-04-30',
        amount: chf(amount),
        reviewer_justification: 'x',
      },
      { wait: 20 },
    )
    const isAllowed = amount <= payable.open
    expect(status).to.equal(isAllowed ? 201 : 422)
    if (!isAllowed) return
    payable.open -= amount
    this.settlements.push({ id: body.id, payable, amount, is_reversed: false })
  }

  async reverseAllocation(allocation: Allocation | undefined) {
    if (!allocation) return
    const { payment } = allocation
    const others = this.allocations.filter(
      (other) => other !== allocation && other.payment === payment && !other.is_reversed,
    )
    const refunds = this.vouchers.filter((refund) => refund.payment === payment && !refund.is_reversed)
    const isAllowed = !allocation.is_reversed && !(allocation.is_first && others.length + refunds.length > 0)
    const { status, body } = await this.reverse(`/v1/allocations/${allocation.id}`)
    expect(status, JSON.stringify(body)).to.equal(isAllowed ? 202 : 409)
    if (!isAllowed) return
    expect(body.state).to.equal('reversed')
    const sum = allocation.lines.reduce((total, [, part]) => total + part, 0)
    for (const [item, part] of allocation.lines) item.open += part
    payment.open += sum
    payment.credit = allocation.is_first ? 0 : payment.credit + sum
    if (allocation.is_first) Object.assign(payment, { booked_by: null, creditor: null })
    allocation.is_reversed = true
  }

  async reverseSettlement(settlement: Settlement | undefined) {
    if (!settlement) return
    const { status } = await this.reverse(`/v1/supplier-payables/${settlement.payable.id}/settlements/${settlement.id}`)
    expect(status).to.equal(settlement.is_reversed ? 409 : 202)
    if (!settlement.is_reversed) settlement.payable.open += settlement.amount
    settlement.is_reversed = true
  }

  async sendVoucher({ pays, which, amount }: Extract<Command, { kind: 'voucher' }>) {
    const target = targetOf(this, pays, which)
    const booked = target && (await sendVoucher(this.customer, target, amount))
    if (booked) this.vouchers.push(booked)
  }

  async reverseVoucher(booked: MoneyVoucher | undefined) {
    if (!booked) return
    const { status, body } = await this.reverse(`/v1/source-facts/${booked.id}`)
    expect(status, JSON.stringify(body)).to.equal(booked.is_reversed ? 409 : 202)
    if (!booked.is_reversed) undoVoucher(booked)
  }

  async reverseInvoice(item: Item | undefined) {
    if (!item) return
    const isAllowed = !item.is_reversed && item.open === item.amount
    const { status } = await this.reverse(`/v1/source-facts/${item.fact}`)
    expect(status).to.equal(isAllowed ? 202 : 409)
    if (!isAllowed) return
    item.is_reversed = true
    item.open = 0
  }

  reverse(path: string) {
    return post(`${path}/reverse`, { end_customer_id: this.customer, reason: 'x' }, { wait: 20 })
  }

  expectHolds(): Promise<void> {
    return expectBalances(this)
  }

  /** Everything can be taken back, the newest first, until no account has a balance. */
  async undoEverything(): Promise<void> {
    for (const booked of this.vouchers) if (!booked.is_reversed) await this.reverseVoucher(booked)
    for (const allocation of [...this.allocations].reverse().sort((a, b) => Number(a.is_first) - Number(b.is_first)))
      if (!allocation.is_reversed) await this.reverseAllocation(allocation)
    for (const settlement of this.settlements) if (!settlement.is_reversed) await this.reverseSettlement(settlement)
    for (const item of [...this.documents, ...this.payables]) if (!item.is_reversed) await this.reverseInvoice(item)
    await this.expectHolds()
    const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${this.customer}&fiscal_year_id=FY2026`)
    expect(body.rows.every((row) => row.closing_balance.amount_minor === 0)).to.equal(true)
  }
}

import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { type ForeignItem, type ForeignVoucher, reverseDocument } from './foreign/foreign-items.ts'
import { reverseForeign, runForeign, undoForeign } from './foreign/foreign-vouchers.ts'
import {
  type Allocation,
  close,
  isWithin,
  linesOf,
  needsConsent,
  onlyPartner,
  sendAllocation,
  sentLine,
  sumOf,
} from './money-allocations.ts'
import { expectHolds, expectNothingLeft } from './money-balances.ts'
import { type BankVoucher, mayBeAllocated, reverseBankVoucher, runBankEntries } from './money-bank-entries.ts'
import type { Command } from './money-commands.ts'
import {
  openInvoice,
  openNote,
  openPayable,
  openSupplierNote,
  receivePayment,
  type Settlement,
} from './money-openings.ts'
import { freeOrders, isOrdered, type MoneyOrder, runOrder } from './money-orders.ts'
import { reverseSettlement, settle } from './money-settlements.ts'
import { netSupplier, takeAdvanceBack } from './money-suppliers.ts'
import {
  type Item,
  type MoneyVoucher,
  type Payment,
  pick,
  sendVoucher,
  targetOf,
  undoVoucher,
} from './money-vouchers.ts'
import { collect, net } from './money-without-payment.ts'

/** The model beside the service: the answer that each command must get, the open amounts and the balances afterwards. */
export class MoneyModel {
  readonly customer: string
  readonly documents: Item[] = []
  readonly notes: Item[] = []
  readonly payables: Item[] = []
  readonly supplierNotes: Item[] = []
  readonly advances: Item[] = []
  readonly payments: Payment[] = []
  readonly allocations: Allocation[] = []
  readonly settlements: Settlement[] = []
  readonly vouchers: MoneyVoucher[] = []
  readonly orders: MoneyOrder[] = []
  readonly bankVouchers: BankVoucher[] = []
  readonly foreignItems: ForeignItem[] = []
  readonly foreignVouchers: ForeignVoucher[] = []

  constructor(customer: string) {
    this.customer = customer
  }

  async run(command: Command): Promise<void> {
    await runOrder(this, command)
    await runBankEntries(this, command)
    await runForeign(this, command)
    if (command.kind === 'invoice') await openInvoice(this, command.amount)
    if (command.kind === 'note') await openNote(this, command.amount)
    if (command.kind === 'supplier_note') await openSupplierNote(this, command.amount)
    if (command.kind === 'net') await net(this, command)
    if (command.kind === 'net_supplier') await netSupplier(this, command)
    if (command.kind === 'advance_back') await takeAdvanceBack(this, command)
    if (command.kind === 'owe') await openPayable(this, command.amount)
    if (command.kind === 'pay') await receivePayment(this, command.amount)
    if (command.kind === 'allocate') await this.allocate(command)
    if (command.kind === 'collect') await collect(this, command)
    if (command.kind === 'settle') await settle(this, command)
    if (command.kind === 'reverse_allocation') await this.reverseAllocation(pick(this.allocations, command.which))
    if (command.kind === 'reverse_settlement') await reverseSettlement(this, pick(this.settlements, command.which))
    if (command.kind === 'voucher') await this.sendVoucher(command)
    if (command.kind === 'reverse_voucher') await this.reverseVoucher(pick(this.vouchers, command.which))
    if (command.kind === 'reverse_invoice') await this.reverseInvoice(pick(this.documents, command.which))
  }

  async allocate({ payment: at, documents, share, off }: Extract<Command, { kind: 'allocate' }>) {
    const payment = pick(this.payments, at)
    const lines = linesOf(this.documents, documents, share, off)
    if (!payment || lines.length === 0) return
    const items = lines.map(({ item }) => item)
    const sum = sumOf(lines)
    const isAllowed = sum <= payment.open && lines.every(isWithin) && mayBeAllocated(this, payment)
    const request = { end_customer_id: this.customer, payment_id: payment.id, lines: lines.map(sentLine) }
    const body = await sendAllocation(request, isAllowed, needsConsent(payment, items))
    if (!body) return
    expect(body.state).to.equal('posted')
    const is_first = payment.booked_by === null
    close(this, lines)
    payment.open -= sum
    payment.credit = is_first ? payment.amount - sum : payment.credit - sum
    if (is_first) Object.assign(payment, { booked_by: body.id, creditor: onlyPartner(items) })
    this.allocations.push({ id: body.id, payment, lines, is_first, is_reversed: false })
  }

  async reverseAllocation(allocation: Allocation | undefined) {
    if (!allocation) return
    const { payment } = allocation
    const others = this.allocations.filter(
      (other) => other !== allocation && other.payment === payment && !other.is_reversed && payment !== null,
    )
    const refunds = this.vouchers.filter(
      (refund) => refund.payment === payment && !refund.is_reversed && payment !== null,
    )
    const isAllowed = !allocation.is_reversed && !(allocation.is_first && others.length + refunds.length > 0)
    const { status, body } = await this.reverse(`/v1/allocations/${allocation.id}`)
    expect(status, JSON.stringify(body)).to.equal(isAllowed ? 202 : 409)
    if (!isAllowed) return
    expect(body.state).to.equal('reversed')
    for (const { item, closed } of allocation.lines) item.open += closed
    allocation.is_reversed = true
    if (!payment) return
    const sum = sumOf(allocation.lines)
    payment.open += sum
    payment.credit = allocation.is_first ? 0 : payment.credit + sum
    if (allocation.is_first) Object.assign(payment, { booked_by: null, creditor: null })
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
    const isAllowed = !item.is_reversed && item.open === item.amount && !isOrdered(this, item)
    const { status } = await this.reverse(`/v1/source-facts/${item.fact}`)
    expect(status).to.equal(isAllowed ? 202 : 409)
    if (!isAllowed) return
    item.is_reversed = true
    item.open = 0
  }

  /** Of all that stands. */
  reversals(): (() => Promise<void>)[] {
    const of = <Its extends { is_reversed: boolean }>(all: readonly Its[], undo: (one: Its) => Promise<void>) =>
      all.filter((one) => !one.is_reversed).map((one) => () => undo(one))
    return [
      ...of(this.vouchers, (one) => this.reverseVoucher(one)),
      ...of(this.allocations, (one) => this.reverseAllocation(one)),
      ...of(this.settlements, (one) => reverseSettlement(this, one)),
      ...of(this.bankVouchers, (one) => reverseBankVoucher(this, one)),
      ...of([...this.documents, ...this.notes, ...this.payables, ...this.supplierNotes], (one) =>
        this.reverseInvoice(one),
      ),
      ...of(this.foreignVouchers, (one) => reverseForeign(this, one)),
      ...of(this.foreignItems, (one) => reverseDocument(this, one)),
    ]
  }

  reverse(path: string) {
    return post(`${path}/reverse`, { end_customer_id: this.customer, reason: 'x' }, { wait: 20 })
  }

  /** Everything can be taken back, first what is drawn, where nothing else is in the way, and then the newest first, until no account has a balance. */
  async undoEverything(drawn: readonly number[]): Promise<void> {
    for (const which of drawn) await pick(this.reversals(), which)?.()
    for (const booked of this.vouchers) if (!booked.is_reversed) await this.reverseVoucher(booked)
    for (const allocation of [...this.allocations].reverse().sort((a, b) => Number(a.is_first) - Number(b.is_first)))
      if (!allocation.is_reversed) await this.reverseAllocation(allocation)
    for (const settlement of [...this.settlements].reverse())
      if (!settlement.is_reversed) await reverseSettlement(this, settlement)
    for (const booked of this.bankVouchers) if (!booked.is_reversed) await reverseBankVoucher(this, booked)
    await undoForeign(this)
    await freeOrders(this)
    for (const item of [...this.documents, ...this.notes, ...this.payables, ...this.supplierNotes])
      if (!item.is_reversed) await this.reverseInvoice(item)
    await expectHolds(this)
    await expectNothingLeft(this.customer)
  }
}

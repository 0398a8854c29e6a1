import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import type { PAID } from './money-commands.ts'

export type Item = {
  id: string
  fact: string
  partner: string
  amount: number
  /** Within its amount; what is taken off it has its part of that. */
  tax: number
  open: number
  is_reversed: boolean
}
export type Payment = {
  id: string
  entry_id: string
  amount: number
  open: number
  /** The allocation that has booked it, or vouchers that have given it credit. */
  booked_by: string | null
  credit: number
  /** Whose credit it is; null for nobody's. */
  creditor: string | null
}

/** A voucher that has paid an item in cash, refunded the credit of a payment, written a document off or set it off. */
export type MoneyVoucher = {
  id: string
  amount: number
  cash: number
  items: readonly Item[]
  payment: Payment | null
  is_reversed: boolean
}
export type VoucherTarget =
  | { document: Item; is_written_off?: boolean; against?: Item }
  | { payable: Item }
  | { payment: Payment }

/**
 * Sends a voucher and expects what the model does: it is booked as far as something is open, and blocked beyond that.
 *
 * @returns null for a voucher that is blocked
 */
export async function sendVoucher(
  customer: string,
  target: VoucherTarget,
  amount: number,
): Promise<MoneyVoucher | null> {
  const { lines, open, cash, items } = partsOf(target, amount)
  const request = voucher(customer, { payload: { lines, set_off_consent: 'both, by letter' } })
  const { body } = await post(VOUCHERS, request, { wait: 20 })
  const isAllowed = amount <= open
  expect(body.state, JSON.stringify(body.blockers)).to.equal(isAllowed ? 'posted' : 'blocked')
  if (!isAllowed) {
    // It would be booked as soon as enough is open; a newer version of it, which never is, takes its place.
    const { external_reference } = request
    const never = voucher(customer, { external_reference, payload: { lines: [debit('6500', 2), credit('1520', 1)] } })
    expect((await post(VOUCHERS, never, { wait: 20 })).body.state).to.equal('blocked')
    return null
  }
  const payment = 'payment' in target ? target.payment : null
  move({ items, payment }, -amount)
  return { id: body.id, amount, cash, items, payment, is_reversed: false }
}

function partsOf(target: VoucherTarget, amount: number) {
  if ('document' in target) return partsOfDocument(target, amount)
  const cash = -amount
  if ('payable' in target) {
    const open_item = { supplier_payable_id: target.payable.id, purpose: 'payment' }
    return {
      lines: [debit('2000', amount, { open_item }), credit('1000', amount)],
      open: target.payable.open,
      cash,
      items: [target.payable],
    }
  }
  const { payment } = target
  const open_item = { payment_id: payment.id, purpose: 'refund' }
  const open = payment.booked_by === null ? 0 : payment.open
  return { lines: [debit('2030', amount, { open_item }), credit('1000', amount)], open, cash, items: [] }
}

function partsOfDocument(target: Extract<VoucherTarget, { document: Item }>, amount: number) {
  const { document, is_written_off, against } = target
  const taken = (purpose: string) => credit('1100', amount, { open_item: { document_id: document.id, purpose } })
  if (against) {
    const owed = { open_item: { supplier_payable_id: against.id, purpose: 'set_off' } }
    const lines = [debit('2000', amount, owed), taken('set_off')]
    return { lines, open: Math.min(document.open, against.open), cash: 0, items: [document, against] }
  }
  const { open } = document
  if (is_written_off) return { lines: [debit('3805', amount), taken('write_off')], open, cash: 0, items: [document] }
  return { lines: [debit('1000', amount), taken('payment')], open, cash: amount, items: [document] }
}

/** Gives back what a voucher took from its item or payment. */
export function undoVoucher(booked: MoneyVoucher): void {
  move(booked, booked.amount)
  booked.is_reversed = true
}

function move({ items, payment }: Pick<MoneyVoucher, 'items' | 'payment'>, amount: number): void {
  for (const item of items) item.open += amount
  if (!payment) return
  payment.open += amount
  payment.credit += amount
}

type Targets = {
  readonly documents: readonly Item[]
  readonly payables: readonly Item[]
  readonly payments: readonly Payment[]
}

export function targetOf(books: Targets, pays: (typeof PAID)[number], which: number): VoucherTarget | undefined {
  const document = pick(books.documents, which)
  const payable = pick(books.payables, which)
  const payment = pick(books.payments, which)
  if (pays === 'payable') return payable && { payable }
  if (pays === 'payment') return payment && { payment }
  if (pays === 'write_off') return document && { document, is_written_off: true }
  if (pays === 'set_off') return document && payable && { document, against: payable }
  return document && { document }
}

export function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(items.length, 1)]
}

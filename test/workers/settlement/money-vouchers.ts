import { expect } from 'chai'
import { post } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'

export type Item = { id: string; fact: string; partner: string; amount: number; open: number; is_reversed: boolean }
export type Payment = {
  id: string
  amount: number
  open: number
  booked_by: string | null
  credit: number
  /** Whose credit it is; null for nobody's. */
  creditor: string | null
}

/** A voucher that has paid an item in cash, or refunded the credit of a payment. */
export type MoneyVoucher = {
  id: string
  cash: number
  item: Item | null
  payment: Payment | null
  is_reversed: boolean
}
export type VoucherTarget = { document: Item } | { payable: Item } | { payment: Payment }

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
  const { lines, open, cash } = partsOf(target, amount)
  const request = voucher(customer, { payload: { lines } })
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
  const item = 'document' in target ? target.document : 'payable' in target ? target.payable : null
  move({ item, payment }, -amount)
  return { id: body.id, cash, item, payment, is_reversed: false }
}

function partsOf(target: VoucherTarget, amount: number) {
  if ('document' in target) {
    const open_item = { document_id: target.document.id, purpose: 'payment' }
    return {
      lines: [debit('1000', amount), credit('1100', amount, { open_item })],
      open: target.document.open,
      cash: amount,
    }
  }
  const cash = -amount
  if ('payable' in target) {
    const open_item = { supplier_payable_id: target.payable.id, purpose: 'payment' }
    return { lines: [debit('2000', amount, { open_item }), credit('1000', amount)], open: target.payable.open, cash }
  }
  const { payment } = target
  const open_item = { payment_id: payment.id, purpose: 'refund' }
  const open = payment.booked_by === null ? 0 : payment.open
  return { lines: [debit('2030', amount, { open_item }), credit('1000', amount)], open, cash }
}

/** Gives back what a voucher took from its item or payment. */
export function undoVoucher(booked: MoneyVoucher): void {
  move(booked, booked.cash < 0 ? -booked.cash : booked.cash)
  booked.is_reversed = true
}

function move({ item, payment }: Pick<MoneyVoucher, 'item' | 'payment'>, amount: number): void {
  if (item) item.open += amount
  if (!payment) return
  payment.open += amount
  payment.credit += amount
}

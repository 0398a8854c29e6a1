import { expect } from 'chai'
import fc from 'fast-check'
import { get, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'

/** What vouchers do to open items beside paying them, and what is done with the credit of a payment. */
export type VoucherEvent =
  | { kind: 'take_over'; day: number; amount: number; is_foreign: boolean; is_customer: boolean; partner: number }
  | { kind: 'advance'; day: number; amount: number; is_customer: boolean; partner: number }
  | { kind: 'set_off'; day: number; item: number; other: number; share: number }
  | { kind: 'refund'; day: number; item: number; share: number }
  | { kind: 'revalue'; day: number; item: number; share: number; is_gain: boolean }

/** An item with its amount as the ledger has it: what is owed to us is positive. */
type Held = { readonly named: object; readonly account: string; readonly currency: string; readonly amount: number }
type Money = { readonly amount_minor: number; readonly currency: string }

export const voucherEvents = (day: fc.Arbitrary<number>): fc.Arbitrary<VoucherEvent> => {
  const amount = fc.integer({ min: 100, max: 90_000 })
  const share = fc.integer({ min: 10, max: 100 })
  const opened = { day, amount, is_customer: fc.boolean(), partner: fc.nat(2) }
  return fc.oneof(
    fc.record({ kind: fc.constant('take_over' as const), is_foreign: fc.boolean(), ...opened }),
    fc.record({ kind: fc.constant('advance' as const), ...opened }),
    fc.record({ kind: fc.constant('set_off' as const), day, item: fc.nat(9), other: fc.nat(9), share }),
    fc.record({ kind: fc.constant('refund' as const), day, item: fc.nat(9), share }),
    fc.record({ kind: fc.constant('revalue' as const), day, item: fc.nat(9), share, is_gain: fc.boolean() }),
  )
}

export function isByVoucher(happened: { readonly kind: string }): happened is VoucherEvent {
  return ['take_over', 'advance', 'set_off', 'refund', 'revalue'].includes(happened.kind)
}

type Books = {
  readonly documents: readonly string[]
  readonly payables: readonly string[]
  readonly payments: readonly { id: string }[]
}

/** Null where the books have nothing to which it can happen. */
export async function linesOf(happened: VoucherEvent, { documents, payables, payments }: Books) {
  if (happened.kind === 'take_over') return takenOver(happened)
  if (happened.kind === 'advance') return advanced(happened)
  if (happened.kind === 'refund') {
    const payment = payments[happened.item % Math.max(1, payments.length)]
    return payment ? refunded(payment.id, happened.share) : null
  }
  const heldAt = async (at: number) => {
    const ids = [...documents, ...payables]
    const id = ids[at % Math.max(1, ids.length)]
    return id ? heldOf(id, documents.includes(id)) : null
  }
  const one = await heldAt(happened.item)
  if (!one) return null
  if (happened.kind === 'revalue') return revalued(one.held, one.base, happened.share, happened.is_gain)
  const other = await heldAt(happened.other)
  return other ? setOff(one.held, other.held, happened.share) : null
}

/** A voucher as it is after its evaluation; one that is blocked waits, and may be booked by a later event. */
export async function evaluated(customer: string, business_date: string, lines: readonly object[], more: object = {}) {
  const request = voucher(customer, { business_date, payload: { lines, set_off_consent: 'agreed', ...more } })
  const { body } = await post(VOUCHERS, request, { wait: 20 })
  expect(body.state, JSON.stringify(body)).to.be.oneOf(['posted', 'blocked'])
  return body
}

/** An item of another system, in francs or in euros at 0.95. */
function takenOver({ amount, is_foreign, is_customer, partner }: Extract<VoucherEvent, { kind: 'take_over' }>) {
  const base = is_foreign ? Math.round(amount * 0.95) : amount
  const money = is_foreign ? { amount_minor: amount, currency: 'EUR' } : chf(amount)
  const open_item = { new: { partner: { name: `Partner ${partner}` } } }
  const item = { open_item, ...(is_foreign ? { base_amount: chf(base) } : {}) }
  return is_customer
    ? [{ account_code: '1100', debit: money, ...item }, credit('9100', base)]
    : [debit('9100', base), { account_code: '2000', credit: money, ...item }]
}

/** Paid by a customer before there is an invoice, or to a supplier. */
function advanced({ amount, is_customer, partner }: Extract<VoucherEvent, { kind: 'advance' }>) {
  const item = { open_item: { new: { partner: { name: `Partner ${partner}` } } } }
  return is_customer
    ? [debit('1000', amount), credit('2030', amount, item)]
    : [debit('1192', amount, item), credit('1000', amount)]
}

/** A share of what two items have in common; null where they do not cancel each other out. */
function setOff(one: Held, other: Held, share: number) {
  if (one.currency !== 'CHF' || other.currency !== 'CHF' || one.amount * other.amount >= 0) return null
  const amount = Math.trunc((Math.min(Math.abs(one.amount), Math.abs(other.amount)) * share) / 100)
  if (amount === 0) return null
  return [one, other].map((held) => {
    const item = { open_item: { ...held.named, purpose: 'set_off' } }
    return held.amount > 0 ? credit(held.account, amount, item) : debit(held.account, amount, item)
  })
}

/** A thousandth to a tenth of the book value of an item in foreign currency. */
function revalued(held: Held, base: number, share: number, is_gain: boolean) {
  const amount = Math.trunc((Math.abs(base) * share) / 1000)
  if (held.currency === 'CHF' || amount === 0) return null
  const item = { open_item: { ...held.named, purpose: 'revaluation' } }
  return is_gain
    ? [debit(held.account, amount, item), credit('6999', amount)]
    : [debit('6949', amount), credit(held.account, amount, item)]
}

/** A share of the credit of a payment in francs, in cash. */
async function refunded(payment_id: string, share: number) {
  const { customer_credit } = (await get(`/v1/payments/${payment_id}`)).body
  const amount = Math.trunc((customer_credit.amount_minor * share) / 100)
  if (amount === 0 || customer_credit.currency !== 'CHF') return null
  return [debit('2030', amount, { open_item: { payment_id, purpose: 'refund' } }), credit('1000', amount)]
}

const ACCOUNT_OF = { receivable: '1100', customer_credit: '2030', payable: '2000', supplier_advance: '1192' } as const

async function heldOf(id: string, isDocument: boolean): Promise<{ held: Held; base: number }> {
  const { body } = await get(isDocument ? `/v1/documents/${id}` : `/v1/supplier-payables/${id}`)
  const { open_amount, base_open_amount, kind }: { open_amount: Money; base_open_amount: Money; kind: string } = body
  const named = isDocument ? { document_id: id } : { supplier_payable_id: id }
  const sign = isDocument ? 1 : -1
  const held = { named, account: ACCOUNT_OF[kind as keyof typeof ACCOUNT_OF], currency: open_amount.currency }
  return { held: { ...held, amount: sign * open_amount.amount_minor }, base: sign * base_open_amount.amount_minor }
}

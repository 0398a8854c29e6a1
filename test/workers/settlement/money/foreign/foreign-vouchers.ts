import { expect } from 'chai'
import { post } from '../../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { pick } from '../money-vouchers.ts'
import type { ForeignCommand } from './foreign-commands.ts'
import {
  eur,
  expectReversal,
  type ForeignBooks,
  type ForeignItem,
  type ForeignVoucher,
  type MoveOfItem,
  openForeign,
  ratio,
  reverseDocument,
  sumOf,
} from './foreign-items.ts'

export async function runForeign(model: ForeignBooks, command: { kind: string }): Promise<void> {
  const its = command as ForeignCommand
  if (its.kind === 'foreign_document') await openForeign(model, its)
  if (its.kind === 'foreign_payment') await payForeign(model, its)
  if (its.kind === 'revalue') await revalue(model, its)
  if (its.kind === 'revalue_account') await revalueAccount(model, its.change)
  if (its.kind === 'reverse_foreign_voucher') await reverseForeign(model, pick(model.foreignVouchers, its.which))
  if (its.kind === 'reverse_foreign_document') await reverseDocument(model, pick(model.foreignItems, its.which))
}

/** Into or from an account in euros; what the rate has changed since is gain or loss. */
async function payForeign(
  model: ForeignBooks,
  { which, share, rate }: Extract<ForeignCommand, { kind: 'foreign_payment' }>,
) {
  const item = pick(model.foreignItems, which)
  // Of what is worth nothing a part has no line.
  if (!item || (item.open > 0 && item.base < 10)) return
  const amount = Math.max(1, Math.floor((item.open * share) / 100))
  const value = Math.max(1, ratio(amount * rate, 100))
  const closed = { ...sided(item, -amount, eur), ...named(item, 'payment') }
  const money = { account_code: '1024', [item.isCustomer ? 'debit' : 'credit']: eur(amount), base_amount: chf(value) }
  const isAllowed = !item.is_reversed && amount <= item.open
  const id = await sendVoucher(model.customer, [money, closed], isAllowed)
  if (id === null) return
  const base = amount === item.open ? item.base : ratio(item.base * amount, item.open)
  move(item, -amount, -base)
  const onBank = item.isCustomer ? value : -value
  model.foreignVouchers.push({
    id,
    item,
    amount: -amount,
    base: -base,
    at: item.moves.length,
    onBank,
    is_reversed: false,
  })
}

async function revalue(model: ForeignBooks, { which, change }: Extract<ForeignCommand, { kind: 'revalue' }>) {
  const item = pick(model.foreignItems, which)
  if (!item) return
  const base = ratio(item.base * change, 1_000) || (change < 0 ? -1 : 1)
  const line = { ...sided(item, base, () => eur(0)), base_amount: chf(Math.abs(base)), ...named(item, 'revaluation') }
  const isDebit = item.isCustomer === base > 0
  const other = isDebit ? credit('6999', Math.abs(base)) : debit('6949', Math.abs(base))
  const isAllowed = !item.is_reversed && item.open > 0 && item.base + base >= 0
  const id = await sendVoucher(model.customer, [line, other], isAllowed)
  if (id === null) return
  move(item, 0, base)
  model.foreignVouchers.push({ id, item, amount: 0, base, at: item.moves.length, onBank: 0, is_reversed: false })
}

/** No item stands on it, so its value in francs is changed by a line in francs. */
async function revalueAccount({ customer, foreignVouchers }: ForeignBooks, change: number): Promise<void> {
  const value = Math.abs(change) || 1
  const lines =
    change > 0 ? [debit('1024', value), credit('6999', value)] : [debit('6949', value), credit('1024', value)]
  const id = await sendVoucher(customer, lines, true)
  const onBank = change > 0 ? value : -value
  if (id) foreignVouchers.push({ id, item: null, amount: 0, base: 0, at: 0, onBank, is_reversed: false })
}

/**
 * A revaluation of which a part that was paid, or given back, since has its share stays. What was paid before and comes back has the value of
 * then, and no share.
 */
export async function reverseForeign(model: ForeignBooks, booked: ForeignVoucher | undefined): Promise<void> {
  if (!booked) return
  const { item, amount, base } = booked
  const isOfBefore = ({ undoes }: MoveOfItem) => undoes !== null && undoes < booked.at
  const since = item?.moves.slice(booked.at).filter((one) => one.amount !== 0 && !isOfBefore(one)) ?? []
  const isShared = amount === 0 && (sumOf(since, 'amount') !== 0 || sumOf(since, 'base') !== 0)
  const isWorthLess = item !== null && item.base - base < 0
  const isAllowed = !booked.is_reversed && !isShared && !isWorthLess
  await expectReversal(model.customer, booked.id, isAllowed)
  if (!isAllowed) return
  booked.is_reversed = true
  if (item) move(item, -amount, -base, booked.at)
}

/** The newest first, then the documents. */
export async function undoForeign(model: ForeignBooks): Promise<void> {
  for (const booked of model.foreignVouchers.toReversed()) if (!booked.is_reversed) await reverseForeign(model, booked)
  for (const booked of model.foreignVouchers)
    expect(booked.is_reversed, 'the newest first, all can be reversed').to.equal(true)
  for (const item of model.foreignItems) if (!item.is_reversed) await reverseDocument(model, item)
}

async function sendVoucher(customer: string, lines: readonly object[], isAllowed: boolean): Promise<string | null> {
  const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 20 })
  expect(body.state, JSON.stringify([lines, body.blockers])).to.equal(isAllowed ? 'posted' : 'blocked')
  if (isAllowed) return body.id
  // It would be booked as soon as it fits.
  const withdrawal = { end_customer_id: customer, reason: 'x' }
  const { status } = await post(`/v1/source-facts/${body.id}/withdraw`, withdrawal)
  expect(status).to.be.within(200, 202)
  return null
}

function named({ id, isCustomer }: ForeignItem, purpose: string) {
  return { open_item: isCustomer ? { document_id: id, purpose } : { supplier_payable_id: id, purpose } }
}

/** A line on the account of the item: a change of a receivable is a debit where it makes it larger. */
function sided({ isCustomer }: ForeignItem, change: number, money: (minor: number) => object) {
  const side = isCustomer === change > 0 ? 'debit' : 'credit'
  return { account_code: isCustomer ? '1100' : '2000', [side]: money(Math.abs(change)) }
}

function move(item: ForeignItem, amount: number, base: number, undoes: number | null = null): void {
  item.open += amount
  item.base += base
  item.moves.push({ amount, base, undoes })
}

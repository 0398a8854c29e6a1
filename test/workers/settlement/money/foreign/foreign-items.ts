import { expect } from 'chai'
import { firstOf, itemsOf, post, put } from '../../../../support/client.ts'
import { EXPENSES, expense, INVOICES, invoice } from '../../../../support/requests/examples.ts'
import type { ForeignCommand } from './foreign-commands.ts'

/** An item in euros: what of it is open, and the francs that it is worth in the books. */
export type ForeignItem = {
  id: string
  fact: string
  isCustomer: boolean
  amount: number
  open: number
  base: number
  is_reversed: boolean
  /** What moved it, in the order of the bookings; a reversal is a move of its own. */
  moves: MoveOfItem[]
}

/** A reversal says which move it undoes, as its voucher has it (`at`). */
export type MoveOfItem = { amount: number; base: number; undoes: number | null }

/** A voucher that pays or revalues an item, or revalues the account at the bank; amounts as it changes the item. */
export type ForeignVoucher = {
  id: string
  item: ForeignItem | null
  amount: number
  base: number
  /** How many moves the item had with it. */
  at: number
  /** What it moves on the account in euros, in francs. */
  onBank: number
  is_reversed: boolean
}

export type ForeignBooks = {
  readonly customer: string
  readonly foreignItems: ForeignItem[]
  readonly foreignVouchers: ForeignVoucher[]
}

export const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

export async function openForeign(
  { customer, foreignItems }: ForeignBooks,
  { amount, is_customer }: Extract<ForeignCommand, { kind: 'foreign_document' }>,
): Promise<void> {
  const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2020-01-01' }]
  await put('/v1/exchange-rates', { end_customer_id: customer, rates })
  const payload = { currency: 'EUR', gross_amount: eur(amount), tax_lines: [] }
  const { body: fact } = is_customer
    ? await post(INVOICES, invoice(customer, { payload }), { wait: 20 })
    : await post(EXPENSES, expense(customer, { payload }), { wait: 20 })
  expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
  const { id } = await firstOf(is_customer ? 'documents' : 'supplier-payables', customer, `&source_fact_id=${fact.id}`)
  const base = ratio(amount * 95, 100)
  foreignItems.push({
    id,
    fact: fact.id,
    isCustomer: is_customer,
    amount,
    open: amount,
    base,
    is_reversed: false,
    moves: [],
  })
}

export async function reverseDocument(model: ForeignBooks, item: ForeignItem | undefined): Promise<void> {
  if (!item) return
  const its = model.foreignVouchers.filter((one) => one.item === item && !one.is_reversed)
  const isAllowed = !item.is_reversed && its.length === 0
  await expectReversal(model.customer, item.fact, isAllowed)
  if (isAllowed) Object.assign(item, { is_reversed: true, open: 0, base: 0 })
}

/** What is open and what it is worth, item by item. */
export async function expectForeign(model: ForeignBooks): Promise<void> {
  for (const [name, isCustomer] of [
    ['documents', true],
    ['supplier-payables', false],
  ] as const) {
    const all = await itemsOf(name, model.customer, '&limit=500')
    const found = all.filter(({ open_amount }) => open_amount.currency === 'EUR')
    const wanted = model.foreignItems.filter((item) => item.isCustomer === isCustomer)
    expect(
      found.map(({ id, open_amount, base_open_amount }) => [
        id,
        open_amount.amount_minor,
        base_open_amount.amount_minor,
      ]),
    ).to.deep.equal(wanted.map(({ id, open, base }) => [id, open, base]))
  }
}

/** The francs that items and the account in euros are worth. */
export function foreignValues({ foreignItems, foreignVouchers }: ForeignBooks) {
  const standing = foreignVouchers.filter(({ is_reversed }) => !is_reversed)
  return {
    receivables: sumOf(
      foreignItems.filter(({ isCustomer }) => isCustomer),
      'base',
    ),
    payables: sumOf(
      foreignItems.filter(({ isCustomer }) => !isCustomer),
      'base',
    ),
    bank: sumOf(standing, 'onBank'),
  }
}

export async function expectReversal(customer: string, fact: string, isAllowed: boolean): Promise<void> {
  const reason = { end_customer_id: customer, reason: 'x' }
  const { status, text } = await post(`/v1/source-facts/${fact}/reverse`, reason, { wait: 20 })
  expect(status, text).to.equal(isAllowed ? 202 : 409)
}

/** Half away from nothing, in whole numbers. */
export function ratio(numerator: number, denominator: number): number {
  const size = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))
  return numerator < 0 ? -size : size
}

export function sumOf<Key extends string>(all: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return all.reduce((sum, one) => sum + one[key], 0)
}

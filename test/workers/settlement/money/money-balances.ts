import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { get, itemsOf } from '../../../support/client.ts'
import { expectForeign, type ForeignBooks, foreignValues } from './foreign/foreign-items.ts'
import type { MoneyLine } from './money-allocations.ts'
import type { BankVoucher } from './money-bank-entries.ts'
import { expectOrders, type Orders } from './money-orders.ts'
import { reductionsOf, type Untaxed } from './money-tax.ts'
import type { Item, MoneyVoucher, Payment } from './money-vouchers.ts'

type Expected = ForeignBooks & {
  readonly documents: readonly Item[]
  readonly notes: readonly Item[]
  readonly payables: readonly Item[]
  readonly supplierNotes: readonly Item[]
  readonly advances: readonly Item[]
  readonly payments: readonly Payment[]
  readonly allocations: readonly { payment: Payment | null; lines: MoneyLine[]; is_reversed: boolean }[]
  readonly settlements: readonly {
    payable: Item
    amount: number
    cash: boolean
    untaxed: Untaxed
    is_reversed: boolean
  }[]
  readonly vouchers: readonly MoneyVoucher[]
  readonly bankVouchers: readonly BankVoucher[]
}

export async function expectHolds(model: Expected & Orders): Promise<void> {
  await expectOrders(model)
  await expectForeign(model)
  await expectBalances(model)
  expect(await findings(model.customer)).to.deep.equal([])
}

/** Open amounts one by one, and the accounts that they must be. */
async function expectBalances(model: Expected): Promise<void> {
  const opens = async (name: 'documents' | 'supplier-payables' | 'payments') =>
    (await itemsOf(name, model.customer, '&limit=500')).map(({ id, open_amount }) => [id, open_amount.amount_minor])
  const foreign = (isCustomer: boolean) => model.foreignItems.filter((item) => item.isCustomer === isCustomer)
  const expected = (items: readonly { id: string; open: number }[]) => items.map(({ id, open }) => [id, open])
  const documents = inOrder([...model.documents, ...model.notes, ...foreign(true)])
  expect(await opens('documents')).to.deep.equal(expected(documents))
  expect(await opens('supplier-payables')).to.deep.equal(
    expected(inOrder([...model.payables, ...model.supplierNotes, ...model.advances, ...foreign(false)])),
  )
  expect(await opens('payments')).to.deep.equal(expected(model.payments))
  const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${model.customer}&fiscal_year_id=FY2026`)
  const on = (code: string) => body.rows.find((row) => row.account_code === code)?.closing_balance.amount_minor ?? 0
  const sum = (amounts: readonly number[]) => amounts.reduce((total, part) => total + part, 0)
  const inEuros = foreignValues(model)
  expect(on('1100')).to.equal(sum([...model.documents, ...model.notes].map(({ open }) => open)) + inEuros.receivables)
  expect(on('1192')).to.equal(0 - sum(model.advances.map(({ open }) => open)))
  const owed = [...model.payables, ...model.supplierNotes]
  expect(on('2000')).to.equal(0 - sum(owed.map(({ open }) => open)) - inEuros.payables)
  expectTaxes(model, on)
  expect(on('1024')).to.equal(inEuros.bank)
  expect(on('2030')).to.equal(0 - sum(model.payments.map(({ credit }) => credit)))
  expect(await creditsByPartner(model.customer)).to.deep.equal(
    model.payments
      .filter(({ credit }) => credit > 0)
      .map(({ id, creditor, credit }) => `${id} ${creditor ?? ''} ${-credit}`)
      .sort(),
  )
  const booked = model.payments.filter(({ booked_by }) => booked_by !== null && booked_by !== 'vouchers')
  const settled = model.settlements.filter(({ is_reversed }) => !is_reversed)
  const amountsOf = (items: readonly { amount: number }[]) => items.map(({ amount }) => amount)
  const vouchers = model.vouchers.filter(({ is_reversed }) => !is_reversed)
  const collected = model.allocations.filter(({ payment, is_reversed }) => payment === null && !is_reversed)
  const received = sum(collected.flatMap(({ lines }) => lines.map(({ part }) => part)))
  const spent = (in_cash: boolean) => sum(amountsOf(settled.filter(({ cash }) => cash === in_cash)))
  expect(on('1000')).to.equal(sum(vouchers.map(({ cash }) => cash)) + received - spent(true))
  const onBank = model.bankVouchers.filter(({ is_reversed }) => !is_reversed)
  expect(on('1020')).to.equal(sum(amountsOf(booked)) + sum(amountsOf(onBank)) - spent(false))
  const { debits_equal_credits, assets_equal_liabilities_and_equity } = body.checks
  expect([debits_equal_credits, assets_equal_liabilities_and_equity]).to.deep.equal([true, true])
}

/** Tax of what stands, less its part of what was taken off that. */
function expectTaxes(model: Expected, on: (code: string) => number): void {
  const taxOf = (items: readonly Item[]) =>
    items.reduce((sum, { tax, is_reversed }) => (is_reversed ? sum : sum + tax), 0) -
    reductionsOf(model, (item) => items.includes(item)).reduce((sum, { tax }) => sum + tax, 0)
  expect(on('2200')).to.equal(0 - taxOf(model.documents))
  expect(on('1171')).to.equal(taxOf(model.payables))
}

/** Every account is as it was before anything happened. */
export async function expectNothingLeft(customer: string): Promise<void> {
  const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026`)
  expect(body.rows.every((row) => row.closing_balance.amount_minor === 0)).to.equal(true)
}

/** Ids made later sort later. */
function inOrder<Its extends { id: string }>(items: readonly Its[]): Its[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Credit as the list of open items shows it. */
async function creditsByPartner(customer: string): Promise<string[]> {
  const list =
    `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=2026-12-31&limit=500` as const
  const items = (await get(list)).body.items as unknown as {
    id: string
    kind: string
    partner: { name: string }
    open_amount: { amount_minor: number }
  }[]
  const credits = items.filter(({ kind }) => kind === 'customer_credit')
  return credits.map(({ id, partner, open_amount }) => `${id} ${partner.name} ${open_amount.amount_minor}`).sort()
}

import { expect } from 'chai'
import { findings } from '../../support/books.ts'
import { get, itemsOf } from '../../support/client.ts'
import type { MoneyLine } from './money-allocations.ts'
import type { BankVoucher } from './money-bank-entries.ts'
import type { Item, MoneyVoucher, Payment } from './money-vouchers.ts'

type Expected = {
  readonly customer: string
  readonly documents: readonly Item[]
  readonly notes: readonly Item[]
  readonly payables: readonly Item[]
  readonly advances: readonly Item[]
  readonly payments: readonly Payment[]
  readonly allocations: readonly { payment: Payment | null; lines: MoneyLine[]; is_reversed: boolean }[]
  readonly settlements: readonly { amount: number; cash: boolean; is_reversed: boolean }[]
  readonly vouchers: readonly MoneyVoucher[]
  readonly bankVouchers: readonly BankVoucher[]
}

/** Open amounts one by one, and the accounts that they must be. */
export async function expectBalances(model: Expected): Promise<void> {
  const opens = async (name: 'documents' | 'supplier-payables' | 'payments') =>
    (await itemsOf(name, model.customer, '&limit=500')).map(({ id, open_amount }) => [id, open_amount.amount_minor])
  const expected = (items: readonly { id: string; open: number }[]) => items.map(({ id, open }) => [id, open])
  const documents = inOrder([...model.documents, ...model.notes])
  expect(await opens('documents')).to.deep.equal(expected(documents))
  expect(await opens('supplier-payables')).to.deep.equal(expected(inOrder([...model.payables, ...model.advances])))
  expect(await opens('payments')).to.deep.equal(expected(model.payments))
  const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${model.customer}&fiscal_year_id=FY2026`)
  const on = (code: string) => body.rows.find((row) => row.account_code === code)?.closing_balance.amount_minor ?? 0
  const sum = (amounts: readonly number[]) => amounts.reduce((total, part) => total + part, 0)
  expect(on('1100')).to.equal(sum(documents.map(({ open }) => open)))
  expect(on('1192')).to.equal(0 - sum(model.advances.map(({ open }) => open)))
  expect(on('2000')).to.equal(0 - sum(model.payables.map(({ open }) => open)))
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
  expect([body.checks.debits_equal_credits, body.checks.assets_equal_liabilities_and_equity]).to.deep.equal([
    true,
    true,
  ])
  expect(await findings(model.customer)).to.deep.equal([])
}

/** Ids made later sort later. */
function inOrder(items: readonly Item[]): Item[] {
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

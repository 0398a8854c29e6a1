import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { itemsOf, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { balancesOf } from '../open-items/items-of-customer.ts'
import { booksToSettle } from './books-to-settle.ts'

const ROUNDS = 4

/** Everything that uses and gives back the same few open items and payments, at once and in any order of the lines. */
describe('a storm of allocations, settlements, vouchers and reversals', () => {
  const { customer, invoiced, owed, paid, allocate, settle, list } = booksToSettle()

  it('never uses more than is open, never waits in a circle, and leaves books that verify', async function () {
    this.timeout(360_000)
    const random = seeded(4711)
    const before = await deadlocks()
    const documents = await inTurn([30_000, 30_000, 30_000, 30_000], invoiced)
    const payables = await inTurn([20_000, 20_000, 20_000], owed)
    const payments = await paid(
      ...['200.00', '210.00', '220.00', '230.00', '240.00', '250.00'].map((amount) => bankEntry({ amount })),
      bankEntry({ amount: '500.00', direction: 'DBIT' }),
    )
    for (let round = 0; round < ROUNDS; round += 1) {
      const allocations = await list('allocations')
      const settlements = await settlementsOf(payables)
      await Promise.all([
        ...repeated(10, () =>
          allocate(
            random.one(payments).id,
            random.some(documents).map(({ id }) => [id, 2_500]),
          ),
        ),
        ...repeated(6, () => settle(random.one(payables).id, 3_000)),
        ...repeated(6, () => book(setOff(random.some(documents), random.some(payables)))),
        ...repeated(4, () => book(refund(random.one(payments), random.one(documents)))),
        ...repeated(4, () => book(PARKED, [bankEntryOf(random.one(payments))])),
        ...repeated(4, () => book(given(random.one(payments)))),
        ...random.some(allocations).map(({ id }) => undo(`/v1/allocations/${id}`)),
        ...random.some(settlements).map((path) => undo(path)),
        ...repeated(2, () => undo(`/v1/source-facts/${random.one([...documents, ...payables]).source_fact_id.id}`)),
        ...random.some(await postedVouchers()).map((id) => undo(`/v1/source-facts/${id}`)),
      ])
      await quietly(customer())
    }
    const open = [...(await list('documents')), ...(await list('supplier-payables'))]
    for (const { id, amount, open_amount } of open) {
      expect(open_amount.amount_minor, id).to.be.within(0, amount.amount_minor)
    }
    // Credit takes from the account of unknown payments what was brought there, at most.
    expect((await balancesOf(customer(), '1099'))[0]).to.be.at.most(0)
    expect(await postedVouchers(), 'vouchers that were posted').not.to.deep.equal([])
    expect((await deadlocks()) - before).to.equal(0)
  })

  async function settlementsOf(payables: readonly { id: string }[]): Promise<string[]> {
    const pages = await Promise.all(
      payables.map(async ({ id }) => {
        const settlements = await list(`supplier-payables/${id}/settlements` as 'allocations')
        return settlements.map((one) => `/v1/supplier-payables/${id}/settlements/${one.id}`)
      }),
    )
    return pages.flat()
  }

  const book = (lines: readonly object[], bank_entries?: readonly object[]) => {
    const payload = { lines, set_off_consent: 'agreed', ...(bank_entries ? { bank_entries } : {}) }
    return post(VOUCHERS, voucher(customer(), { payload }), { wait: 10 })
  }

  async function postedVouchers(): Promise<string[]> {
    const facts = await itemsOf('source-facts', customer(), '&state=posted')
    return facts.filter(({ fact_type }) => fact_type === 'journal_voucher').map(({ id }) => id)
  }

  const undo = (path: string) => post(`${path}/reverse`, { end_customer_id: customer(), reason: 'storm' }, { wait: 10 })
})

type Named = { readonly id: string }

/** 5.00 of each document against each payable, whichever comes first. */
function setOff(documents: readonly Named[], payables: readonly Named[]) {
  const count = Math.min(documents.length, payables.length)
  return [
    ...documents
      .slice(0, count)
      .map(({ id }) => credit('1100', 500, { open_item: { document_id: id, purpose: 'set_off' } })),
    ...payables
      .slice(0, count)
      .map(({ id }) => debit('2000', 500, { open_item: { supplier_payable_id: id, purpose: 'set_off' } })),
  ]
}

/** 2.00 of the credit of a payment, given back in cash, and 3.00 of a document received in cash. */
function refund(payment: Named, document: Named) {
  return [
    debit('2030', 200, { open_item: { payment_id: payment.id, purpose: 'refund' } }),
    credit('1100', 300, { open_item: { document_id: document.id, purpose: 'payment' } }),
    debit('1000', 100),
  ]
}

/** A part of a payment whose payer is not known yet, and its credit when the payer is known. */
const PARKED = [debit('1020', 5_000), credit('1099', 5_000)]
const bankEntryOf = ({ entry_id }: { readonly entry_id: string }) => ({ entry_id, amount: chf(5_000) })

function given({ id }: Named) {
  return [debit('1099', 5_000), credit('2030', 5_000, { open_item: { payment_id: id, purpose: 'transfer' } })]
}

async function inTurn<Result>(amounts: readonly number[], open: (amount: number) => Promise<Result>) {
  const opened: Result[] = []
  for (const amount of amounts) opened.push(await open(amount))
  return opened
}

function repeated<Result>(times: number, run: () => Result): Result[] {
  return Array.from({ length: times }, run)
}

/** Deadlocks that PostgreSQL has ended in this database; its statistics come a second late. */
async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  return service().web.pool.oneFirst(sql.type(row<{ deadlocks: number }>())`
    select deadlocks::integer from pg_stat_database where datname = current_database()
  `)
}

/** The same choices in every run; which request comes first differs. */
function seeded(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const one = <Item>(items: readonly Item[]) => items[next(items.length)] as Item
  const some = <Item>(items: readonly Item[]) => {
    const rest = [...items]
    return repeated(Math.min(rest.length, 3), () => rest.splice(next(rest.length), 1)[0] as Item)
  }
  return { one, some }
}

import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { booksToSettle } from './books-to-settle.ts'

const ROUNDS = 4

/** Everything that uses and gives back the same few open items and payments, at once and in any order of the lines. */
describe('a storm of allocations, settlements and reversals', () => {
  const { customer, invoiced, owed, paid, allocate, settle, list } = booksToSettle()

  it('never uses more than is open, never waits in a circle, and leaves books that verify', async function () {
    this.timeout(120_000)
    const random = seeded(4711)
    const before = await deadlocks()
    const documents = await inTurn([30_000, 30_000, 30_000, 30_000], invoiced)
    const payables = await inTurn([20_000, 20_000, 20_000], owed)
    const payments = await paid(
      ...['200.00', '210.00', '220.00', '230.00'].map((amount) => bankEntry({ amount })),
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
        ...random.some(allocations).map(({ id }) => undo(`/v1/allocations/${id}`)),
        ...random.some(settlements).map((path) => undo(path)),
        ...repeated(2, () => undo(`/v1/source-facts/${random.one([...documents, ...payables]).source_fact_id.id}`)),
      ])
      await quietly(customer())
    }
    const open = [...(await list('documents')), ...(await list('supplier-payables'))]
    for (const { id, amount, open_amount } of open) {
      expect(open_amount.amount_minor, id).to.be.within(0, amount.amount_minor)
    }
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

  const undo = (path: string) => post(`${path}/reverse`, { end_customer_id: customer(), reason: 'storm' }, { wait: 10 })
})

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

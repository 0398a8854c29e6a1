import { expect } from 'chai'
import fc from 'fast-check'
import { bankEntry } from '../../../camt053/messages.ts'
import { findings, quietly } from '../../../support/books.ts'
import { get, itemsOf } from '../../../support/client.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { readBooks, send } from './books.ts'
import { type Command, rounds } from './command.ts'
import { expectOrderedOnce, mayOrder, orderPart, SUPPLIER } from './orders.ts'

describe('any commands about money at once', () => {
  const { customer, invoiced, owed, paid } = booksToSettle()

  it('never use an item or a bank entry beyond its amount, order no payable twice, and leave books that verify', async function () {
    this.timeout(900_000)
    const done = new Map<string, number>()
    await mayOrder(customer())
    await fc.assert(
      fc.asyncProperty(rounds, async (commands) => {
        for (const amount of [30_000, 25_000]) await invoiced(amount)
        const payables = [await owed(20_000, { supplier: SUPPLIER }), await owed(15_000, { supplier: SUPPLIER })]
        await orderPart(customer(), payables)
        const credits = ['150.00', '160.00', '170.00'].map((amount) =>
          bankEntry({ amount, text: String(Math.random()) }),
        )
        await paid(...credits, bankEntry({ amount: '120.00', direction: 'DBIT', text: String(Math.random()) }))
        for (const round of commands) await play(round, done)
        await expectWithin(JSON.stringify(commands))
      }),
      {
        seed: Number(process.env.AT_ONCE_SEED ?? 6),
        numRuns: Number(process.env.AT_ONCE_RUNS ?? 2),
        endOnFailure: true,
      },
    )
    // Whatever is always refused proves nothing.
    expect([...done.keys()].length, [...done.keys()].join()).to.be.at.least(11)
  })

  async function play(round: readonly Command[], done: Map<string, number>) {
    const books = await readBooks(customer())
    const statuses = await Promise.all(round.map((command) => send(customer(), books, command)))
    for (const [index, status] of statuses.entries()) {
      const kind = round[index]?.kind ?? ''
      expect(status, kind).to.be.below(500)
      if (status >= 200 && status < 300) done.set(kind, (done.get(kind) ?? 0) + 1)
    }
    await quietly(customer())
  }

  async function expectWithin(path: string) {
    const list = <const Name extends string>(name: Name) => itemsOf(name, customer(), '&limit=500')
    for (const { id, amount, open_amount } of [...(await list('documents')), ...(await list('supplier-payables'))])
      expect(open_amount.amount_minor, `${id} ${path}`).to.be.within(0, amount.amount_minor)
    for (const side of ['receivables', 'payables']) {
      const { body } = await get(
        `/v1/statements/open-items?end_customer_id=${customer()}&side=${side}&date=2026-12-31` as '/v1/statements/open-items',
      )
      const totals = body.totals as unknown as { account_code: string; equals_control_account: boolean }[]
      expect(
        totals.filter((total) => !total.equals_control_account),
        path,
      ).to.deep.equal([])
    }
    await expectOrderedOnce(customer(), path)
    expect(await findings(customer()), path).to.deep.equal([])
  }
})

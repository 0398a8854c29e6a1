import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { findings } from '../../../support/books.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { type CreditEvent, CreditHistory, creditEvent, DAYS, START } from './credit-history.ts'
import { keyOf, type List, lineOf, linesOf, pageOf, pagesOf } from './lists.ts'

const HISTORIES = Number(process.env.HISTORIES_RUNS ?? 3)
const SEED = Number(process.env.HISTORIES_SEED ?? 1510)

/** A payment that was booked for the first customer, and from the day of its reversal on for the second one. */
const BOOKED_ANEW: readonly CreditEvent[] = [
  { kind: 'invoice', day: 0, partner: 0, amount: 5_000, due: 1 },
  { kind: 'invoice', day: 0, partner: 6, amount: 6_000, due: 1 },
  { kind: 'overpay', day: 1, document: 0, rest: 4_000 },
  { kind: 'anew', which: 0, reversed_on: 5, day: 5, document: 1 },
]

describe('pages of the open items of any day', () => {
  it('are the parts of the list, whatever their size', async function () {
    this.timeout(80_000 * HISTORIES)
    const history = fc.array(creditEvent, { minLength: 12, maxLength: 24 })
    const holds = async (events: CreditEvent[]) => {
      const customer = await newKmuCustomer()
      const books = new CreditHistory(customer)
      for (const event of [...BOOKED_ANEW, ...events]) await books.run(event)
      for (const day of [3, 6, 9, DAYS])
        for (const side of ['receivables', 'payables'] as const)
          await expectParts({ customer, side, date: addDays(START, day) })
      expect(await findings(customer)).to.deep.equal([])
    }
    await fc.assert(fc.asyncProperty(history, holds), { seed: SEED, numRuns: HISTORIES, endOnFailure: true })
  })
})

async function expectParts(list: List) {
  const { items, next_cursor, has_more, ...whole } = await pageOf(list, 500)
  expect([next_cursor, has_more, whole.item_count]).to.deep.equal([null, false, items.length])
  expect(new Set(items.map(keyOf)).size).to.equal(items.length)
  expect(await linesOf(list)).to.deep.equal(items.map(lineOf))
  for (let size = 1; size <= items.length; size += 1) {
    const pages = await pagesOf(list, size)
    const what = `${list.side} on ${list.date} by ${size}`
    expect(
      pages.flatMap((page) => page.items),
      what,
    ).to.deep.equal(items)
    for (const page of pages) {
      expect([page.totals, page.ageing, page.item_count, page.partner_count], what).to.deep.equal([
        whole.totals,
        whole.ageing,
        whole.item_count,
        whole.partner_count,
      ])
      const names = page.items.map(({ partner }) => partner.name)
      expect(page.partners.map(({ name }) => name)).to.include.members(names)
    }
  }
  const sum = items.reduce((total, { base_open_amount }) => total + base_open_amount.amount_minor, 0)
  const total = whole.totals.reduce((all, { base_open_amount }) => all + base_open_amount.amount_minor, 0)
  expect([sum, total, whole.ageing.total.amount_minor]).to.deep.equal([sum, sum, sum])
}

import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { get } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { type CreditEvent, CreditHistory, creditEvent, START } from './credit-history.ts'
import { keyOf, type List, type Page, pageOf, pathOf } from './lists.ts'

const HISTORIES = Number(process.env.HISTORIES_RUNS ?? 4)
const SEED = Number(process.env.HISTORIES_SEED ?? 1511)

type Run = { before: CreditEvent[]; meanwhile: CreditEvent[]; size: number }

describe('pages of open items while entries of earlier days are booked', () => {
  it('have no item twice, and all that stay, or are refused', async function () {
    this.timeout(80_000 * HISTORIES)
    const ends = new Set<string>()
    const run: fc.Arbitrary<Run> = fc.record({
      before: fc.array(creditEvent, { minLength: 12, maxLength: 18 }),
      meanwhile: fc.array(creditEvent, { minLength: 4, maxLength: 8 }),
      size: fc.integer({ min: 1, max: 3 }),
    })
    const holds = async ({ before, meanwhile, size }: Run) => {
      const customer = await newKmuCustomer()
      const books = new CreditHistory(customer)
      for (const event of before) await books.run(event)
      ends.add(await expectOnce(books, { customer, side: 'receivables', date: addDays(START, 8) }, meanwhile, size))
    }
    await fc.assert(fc.asyncProperty(run, holds), { seed: SEED, numRuns: HISTORIES, endOnFailure: true })
    expect(ends).to.include('last page')
  })
})

async function expectOnce(books: CreditHistory, list: List, meanwhile: readonly CreditEvent[], size: number) {
  const keysOf = (page: Page) => new Set(page.items.map(keyOf))
  let stayed = keysOf(await pageOf(list, 500))
  const shown: string[] = []
  const waiting = [...meanwhile]
  let page = await pageOf(list, size)
  for (;;) {
    shown.push(...page.items.map(keyOf))
    expect(new Set(shown).size, 'no item twice').to.equal(shown.length)
    if (page.next_cursor === null) break
    const event = waiting.shift()
    if (event) await books.run(event)
    stayed = stayed.intersection(keysOf(await pageOf(list, 500)))
    const answer = await get(`${pathOf(list)}&limit=${size}&starting_after=${page.next_cursor}`)
    if (answer.status === 400) {
      expect(answer.text).to.include('list_changed')
      return 'list_changed'
    }
    page = answer.body
  }
  expect([...stayed.difference(new Set(shown))], 'what stayed').to.deep.equal([])
  return 'last page'
}

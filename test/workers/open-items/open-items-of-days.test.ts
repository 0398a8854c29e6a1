import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { findings } from '../../support/books.ts'
import { put } from '../../support/client.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { event, type ItemEvent, ItemHistory } from './item-history.ts'
import { expectProved, listsOfDays } from './lists-of-days.ts'

const START = '2026-01-15'
const DAYS = 45

describe('the open items of every day', () => {
  it('sum up to the control accounts, and stay what they were when later days are booked', async function () {
    this.timeout(240_000)
    const history = fc.tuple(
      fc.array(event, { minLength: 8, maxLength: 16 }),
      fc.array(event, { minLength: 3, maxLength: 6 }),
    )
    await fc.assert(fc.asyncProperty(history, holds), { seed: 1100, numRuns: 3, endOnFailure: true })
  })
})

async function holds([first, later]: [ItemEvent[], ItemEvent[]]): Promise<void> {
  const books = new ItemHistory(await newKmuCustomer())
  await put('/v1/exchange-rates', {
    end_customer_id: books.customer,
    rates: [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.93', rate_date: '2026-03-01' },
    ],
  })
  for (const each of first) await books.run(each, START)
  const stood = await listsOfDays(books.customer, START, DAYS)
  await expectProved(books.customer, stood)
  for (const each of later) await books.run(each, addDays(START, DAYS))
  expect(await listsOfDays(books.customer, START, DAYS), 'after later days').to.deep.equal(stood)
  await expectProved(books.customer, await listsOfDays(books.customer, START, 2 * DAYS))
  expect(await findings(books.customer)).to.deep.equal([])
}

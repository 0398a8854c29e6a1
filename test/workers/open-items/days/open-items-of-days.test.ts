import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { findings } from '../../../support/books.ts'
import { put } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { DAYS, event, type ItemEvent } from './item-events.ts'
import { ItemHistory } from './item-history.ts'
import { expectProved, listsOfDays, touchedSince } from './lists-of-days.ts'

const START = '2026-01-15'
const RUNS = Number(process.env.ITEM_DAYS_RUNS ?? 3)
const SEED = Number(process.env.ITEM_DAYS_SEED ?? 1100)

/** Something of everything, so that the rest of the history has what it can use. */
const BEGINNING: ItemEvent[] = [
  { kind: 'invoice', day: 2, amount: 40_000, is_foreign: false, partner: 0, is_credit: false },
  { kind: 'owe', day: 3, amount: 30_000, is_foreign: false, partner: 0, is_credit: false },
  { kind: 'take_over', day: 0, amount: 20_000, is_foreign: true, is_customer: true, partner: 1 },
  { kind: 'take_over', day: 0, amount: 25_000, is_foreign: false, is_customer: false, partner: 1 },
  { kind: 'advance', day: 4, amount: 8_000, is_customer: true, partner: 0 },
  { kind: 'pay', day: 6, amount: 60_000, documents: [0] },
  { kind: 'reverse', day: 7, which: 5 },
  { kind: 'allocate', day: 8, payment: 0, documents: [0], share: 50 },
  { kind: 'set_off', day: 9, item: 0, other: 3, share: 50 },
  { kind: 'settle', day: 10, item: 0, share: 40 },
  { kind: 'come_back', day: 11, moved: 1, share: 60 },
  { kind: 'revalue', day: 12, item: 1, share: 50, is_gain: true },
]

describe('the open items of every day', () => {
  it('sum up to the control accounts, and stay what they were when later days are booked', async function () {
    this.timeout(300_000 * RUNS)
    const booked: Record<string, number> = {}
    const history = fc.tuple(
      fc.array(event, { minLength: 12, maxLength: 22 }),
      fc.array(event, { minLength: 3, maxLength: 6 }),
      fc.array(event, { minLength: 3, maxLength: 5 }),
    )
    const property = fc.asyncProperty(history, (events) => holds(booked, ...events))
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true })
    const kinds = ['again', 'anew', 'advance', 'come_back', 'refund', 'revalue', 'reverse', 'set_off', 'take_over']
    expect(booked, 'what was booked').to.include.all.keys(...kinds)
  })
})

async function holds(booked: Record<string, number>, first: ItemEvent[], later: ItemEvent[], backdated: ItemEvent[]) {
  const books = new ItemHistory(await newKmuCustomer(), booked)
  await put('/v1/exchange-rates', {
    end_customer_id: books.customer,
    rates: [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.93', rate_date: addDays(START, DAYS) },
    ],
  })
  for (const each of [...BEGINNING, ...first]) await books.run(each, START)
  const stood = await listsOfDays(books.customer, START, DAYS)
  await expectProved(books.customer, stood)
  for (const each of later) await books.run(each, addDays(START, DAYS))
  expect(await listsOfDays(books.customer, START, DAYS), 'after later days').to.deep.equal(stood)
  let lists = await listsOfDays(books.customer, START, 2 * DAYS)
  await expectProved(books.customer, lists)
  for (const each of backdated) lists = await runBackdated(books, each, lists)
  expect(await findings(books.customer)).to.deep.equal([])
}

/** What is booked on a day among those of the history leaves the days before it, and is in all the others. */
async function runBackdated(books: ItemHistory, each: ItemEvent, stood: Awaited<ReturnType<typeof listsOfDays>>) {
  const touched = await touchedSince(books.customer)
  await books.run(each, START)
  const day = await touched()
  const lists = await listsOfDays(books.customer, START, 2 * DAYS)
  const before = (all: typeof lists) => all.filter(({ date }) => date < day)
  expect(before(lists), `${each.kind} on ${day}`).to.deep.equal(before(stood))
  await expectProved(books.customer, lists)
  return lists
}

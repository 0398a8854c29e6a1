import { expect } from 'chai'
import fc from 'fast-check'
import { findings, quietly } from '../../../support/books.ts'
import { get, put } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { importedBy } from '../../bank/imports-of.ts'
import { datedIn, fileOf } from '../../bank/reconciliation/dated-statements.ts'
import { fetchAs } from '../books-to-show.ts'
import { apply, type Booking, booking, type Change, change, LAST_DAYS, send } from './changes-after-closing.ts'
import { changeYear, everyText, expectClosed } from './closed-books.ts'

const RUNS = Number(process.env.CLOSED_RUNS ?? 4)

describe('later changes of any kind', () => {
  it('leave every statement of closed years as it was, byte by byte', async function () {
    this.timeout(60_000 * RUNS)
    const taken = new Set<string>()
    const property = fc.asyncProperty(
      fc.array(booking, { minLength: 4, maxLength: 12 }),
      fc.array(change, { minLength: 20, maxLength: 30 }),
      (bookings, changes) => holds(bookings, changes, taken),
    )
    await fc.assert(property, {
      seed: Number(process.env.CLOSED_SEED ?? 11),
      numRuns: RUNS,
      endOnFailure: true,
    })
    expect([...taken], 'changes that were taken').to.include.members([
      'chart',
      'mapping',
      'settings',
      'booking',
      'payment',
      'relation',
      'role',
      'rate',
      'registration',
      'reversal',
      'link',
      'dismissal',
      'late statement',
    ])
  })
})

async function holds(bookings: readonly Booking[], changes: readonly Change[], taken: Set<string>): Promise<void> {
  const isFirst = taken.size === 0
  const customer = await newKmuCustomer()
  const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2020-01-01' }]
  await put('/v1/exchange-rates', { end_customer_id: customer, rates })
  for (const month of ['2024-12', '2025-12'])
    await importedBy(customer, fileOf(datedIn(month)(month, [1, 31], [50_000, 50_060], [10, 85], [12, -25])))
  const first = { kind: 'voucher', day: 0, from: 1, to: 8, amount: 5_000_000, is_foreign: false } as const
  const facts = [await send(customer, first, '2025-06-01')]
  for (const each of [{ ...first, day: 0 }, ...bookings]) facts.push(await send(customer, each))
  await quietly(customer)
  await expectClosed(customer, 'FY2024', 'FY2025')
  await send(customer, first, '2026-01-15')
  await quietly(customer)
  const kept = await everyClosedText(customer)
  for (const each of changes) if (await apply(customer, each, facts)) taken.add(each.kind)
  await quietly(customer)
  const found: Readonly<Record<string, unknown>> = await everyClosedText(customer)
  for (const [path, text] of Object.entries(kept)) expect(found[path], path).to.deep.equal(text)
  // It takes as long as all of the above.
  if (isFirst) await expectKeptOnceOpen(customer, bookings, changes, facts)
  expect(await findings(customer)).to.deep.equal([])
}

/** A closing says the same when its year is open again, and has got other bookings since. */
async function expectKeptOnceOpen(
  customer: string,
  bookings: readonly Booking[],
  changes: readonly Change[],
  facts: readonly string[],
): Promise<void> {
  const closings = [await closingOf(customer, 'FY2024'), await closingOf(customer, 'FY2025')] as const
  const textsOfClosings = async () => ({
    ...(await everyText(customer, 'FY2024', `&closing=${closings[0]}`)),
    ...(await everyText(customer, 'FY2025', `&closing=${closings[1]}`)),
  })
  const kept = await textsOfClosings()
  for (const year of ['FY2025', 'FY2024'])
    expect((await changeYear(customer, year, 'reopen', 'Nachtrag')).status).to.equal(202)
  for (const each of bookings) await send(customer, each)
  for (const each of changes.slice(0, 10)) await apply(customer, each, facts)
  await quietly(customer)
  const found: Readonly<Record<string, string>> = await textsOfClosings()
  for (const [path, text] of Object.entries(kept)) expect(found[path], path).to.equal(text)
}

async function closingOf(customer: string, fiscal_year_id: string): Promise<string> {
  const { body } = await get(`/v1/fiscal-years/${fiscal_year_id}?end_customer_id=${customer}`)
  return there(body.changes.at(-1)?.closing?.id)
}

/** The years themselves, and the last one as the year before. */
async function everyClosedText(customer: string) {
  const { body } = await get(
    `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026&comparison=prior_fiscal_year`,
  )
  const prior = body.rows.flatMap(({ row_key, prior_amount }) =>
    prior_amount?.amount_minor ? [[row_key, prior_amount.amount_minor]] : [],
  )
  const years = { ...(await everyText(customer, 'FY2024')), ...(await everyText(customer, 'FY2025')) }
  return { ...years, ...(await textsOfLastDays(customer)), prior }
}

/** The lists of open items and the bank reconciliation of the last days. */
async function textsOfLastDays(customer: string) {
  const texts: Record<string, string> = {}
  const keep = async (path: string, accept: string) => {
    const answer = await fetchAs(path, accept)
    const text = await answer.text()
    expect(answer.status, text).to.equal(200)
    texts[`${accept} ${path}`] = text
  }
  const to = (name: string, date: string, more: string) =>
    `/v1/statements/${name}?end_customer_id=${customer}&date=${date}${more}`
  for (const date of LAST_DAYS) {
    for (const side of ['receivables', 'payables']) {
      const path = to('open-items', date, `&side=${side}`)
      for (const accept of ['application/json', 'text/csv', 'text/html']) await keep(path, accept)
    }
    for (const accept of ['application/json', 'text/csv', 'text/html'])
      await keep(to('bank-reconciliation', date, '&bank_account=1020'), accept)
  }
  return texts
}

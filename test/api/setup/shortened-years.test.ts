import { expect } from 'chai'
import { findings, incomeStatement } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { book, changeYear, expectClosed, twoYears } from '../statements/closings/closed-books.ts'

const setYear = (customer: string, id: string, start_date: string, end_date: string) =>
  put(`/v1/fiscal-years/${id}`, { end_customer_id: customer, start_date, end_date }, { wait: 10 })

async function yearsOf(customer: string): Promise<string[]> {
  const { body } = await get(`/v1/fiscal-years?end_customer_id=${customer}`)
  return body.data.map((year) => `${year.fiscal_year_id} ${year.start_date} ${year.end_date}`)
}

/** Revenue of a year by account ledger, entries by the list of the journal, and the years that they were posted in. */
async function booksOf(customer: string, year: string) {
  const of = `end_customer_id=${customer}&fiscal_year_id=${year}` as const
  const { body: entries } = await get(`/v1/journal-entries?${of}`)
  const { body: trial } = await get(`/v1/statements/trial-balance?${of}`)
  const revenue = trial.rows.find(({ account_code }) => account_code === '3400')
  return {
    revenue: revenue?.credit.amount_minor ?? 0,
    dates: entries.data.map(({ posting_date, fiscal_year_id }) => `${posting_date} ${fiscal_year_id}`),
  }
}

describe('a year that ends early', () => {
  it('gives the entries behind its new end to the year behind it, and closes; their hashes stay', async () => {
    const customer = await twoYears()
    await book(customer, '2026-06-20', [debit('1020', 100_000), credit('3400', 100_000)])
    await book(customer, '2026-08-15', [debit('1020', 30_000), credit('3400', 30_000)])
    const short = await setYear(customer, 'FY2026', '2026-01-01', '2026-06-15')
    expect(short.status, short.text).to.equal(202)
    expect((await yearsOf(customer)).slice(2)).to.deep.equal([
      'FY2026 2026-01-01 2026-06-15',
      'FY2027 2026-06-16 2027-06-15',
    ])
    await book(customer, '2026-06-25', [debit('1020', 10_000), credit('3400', 10_000)])
    const before = { revenue: 500_000, dates: ['2026-01-31 FY2026'] }
    const behind = {
      revenue: 140_000,
      dates: ['2026-06-20 FY2026', '2026-08-15 FY2026', '2026-06-25 FY2027'],
    }
    expect(await booksOf(customer, 'FY2026')).to.deep.equal(before)
    expect(await booksOf(customer, 'FY2027')).to.deep.equal(behind)
    await expectClosed(customer, 'FY2024', 'FY2025', 'FY2026')
    expect(await booksOf(customer, 'FY2026')).to.deep.equal(before)
    expect(await findings(customer)).to.deep.equal([])
    const months = (await incomeStatement(customer, 'FY2027', '&granularity=month')).period_series ?? []
    expect(months[0]).to.include({ period_start: '2026-06-16', period_end: '2026-06-30' })
  })

  it('can be made to end later again, as long as the year behind it is open', async () => {
    const customer = await twoYears()
    await book(customer, '2026-08-15', [debit('1020', 30_000), credit('3400', 30_000)])
    await setYear(customer, 'FY2026', '2026-01-01', '2026-06-30')
    await book(customer, '2026-09-15', [debit('1020', 4_000), credit('3400', 4_000)])
    const long = await setYear(customer, 'FY2026', '2026-01-01', '2026-12-31')
    expect(long.status, long.text).to.equal(202)
    expect((await yearsOf(customer)).slice(2)).to.deep.equal([
      'FY2026 2026-01-01 2026-12-31',
      'FY2027 2027-01-01 2027-06-30',
    ])
    expect((await booksOf(customer, 'FY2026')).revenue).to.equal(534_000)
    expect((await booksOf(customer, 'FY2027')).revenue).to.equal(0)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('409: a year that begins behind entries; they are named', async () => {
    const customer = await newKmuCustomer()
    await setYear(customer, 'FIRST', '2025-01-01', '2025-12-31')
    for (let day = 10; day < 22; day += 1)
      await book(customer, `2025-01-${day}`, [debit('1020', 100), credit('2800', 100)])
    const { status, body } = await setYear(customer, 'FIRST', '2025-02-01', '2025-12-31')
    expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'entries_outside'])
    expect(body.error.message).to.match(
      /^12 journal entries .* entry 1 of 2025-01-10, .* entry 10 of 2025-01-19 and 2 more\./,
    )
  })

  it('409: where the year that would open has the name of this one; the sentence says what helps, and it does', async () => {
    const customer = await newKmuCustomer()
    await setYear(customer, 'FY2026', '2025-01-01', '2026-06-30')
    await book(customer, '2026-03-01', [debit('1020', 700), credit('3400', 700)])
    const refused = await setYear(customer, 'FY2026', '2025-01-01', '2025-12-31')
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'entries_outside'])
    expect(refused.body.error.message).to.include('begins on 2026-07-01').and.include('begin on 2026-01-01')
    await setYear(customer, 'NEXT', '2026-07-01', '2026-12-31')
    expect((await setYear(customer, 'FY2026', '2025-01-01', '2025-12-31')).status).to.equal(202)
    expect((await yearsOf(customer)).at(-1)).to.equal('NEXT 2026-01-01 2026-12-31')
    expect((await booksOf(customer, 'NEXT')).revenue).to.equal(700)
    expect((await changeYear(customer, 'FY2026', 'close')).status).to.equal(202)
  })
})

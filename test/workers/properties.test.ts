import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { row, sql } from '../../shared/store/database.ts'
import { dropStatementTables, refreshStatementTables } from '../../shared/store/statement-tables.ts'
import { amountOn, balanceSheet, findings, incomeStatement } from '../support/books.ts'
import { post, put } from '../support/client.ts'
import { chart, chf, EXPENSES, expense, taxLine } from '../support/examples.ts'
import { service } from '../support/service.ts'

/** A document: net amounts by tax code, a day in two fiscal years, perhaps an older reference, perhaps a reversal. */
type Document = {
  lines: { code: string; net: number }[]
  day: number
  reference: number
  is_blocked: boolean
  is_reversed: boolean
}

const RATES: Readonly<Record<string, number>> = { I81: 81, M81: 81, I26: 26, M26: 26, B81: 81, NONE: 0 }

const document = fc.record<Document>({
  lines: fc.array(
    fc.record({ code: fc.constantFrom(...Object.keys(RATES)), net: fc.integer({ min: -2_000_000, max: 5_000_000 }) }),
    { maxLength: 4 },
  ),
  day: fc.integer({ min: 0, max: 699 }),
  reference: fc.integer({ min: 0, max: 12 }),
  is_blocked: fc.boolean(),
  is_reversed: fc.boolean(),
})

describe('whatever documents are accepted', () => {
  it('the books balance, numbers are gapless, the chain verifies, statements are exact', async function () {
    this.timeout(90_000)
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 14 }), async (documents) => {
        const customer = await book(documents)
        expect(await findings(customer)).to.deep.equal([])
        await expectExactStatements(customer)
      }),
      { seed: 959, numRuns: 12 },
    )
  })
})

async function book(documents: readonly Document[]): Promise<string> {
  const customer = randomUUID()
  await put('/v1/accounts', chart(customer))
  for (const [index, { is_reversed, ...rest }] of documents.entries()) {
    const { body } = await post(EXPENSES, toRequest(customer, rest), { wait: index % 3 === 0 || is_reversed ? 10 : 0 })
    if (is_reversed && body.state === 'posted') {
      await post(
        `/v1/source-facts/${body.id}/reverse`,
        { end_customer_id: customer, reason: 'x' },
        { wait: index % 2 ? 10 : 0 },
      )
    }
  }
  await quietly(customer)
  return customer
}

function toRequest(customer: string, { lines, day, reference, is_blocked }: Omit<Document, 'is_reversed'>) {
  const business_date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
  const taxed = lines.map(({ code, net }) => taxLine(code, net, roundedTax(net, RATES[code] ?? 0)))
  const gross = taxed.reduce((total, line) => total + line.net_amount.amount_minor + printed(line), 0)
  return expense(customer, {
    business_date,
    external_reference: `R-${reference}`,
    ...(is_blocked ? { evidence_links: [] } : {}),
    payload: { document_date: business_date, gross_amount: chf(lines.length ? gross : 12_345), tax_lines: taxed },
  })
}

/** Half away from zero, in this test's own words. */
function roundedTax(net: number, permille: number): number {
  return Math.sign(net) * Math.floor((Math.abs(net) * permille + 500) / 1000)
}

function printed({ tax_code, tax_amount }: ReturnType<typeof taxLine>): number {
  return tax_code === 'B81' ? 0 : tax_amount.amount_minor
}

/** Until nothing of this end customer waits any more. */
async function quietly(customer: string): Promise<void> {
  const isBusy = () =>
    service().web.pool.exists(sql.type(row())`
      select from pgboss.job
      where data ->> 'end_customer_id' = ${customer} and state in ('created', 'retry', 'active')
        and name <> 'statements.refresh'
    `)
  for (let attempt = 0; await isBusy(); attempt += 1) {
    if (attempt === 500) throw new Error('jobs are still waiting')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The same with the tables as they are, refreshed, and made from nothing, and equal to sums over the raw lines. */
async function expectExactStatements(customer: string): Promise<void> {
  const { pool } = service().worker
  const query = '&granularity=month&comparison=prior_fiscal_year'
  const sheets = async () => {
    const both = await Promise.all(['FY2025', 'FY2026'].map((year) => balanceSheet(customer, year, query)))
    return both.filter(({ rows }) => rows) // a year without entries does not exist yet
  }
  const found = await sheets()
  await pool.transaction((tx) => refreshStatementTables(tx, [customer]))
  expect(await sheets()).to.deep.equal(found)
  await pool.transaction(async (tx) => {
    await dropStatementTables(tx, [customer])
  })
  expect(await sheets()).to.deep.equal(found)
  await pool.transaction((tx) => refreshStatementTables(tx, [customer]))
  expect(await sheets()).to.deep.equal(found)
  for (const sheet of found) {
    await expectEqualToLines(customer, sheet)
    await expectIncomeAddsUp(customer, sheet)
  }
}

async function expectEqualToLines(customer: string, sheet: any): Promise<void> {
  const { period_start, period_end, rows, checks, period_series } = sheet
  const amounts = new Map<string, number>(rows.map((line: any) => [line.row_key, line.amount.amount_minor]))
  const sum = (from: string, accounts: string) =>
    service().web.pool.oneFirst(sql.type(row<{ amount: number }>())`
      select coalesce(sum(debit_minor - credit_minor), 0)::integer as amount from journal_lines
      where end_customer_id = ${customer} and posting_date between ${from} and ${period_end} and account_code ~ ${accounts}
    `)
  expect(checks).to.deep.equal({
    assets_equal_liabilities_and_equity: true,
    result_equals_income_statement: true,
    every_account_has_a_row: true,
    closing_accounts_are_zero: true,
  })
  expect(amounts.get('aktiven')).to.equal(await sum('1990-01-01', '^1'))
  expect(amounts.get('verbindlichkeiten_ll')).to.equal(0 - (await sum('1990-01-01', '^20')))
  expect(amounts.get('jahresgewinn_jahresverlust')).to.equal(0 - (await sum(period_start, '^[3-8]')))
  const last = new Map(period_series.at(-1).rows.map((line: any) => [line.row_key, line.amount.amount_minor]))
  expect(last).to.deep.equal(amounts)
  for (const { amount, source_accounts, kind } of rows) {
    if (kind !== 'line') continue
    const total = source_accounts.reduce((sumSoFar: number, source: any) => sumSoFar + source.amount.amount_minor, 0)
    expect(total).to.equal(amount.amount_minor)
  }
}

/** Buckets are activity: they sum up to the year, and the year to the result of the balance sheet. */
async function expectIncomeAddsUp(customer: string, sheet: any): Promise<void> {
  const income = await incomeStatement(customer, sheet.fiscal_year_id, '&granularity=quarter')
  expect(amountOn(income, 'jahresergebnis')).to.equal(amountOn(sheet, 'jahresgewinn_jahresverlust'))
  for (const { row_key, amount } of income.rows) {
    const ofBucket = ({ rows }: any) => rows.find((line: any) => line.row_key === row_key).amount.amount_minor
    const sum = income.period_series.reduce((total: number, bucket: any) => total + ofBucket(bucket), 0)
    expect(sum, row_key).to.equal(amount.amount_minor)
  }
}

import { expect } from 'chai'
import type { Sheet } from '../../support/books.ts'
import { amountOn, balanceSheet, findings, incomeStatement } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

type Lines = (ReturnType<typeof debit> | ReturnType<typeof credit>)[]

/** Books a voucher and expects it to be posted. */
async function book(customer: string, business_date: string, lines: Lines, entry_type = 'standard') {
  const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload: { entry_type, lines } }), {
    wait: 10,
  })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  return body
}

const CLOSING: Lines[] = [
  [debit('3400', 5_000_000), credit('9200', 5_000_000)],
  [debit('9200', 3_500_000), credit('5000', 2_000_000), credit('6000', 1_500_000)],
  [debit('9200', 1_500_000), credit('2979', 1_500_000)],
]

/** The year of the worked example: revenue 50'000.00, expense 35'000.00. */
async function yearOf2025(): Promise<string> {
  const customer = await newKmuCustomer()
  await book(customer, '2025-01-01', [debit('1020', 2_000_000), credit('9100', 2_000_000)], 'opening')
  await book(customer, '2025-01-01', [debit('9100', 2_000_000), credit('2800', 2_000_000)], 'opening')
  await book(customer, '2025-06-30', [debit('1020', 5_000_000), credit('3400', 5_000_000)])
  await book(customer, '2025-07-31', [debit('5000', 2_000_000), debit('6000', 1_500_000), credit('1020', 3_500_000)])
  return customer
}

const resultRows = (sheet: Sheet) => [
  amountOn(sheet, 'jahresgewinn_jahresverlust'),
  amountOn(sheet, 'gewinnvortrag_verlustvortrag'),
  amountOn(sheet, 'aktiven') === amountOn(sheet, 'passiven'),
]

describe('opening and closing entries', () => {
  it('the result stands on its own row before and after closing entries, and is carried forward the next year', async () => {
    const customer = await yearOf2025()
    const before = await balanceSheet(customer, 'FY2025', '&granularity=month')
    const income = await incomeStatement(customer, 'FY2025', '&granularity=month')
    expect(resultRows(before)).to.deep.equal([1_500_000, 0, true])
    for (const lines of CLOSING) await book(customer, '2025-12-31', lines, 'closing')
    const after = await balanceSheet(customer, 'FY2025', '&granularity=month')
    expect(resultRows(after)).to.deep.equal([1_500_000, 0, true])
    const amounts = ({ rows }: Sheet) => rows.map(({ row_key, amount }) => [row_key, amount.amount_minor])
    expect(amounts(after)).to.deep.equal(amounts(before))
    expect(after.period_series).to.deep.equal(before.period_series)
    const incomeAfter = await incomeStatement(customer, 'FY2025', '&granularity=month')
    expect([incomeAfter.rows, incomeAfter.period_series]).to.deep.equal([income.rows, income.period_series])
    const sources = ({ rows }: Sheet) =>
      there(rows.find(({ row_key }) => row_key === 'jahresgewinn_jahresverlust')).source_accounts
    expect(sources(before).map(({ account_code, account_name }) => [account_code, account_name])).to.deep.equal([
      [null, 'Ergebnis FY2025'],
    ])
    expect(sources(after).map(({ account_code }) => account_code)).to.deep.equal(['2979'])

    await book(customer, '2026-03-31', [debit('1020', 700_000), credit('3400', 700_000)])
    expect(resultRows(await balanceSheet(customer, 'FY2026'))).to.deep.equal([700_000, 1_500_000, true])
    const appropriation = [
      debit('2979', 1_500_000),
      credit('2950', 75_000),
      credit('2261', 500_000),
      credit('2970', 925_000),
    ]
    await book(customer, '2026-05-31', appropriation)
    expect(resultRows(await balanceSheet(customer, 'FY2026'))).to.deep.equal([700_000, 925_000, true])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('a year that nobody closed gives the same rows', async () => {
    const customer = await yearOf2025()
    await book(customer, '2026-03-31', [debit('1020', 700_000), credit('3400', 700_000)])
    const sheet = await balanceSheet(customer, 'FY2026', '&comparison=prior_fiscal_year')
    expect(resultRows(sheet)).to.deep.equal([700_000, 1_500_000, true])
    const row = sheet.rows.find(({ row_key }) => row_key === 'jahresgewinn_jahresverlust')
    expect(row?.prior_amount?.amount_minor).to.equal(1_500_000)
  })

  it('a closing that stopped half way shows its class 9 and fails the check, and the result keeps its row', async () => {
    const customer = await yearOf2025()
    const closed = await book(customer, '2025-12-31', CLOSING[0] as Lines, 'closing')
    const sheet = await balanceSheet(customer, 'FY2025')
    expect([amountOn(sheet, 'jahresgewinn_jahresverlust'), amountOn(sheet, 'abschluss_hilfskonten')]).to.deep.equal([
      1_500_000, -5_000_000,
    ])
    expect(sheet.checks).to.include({ closing_accounts_are_zero: false, result_equals_income_statement: true })
    // Assets are 20'000 + 50'000 - 35'000; of 20'000 + 15'000 the revenue of 50'000 has left liabilities and equity.
    const details = sheet.check_details.filter(({ holds }) => !holds)
    expect(
      details.map(({ check, expected, found }) => [check, expected.amount_minor, found.amount_minor]),
    ).to.deep.equal([
      ['assets_equal_liabilities_and_equity', -1_500_000, 3_500_000],
      ['closing_accounts_are_zero', 0, -5_000_000],
    ])
    expect(details[1]?.message).to.equal(
      'Closing and auxiliary accounts (class 9) have no balance: expected CHF 0.00, found CHF -50000.00, accounts 9200. Book what is missing to bring these accounts to zero.',
    )
    await post(`/v1/source-facts/${closed.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect((await balanceSheet(customer, 'FY2025')).checks.closing_accounts_are_zero).to.equal(true)
  })

  it('opening entries are no turnover, and closing ones no activity', async () => {
    const customer = await yearOf2025()
    for (const lines of CLOSING) await book(customer, '2025-12-31', lines, 'closing')
    const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2025`)
    const row = (code: string) => {
      const {
        opening_balance,
        debit: debits,
        credit: credits,
        closing_balance,
      } = there(body.rows.find(({ account_code }) => account_code === code))
      return [opening_balance, debits, credits, closing_balance].map(({ amount_minor }) => amount_minor)
    }
    expect(row('1020')).to.deep.equal([2_000_000, 5_000_000, 3_500_000, 3_500_000])
    expect(row('2800')).to.deep.equal([-2_000_000, 0, 0, -2_000_000])
    expect(row('3400')).to.deep.equal([0, 5_000_000, 5_000_000, 0])
    expect(body.rows.some(({ account_code }) => account_code === '9100')).to.equal(false)
    expect(body.totals.closing_balance.amount_minor).to.equal(0)
  })

  it('a year is not closed while something stands in the way, and every reason is named', async () => {
    const customer = await yearOf2025()
    await post(VOUCHERS, voucher(customer, { payload: { lines: [debit('0000', 1), credit('1020', 1)] } }), { wait: 10 })
    const reason = { end_customer_id: customer, reason: 'Abschluss' }
    const { status, body } = await post('/v1/fiscal-years/FY2026/close', reason)
    expect([status, body.error.details.map(({ code }) => code)]).to.deep.equal([
      409,
      ['year_not_ended', 'facts_not_booked', 'earlier_year_open'],
    ])
    expect((await post('/v1/fiscal-years/FY2025/close', reason)).status).to.equal(202)
    await put('/v1/period-locks', { ...reason, locked_through: '2025-12-31' })
    const late = voucher(customer, { business_date: '2025-12-31' })
    const { body: fact } = await post(VOUCHERS, late, { wait: 10 })
    expect(fact.blockers.map(({ code }) => code)).to.deep.equal(['fiscal_year_closed', 'period_locked'])
  })
})

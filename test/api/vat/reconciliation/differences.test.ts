import { expect } from 'chai'
import { findings, refreshTables } from '../../../support/books.ts'
import { get } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
} from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { booked } from '../records.ts'
import { NET_RATE, register } from '../register.ts'
import { entriesAt, expectSums, manual, pathOf, type Reconciliation, reconciled } from './reconciled.ts'

const steps = ({ turnover }: Reconciliation) =>
  turnover.steps.map(({ kind, category, period, amount }) => [kind, category ?? period, amount.amount_minor])
const taxSteps = (its: Reconciliation['tax']['owed_steps']) =>
  its.map(({ kind, figure, activity_id, period, amount }) => [
    kind,
    figure ?? activity_id ?? period,
    amount.amount_minor,
  ])

describe('the yearly reconciliation', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    await bookYear(customer)
  })

  it('leads from the revenue of the books to 200, with each difference by its reason', async () => {
    const reconciliation = await reconciled(customer)
    expect(steps(reconciliation)).to.deep.equal([
      ['revenue', null, 74_400],
      ['without_record', 'accrual', -3_000],
      ['without_record', 'without_code', -400],
      ['other_account', 'disposal', 15_000],
      ['other_account', 'private_share', 1_000],
      ['reductions', null, 1_000],
      ['not_filed', '2026-Q1', -31_000],
      ['not_filed', '2026-Q2', -57_000],
    ])
    const { turnover, returns } = reconciliation
    const { figure_200, figure_289, figure_299 } = turnover.in_records
    expect([figure_200, figure_289, figure_299]).to.deep.equal([88_000, 8_000, 80_000].map(chf))
    expect([turnover.figure_200, turnover.figure_289, turnover.figure_299]).to.deep.equal([0, 0, 0].map(chf))
    const amounts = returns.map(({ period, filing_numbers, consideration, not_filed }) => [
      period,
      filing_numbers,
      consideration.amount_minor,
      not_filed.consideration.amount_minor,
    ])
    expect(amounts).to.deep.equal([
      ['2026-Q1', [], 0, 31_000],
      ['2026-Q2', [], 0, 57_000],
      ['2026-Q3', [], 0, 0],
      ['2026-Q4', [], 0, 0],
    ])
    const parts = turnover.accounts.map(({ account_code, parts }) => [
      account_code,
      ...parts.map(({ category, figure, amount }) => [category, figure, amount.amount_minor]),
    ])
    expect(parts).to.deep.equal([
      ['1530', ['disposal', '303', 15_000]],
      ['3200', ['accrual', null, 3_000]],
      ['3400', ['recorded', '220', 7_000], ['recorded', '303', 60_000]],
      ['3800', ['recorded', '235', -1_000]],
      ['6270', ['private_share', '303', 1_000]],
      ['6500', ['credit_on_expense', null, 250]],
      ['6945', ['tax', null, 5]],
      ['7000', ['without_code', null, 400]],
      ['8510', ['recorded', '303', 5_000]],
    ])
  })

  it('leads from the tax accounts to 399 and 479, with transfers and differences apart', async () => {
    const { tax } = await reconciled(customer)
    // 8.1 % of 310.00 and of 490.00.
    expect(taxSteps(tax.owed_steps)).to.deep.equal([
      ['booked', null, 6_480],
      ['not_filed', '2026-Q1', -2_511],
      ['not_filed', '2026-Q2', -3_969],
    ])
    expect(taxSteps(tax.deducted_steps)).to.deep.equal([
      ['booked', null, 810],
      ['not_filed', '2026-Q1', -810],
    ])
    expect([tax.in_records.figure_399, tax.in_records.figure_479]).to.deep.equal([chf(6_480), chf(810)])
    expect([tax.figure_399, tax.figure_479]).to.deep.equal([chf(0), chf(0)])
    const accounts = tax.accounts.map(({ account_code, owed, deducted, transferred, other }) => [
      account_code,
      ...[owed, deducted, transferred, other].map(({ amount_minor }) => amount_minor),
    ])
    expect(accounts).to.deep.equal([
      ['1171', 0, -810, 810, 0],
      ['2200', 6_480, 0, -810, -5],
    ])
    const other = await entriesAt(tax.accounts[1]?.other_entries ?? '')
    expect(
      other.map(({ category, account_code, amount }) => [category, account_code, amount.amount_minor]),
    ).to.deep.equal([['other', '2200', -5]])
  })

  it('has the entries of every part, page by page, the same once all is folded', async () => {
    const before = await reconciled(customer)
    await expectSums(before)
    await refreshTables(customer)
    const { ledger_position: _, ...after } = await reconciled(customer)
    expect(before).to.deep.include(after)
    await expectSums(await reconciled(customer))
    expect(await findings(customer)).to.deep.equal([])
    const part = before.turnover.accounts.find(({ account_code }) => account_code === '3200')?.parts[0]
    const [entry] = await entriesAt(part?.entries ?? '')
    expect([entry?.category, entry?.posting_date, entry?.counter_account_code, entry?.amount]).to.deep.equal([
      'accrual',
      '2026-10-31',
      '1300',
      chf(3_000),
    ])
    const unknown = await get(`${part?.entries}&starting_after=je_x.1.1` as '/v1/statements/vat-reconciliation/entries')
    expect([unknown.status, unknown.body.error?.details[0]?.code]).to.deep.equal([400, 'unknown_cursor'])
  })

  it('comes as CSV, and as a page in four languages', async () => {
    const csv = cellsOf(await (await fetchAs(pathOf(customer), 'text/csv')).text())
    expect(csv[0]).to.deep.equal(['account', 'text', 'figure', 'amount', 'kind', 'category'])
    expect(csv.find(([account]) => account === '1530')).to.deep.equal(['1530', 'Fahrzeuge', '', '150.00', 'booked', ''])
    const titles = {
      de: 'Umsatz- und Vorsteuerabstimmung',
      fr: "Concordance du chiffre d'affaires",
      it: "Riconciliazione della cifra d'affari",
      en: 'Reconciliation of turnover and tax',
    }
    for (const [locale, title] of Object.entries(titles)) {
      const page = await (await fetchAs(pathOf(customer, `&locale=${locale}`), 'text/html')).text()
      expect(page).to.include(`<h1>${title}`).and.to.include('150.00').and.to.include('size: A4')
    }
  })

  it('is there for a year with a registration', async () => {
    expect((await get(pathOf(customer, '', 'FY1999'))).status).to.equal(404)
    const unregistered = await newKmuCustomer()
    await register(unregistered, '0001-01-01', { method: 'not_registered' })
    await manual(unregistered, [debit('1020', 400), credit('7000', 400)])
    const { status, body } = await get(pathOf(unregistered))
    expect([status, body.error?.details[0]?.pointer]).to.deep.equal([404, '/fiscal_year_id'])
  })

  it('has gross turnover under a net tax rate, and its tax apart', async () => {
    const net = await newKmuCustomer()
    await register(net, '0001-01-01', NET_RATE)
    await booked(INVOICES, invoice(net))
    await booked(EXPENSES, expense(net, { payload: { tax_lines: [taxLine('B81', 10_810, 0)] } }))
    await manual(net, [debit('3809', 670), credit('2201', 670)], { business_date: '2026-06-30' })
    const reconciliation = await reconciled(net)
    expect(steps(reconciliation)).to.deep.equal([
      ['revenue', null, 10_140],
      ['without_record', 'tax', 670],
      ['not_filed', '2026-H1', -10_810],
    ])
    expect(taxSteps(reconciliation.tax.owed_steps)).to.deep.equal([
      ['booked', null, 876],
      ['net_tax_rate', '12345', 670],
      ['not_filed', '2026-H1', -1_546],
    ])
    await expectSums(reconciliation)
  })
})

async function bookYear(customer: string): Promise<void> {
  await booked(INVOICES, invoice(customer))
  const lines = [taxLine('V81', 50_000, 4_050), taxLine('VS81', -1_000, -81), taxLine('V0X', 7_000, 0)]
  const payload = { gross_amount: chf(59_969), tax_lines: lines }
  await booked(
    INVOICES,
    invoice(customer, { business_date: '2026-06-10', payload: { ...payload, document_date: '2026-06-10' } }),
  )
  await booked(EXPENSES, expense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } }))
  // A car is sold with a gain: one record for both.
  await manual(customer, [
    debit('1020', 21_620),
    credit('1530', 15_000),
    credit('8510', 5_000),
    credit('2200', 1_620, { tax_code: 'V81', tax_base: chf(20_000) }),
  ])
  const private_tax = { tax_code: 'V81', tax_base: chf(1_000) }
  await manual(customer, [debit('2800', 1_081), credit('6270', 1_000), credit('2200', 81, private_tax)])
  await manual(customer, [debit('1300', 3_000), credit('3200', 3_000)], { business_date: '2026-10-31' })
  await manual(customer, [debit('1020', 400), credit('7000', 400)])
  await manual(customer, [debit('1020', 250), credit('6500', 250)])
  // The first quarter is settled, and somebody has corrected by hand.
  await manual(customer, [debit('2200', 810), credit('1171', 810), debit('2201', 1), credit('1020', 1)])
  await manual(customer, [debit('2200', 5), credit('6945', 5)])
}

import { expect } from 'chai'
import type { Sheet } from '../../../support/books.ts'
import { amountOn, balanceSheet, dropTables, findings, refreshTables } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'

const KUNDE = { customer: { name: 'Kunde AG', customer_external_reference: 'K-2' } }

/** A customer with a credit note from 2025 on that an invoice of 2026 exceeds, a supplier with a credit note, an overdraft. */
async function book(customer: string): Promise<void> {
  const creditNote = { ...KUNDE, gross_amount: chf(-5_405), tax_lines: [taxLine('V81', -5_000, -405)] }
  await post(INVOICES, invoice(customer, { business_date: '2025-06-30' }))
  await post(INVOICES, invoice(customer, { business_date: '2025-11-30', payload: creditNote }))
  await post(INVOICES, invoice(customer, { business_date: '2026-02-15', payload: KUNDE }))
  const returned = { gross_amount: chf(-2_162), tax_lines: [taxLine('I81', -2_000, -162)] }
  await post(EXPENSES, expense(customer, { business_date: '2026-03-15', payload: returned }))
  const lines = [debit('6500', 474_350), credit('1020', 474_350)]
  const { body } = await post(VOUCHERS, voucher(customer, { business_date: '2026-04-15', payload: { lines } }), {
    wait: 10,
  })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
}

const ROWS = [
  'forderungen_ll',
  'uebrige_kurzfristige_forderungen',
  'verbindlichkeiten_ll',
  'kurzfristige_verzinsliche_verbindlichkeiten',
  'uebrige_kurzfristige_verbindlichkeiten',
  'aktiven',
  'passiven',
]

describe('rows on their side', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    await book(customer)
  })

  const read = (more = '') => balanceSheet(customer, 'FY2026', more)
  const amounts = (sheet: Pick<Sheet, 'rows'>) => ROWS.map((key) => amountOn(sheet, key))

  it('partners, banks and the tax administration stand where their balances are', async () => {
    const sheet = await read()
    expect(amounts(sheet)).to.deep.equal([16_215, 2_162, 0, 474_350, 1_377, 18_377, 18_377])
    // By account: 1100 162.15, input tax -1.62, 1020 -4743.50.
    expect(sheet.assets_by_account).to.deep.equal(chf(-458_297))
    const plain = await get(`/v1/statements/balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    expect(amountOn(plain.body, 'assets')).to.equal(-458_297)
    expect(Object.entries(sheet.checks).filter(([, holds]) => !holds)).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('the prior year and every month by the balances of their own last day', async () => {
    const sheet = await read('&comparison=prior_fiscal_year&granularity=month')
    const prior = sheet.rows
      .filter(({ row_key }) => ROWS.includes(row_key))
      .map((row) => row.prior_amount?.amount_minor)
    const inOrder = sheet.rows.map(({ row_key }) => row_key).filter((key) => ROWS.includes(key))
    expect(Object.fromEntries(inOrder.map((key, index) => [key, prior[index]]))).to.deep.equal({
      aktiven: 10_810,
      forderungen_ll: 10_810,
      uebrige_kurzfristige_forderungen: 0,
      passiven: 10_810,
      verbindlichkeiten_ll: 5_405,
      kurzfristige_verzinsliche_verbindlichkeiten: 0,
      uebrige_kurzfristige_verbindlichkeiten: 405,
    })
    const months = there(sheet.period_series).map(({ rows }) => [
      there(rows.find(({ row_key }) => row_key === 'forderungen_ll')).amount.amount_minor,
      there(rows.find(({ row_key }) => row_key === 'verbindlichkeiten_ll')).amount.amount_minor,
    ])
    expect(months.slice(0, 3)).to.deep.equal([
      [10_810, 5_405],
      [16_215, 0],
      [16_215, 0],
    ])
  })

  it('the accounts of a row say why they are there, and name the partners', async () => {
    const sheet = await balanceSheet(customer, 'FY2025')
    const sources = (key: string) =>
      there(sheet.rows.find(({ row_key }) => row_key === key)).source_accounts.map((source) => [
        source.account_code,
        source.amount.amount_minor,
        source.placed_by,
        source.partners.map(({ partner_reference, partner_name, amount }) => [
          partner_reference,
          partner_name,
          amount.amount_minor,
        ]),
      ])
    expect(sources('forderungen_ll')).to.deep.equal([['1100', 10_810, null, []]])
    expect(sources('verbindlichkeiten_ll')).to.deep.equal([['1100', 5_405, 'partner', [['K-2', 'Kunde AG', 5_405]]]])
    const now = await read()
    const bank = there(now.rows.find(({ row_key }) => row_key === 'kurzfristige_verzinsliche_verbindlichkeiten'))
    expect(bank.source_accounts.map(({ account_code, placed_by }) => [account_code, placed_by])).to.deep.equal([
      ['1020', 'sign'],
    ])
  })

  it('whatever the tables contain, and as they stood at every entry', async () => {
    const more = '&granularity=month&comparison=prior_fiscal_year'
    const stood = await Promise.all([1, 2, 3, 4, 5].map((entry) => read(`${more}&as_of_entry_number=${entry}`)))
    expect(amounts(there(stood[1]))).to.deep.equal([10_810, 0, 5_405, 0, 405, 10_810, 10_810])
    const again = () => Promise.all([1, 2, 3, 4, 5].map((entry) => read(`${more}&as_of_entry_number=${entry}`)))
    await refreshTables(customer)
    expect(await again(), 'refreshed').to.deep.equal(stood)
    // Posted into a month of the past, behind the watermark: two balances of it and all later ones change sides.
    const more_credit = { ...KUNDE, gross_amount: chf(-16_215), tax_lines: [taxLine('V81', -15_000, -1_215)] }
    await post(INVOICES, invoice(customer, { business_date: '2026-01-31', payload: more_credit }), { wait: 10 })
    const after = await read(more)
    expect(amountOn(after, 'verbindlichkeiten_ll')).to.equal(10_810)
    await refreshTables(customer)
    expect(await read(more)).to.deep.equal(after)
    expect(await again(), 'refreshed twice').to.deep.equal(stood)
    await dropTables(customer)
    expect(await read(more)).to.deep.equal(after)
  })
})

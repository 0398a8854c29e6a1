import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { type PageRow, rowsIn } from './rows-in-page.ts'

const OTHER = { customer: { name: 'Kunde AG', customer_external_reference: 'K-2' } }

describe('a control account whose partners stand on both sides of a balance sheet', () => {
  let rows: PageRow[]
  let url: URL
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    await post(INVOICES, invoice(customer, { business_date: '2025-06-30' }), { wait: 10 })
    const payload = { ...OTHER, gross_amount: chf(-5_405), tax_lines: [taxLine('V81', -5_000, -405)] }
    await post(INVOICES, invoice(customer, { business_date: '2025-11-30', payload }), { wait: 10 })
    const path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2025&granularity=quarter`
    const page = await openPage(path, await newPass([customer]))
    rows = rowsIn(page.html)
    url = page.url
  })

  const behind = ({ amounts }: PageRow, column = 0) => {
    const href = there(there(amounts[column]).href)
    return href.startsWith('#') ? there(rows.find(({ id }) => id === href.slice(1))) : new URL(href, url)
  }
  const minorOf = ({ amounts }: PageRow, column = 0) => there(amounts[column]).minor
  const rowOf = (label: string) => there(rows.find((row) => row.label === label))

  it('has its balance and what stands on the other side below its part: together the amount of the row', async () => {
    const row = rowOf('Forderungen aus Lieferungen und Leistungen')
    const balance = behind(row) as PageRow
    const other = there(rows[rows.indexOf(balance) + 1])
    expect([minorOf(row), minorOf(balance), minorOf(other)]).to.deep.equal([10_810, 5_405, 5_405])
    const { pathname, search } = behind(balance) as URL
    const { body } = await get(`${pathname}${search}` as '/v1/statements/account-ledger')
    expect([body.account_code, body.closing_balance.amount_minor]).to.deep.equal(['1100', 5_405])
    // By quarter, too: the credit note is of the last one.
    expect(balance.amounts.map(({ minor }) => minor)).to.deep.equal([5_405, 0, 10_810, 10_810, 5_405])
    expect(other.amounts.map(({ minor }) => minor)).to.deep.equal([5_405, 0, 0, 0, 5_405])
    const june = behind(balance, 2) as URL
    expect(june.searchParams.get('to_date')).to.equal('2025-06-30')
  })

  it('leads from there, from the row on the other side and from its partners straight to their open items', async () => {
    const balance = behind(rowOf('Forderungen aus Lieferungen und Leistungen')) as PageRow
    const below = there(rows[rows.indexOf(balance) + 1])
    const above = rowOf('Verbindlichkeiten aus Lieferungen und Leistungen')
    const [account, partner] = rows.slice(rows.indexOf(above) + 1) as [PageRow, PageRow]
    expect([account.label.slice(0, 4), partner.label]).to.deep.equal(['1100', 'Kunde AG'])
    const lists = [below, above, account, partner].map((row) => [minorOf(row), String(behind(row))])
    expect(new Set(lists.map(String)).size).to.equal(1)
    expect(minorOf(partner)).to.equal(5_405)
    const { pathname, search } = behind(partner) as URL
    const { body } = await get(`${pathname}${search}` as '/v1/statements/open-items')
    const its = there(body.partners.find(({ reference }) => reference === 'K-2'))
    expect([body.side, body.date, its.ageing.total.amount_minor]).to.deep.equal(['receivables', '2025-12-31', -5_405])
  })

  it('leads in the column of a period to open items that have the amount as a sum', async () => {
    const row = rowOf('Verbindlichkeiten aus Lieferungen und Leistungen')
    const { pathname, search } = behind(row, 4) as URL
    const { html } = await openPage(`${pathname}${search}`, await newPass([customer]))
    const its = there(rowsIn(html).find(({ label }) => label.startsWith('1100') && label.includes('Gegensaldo')))
    expect([minorOf(row, 4), minorOf(its)]).to.deep.equal([5_405, -5_405])
  })
})

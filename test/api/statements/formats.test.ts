import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { errorEnvelope } from '../../../shared/contract/primitives.ts'
import type { FromSchema } from '../../../shared/contract/schema.ts'
import { get } from '../../support/client.ts'
import { booksToShow, cellsOf, fetchAs } from './books-to-show.ts'

const STATEMENTS = [
  'or-balance-sheet',
  'or-income-statement',
  'balance-sheet',
  'income-statement',
  'trial-balance',
  'account-ledger',
]

describe('other representations', () => {
  const { customer, path } = booksToShow()

  for (const name of STATEMENTS) {
    it(`${name} as CSV and as a page to print, each with a tag of its own`, async () => {
      const more = '&comparison=prior_fiscal_year&granularity=quarter'
      const json = await get(path(name, more))
      const csv = await fetchAs(path(name, more), 'text/csv')
      const html = await fetchAs(path(name, more), 'text/html,application/xhtml+xml,*/*;q=0.8')
      expect([csv.status, csv.headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8'])
      expect(csv.headers.get('content-disposition')).to.match(/^attachment; filename="[a-z0-9-]+FY2026(-1020)?\.csv"$/)
      expect([html.status, html.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
      expect(new Set([json, csv, html].map(({ headers }) => headers.get('etag'))).size).to.equal(3)
      for (const { headers } of [json, csv, html]) expect(headers.get('vary')).to.include('Accept')
      const again = await fetchAs(path(name, more), 'text/csv', { 'If-None-Match': csv.headers.get('etag') ?? '' })
      expect(again.status).to.equal(304)
      const rows = cellsOf(await csv.text())
      expect(new Set(rows.map(({ length }) => length)).size, 'every line has as many cells').to.equal(1)
      expectSafePage(await html.text())
    })
  }

  function expectSafePage(page: string): void {
    expect(page).to.match(/^<!doctype html>/)
    expect(page).to.include('@page { size: A4')
    expect(page).to.include('Muster &amp; &lt;Söhne&gt; AG')
    expect(page).to.include('<svg class="chart"')
    expect(page).not.to.match(/<script|javascript:|https?:|<link|<img|@import|url\(|<Söhne>/)
  }

  it('the page says the figures as Swiss readers write them, with the prior year beside them', async () => {
    const html = await (await fetchAs(path('or-balance-sheet', '&comparison=prior_fiscal_year'), 'text/html')).text()
    const row =
      /Forderungen aus Lieferungen und Leistungen<\/td><td class="amount"><a [^>]+>([^<]+)<\/a><\/td><td class="amount"><a [^>]+>([^<]+)</.exec(
        html,
      )
    expect(row?.slice(1)).to.deep.equal(["1'234'675.99", '108.10'])
    expect(html).to.include('Vorjahr FY2025').and.to.include(">7'000.50<")
    const page = await (await fetchAs(path('or-income-statement'), 'text/html')).text()
    expect(page)
      .to.include(">-7'000.50<")
      .and.to.match(/<td class="first">(?:<a [^>]*>)?5000 Lohnaufwand</)
    const italian = await (await fetchAs(path('or-income-statement', '&locale=it'), 'text/html')).text()
    expect(italian).to.include('<html lang="it">').and.to.include('Conto economico').and.not.to.include('<svg')
  })

  it('a chart has its figures in a table beside it, in the language of the statement; the page leads to it', async () => {
    const { period_series } = (await get(path('or-income-statement', '&granularity=quarter'))).body as OrStatement
    const resultOf = ({ rows }: { rows: { row_key: string; amount: { amount_minor: number } }[] }) =>
      rows.find(({ row_key }) => row_key === 'jahresergebnis')?.amount.amount_minor ?? Number.NaN
    const figures = period_series.map((period) => [period.period_end.slice(0, 7), written(resultOf(period))])
    expect(figures).to.have.length(4)
    for (const [locale, head] of Object.entries({
      de: ['Periode', 'Betrag'],
      fr: ['Période', 'Montant'],
      it: ['Periodo', 'Importo'],
      en: ['Period', 'Amount'],
    })) {
      const of = (more: string) => fetchAs(path('or-income-statement', `${more}&locale=${locale}`), 'text/html')
      const html = await (await of('&granularity=quarter')).text()
      const [table = ''] = /<table class="beside"[\s\S]*?<\/table>/.exec(html) ?? []
      expect([...table.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, word]) => word)).to.deep.equal(head)
      const rows = table.matchAll(
        /<tr><th scope="row">([^<]+)<\/th><td class="amount"><a href="#charted">([^<]+)<\/a><\/td><\/tr>/g,
      )
      expect([...rows].map(([, period, amount]) => [period, amount])).to.deep.equal(figures)
      const [row = ''] = /<tr class="[^"]*" id="charted">.*<\/tr>/.exec(html) ?? []
      const columns = [...row.matchAll(/<td class="amount">(?:<a [^>]*>)?([^<]+)/g)].map(([, amount]) => amount)
      expect(columns.slice(-4)).to.deep.equal(figures.map(([, amount]) => amount))
      expect(await (await of('')).text()).to.match(/<a href="\?[^"]*granularity=quarter"/)
    }
  })

  it('the figures beside a chart of turnover or of an account lead to the entries of their time', async () => {
    const beside = async (name: 'trial-balance' | 'account-ledger') => {
      const html = await (await fetchAs(path(name, '&granularity=quarter'), 'text/html')).text()
      const [table = ''] = /<table class="beside"[\s\S]*?<\/table>/.exec(html) ?? []
      const links = [...table.matchAll(/<a href="([^"]+)">([^<]+)</g)]
      return links.map(([, href = '', amount]) => [
        new URL(href.replaceAll('&amp;', '&'), 'http://x/').searchParams,
        amount,
      ])
    }
    const turnover = await beside('trial-balance')
    expect(turnover).to.have.length(4)
    for (const [asked, amount] of turnover as [URLSearchParams, string][]) {
      const { data } = (await get(`/v1/journal-entries?${asked}&limit=100`)).body
      const debits = data.flatMap(({ lines }) => lines.map(({ debit }) => debit?.amount_minor ?? 0))
      expect(written(debits.reduce((sum, minor) => sum + minor, 0))).to.equal(amount)
    }
    const [first] = (await beside('account-ledger')) as [URLSearchParams, string][]
    expect([first?.[0].get('account_code'), first?.[0].get('to_date')]).to.deep.equal(['1020', '2026-03-31'])
  })

  it('CSV has plain decimals, the accounts of each row, the series as columns, and nothing that a spreadsheet runs', async () => {
    const csv = await (await fetchAs(path('or-balance-sheet', '&granularity=quarter'), 'text/csv')).text()
    const [head = [], ...rows] = cellsOf(csv)
    expect(head).to.deep.equal([
      'row_key',
      'law',
      'kind',
      'account_code',
      'label',
      'amount',
      '2026-03-31',
      '2026-06-30',
      '2026-09-30',
      '2026-12-31',
    ])
    expect(rows.find(([key, , kind]) => key === 'forderungen_ll' && kind === 'line')?.slice(5)).to.deep.equal(
      Array.from({ length: 5 }, () => '1234675.99'),
    )
    expect(rows.find(([, , kind, code]) => kind === 'account' && code === '1100')?.[5]).to.equal('1234675.99')
    const journal = await (await fetchAs(`/v1/journal-entries?end_customer_id=${customer()}`, 'text/csv')).text()
    expect(journal).to.include(`"'=cmd|""x""; Lieferant\nAG EXP-`).and.to.include(`"'-Lohn, ""brutto"""`)
  })

  it('JSON by default; what nobody has is 406, with a sentence that says what there is', async () => {
    for (const accept of ['*/*', 'application/json', 'application/*']) {
      const { headers } = await fetchAs(path('or-balance-sheet'), accept)
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8')
    }
    const refused = await fetchAs(path('or-balance-sheet'), 'application/pdf')
    const { error }: FromSchema<typeof errorEnvelope> = JSON.parse(await refused.text())
    expect([refused.status, error.code]).to.deep.equal([406, 'not_acceptable'])
    expect(error.message).to.include('application/json, text/csv, text/html')
  })

  it('errors are a page for a browser, and JSON whatever else was asked for', async () => {
    for (const [accept, type] of [
      ['text/html', 'text/html; charset=utf-8'],
      ['text/csv', 'application/json; charset=utf-8'],
    ] as const) {
      const refused = await fetchAs(path('or-balance-sheet', '&granularity=week'), accept)
      expect([refused.status, refused.headers.get('content-type')]).to.deep.equal([400, type])
    }
    const missing = await fetchAs(`/v1/journal-entries?end_customer_id=${customer()}&starting_after=x`, 'text/csv')
    expect(missing.status).to.equal(400)
  })

  it('a page is the same for everybody who asks for the same', async () => {
    const hash = async () =>
      createHash('sha256')
        .update(await (await fetchAs(path('trial-balance'), 'text/html')).text())
        .digest('hex')
    expect(await hash()).to.equal(await hash())
  })
})

type OrStatement = {
  period_series: { period_end: string; rows: { row_key: string; amount: { amount_minor: number } }[] }[]
}

/** An amount as Swiss readers write it. */
function written(amount_minor: number): string {
  return (amount_minor / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, "'")
}

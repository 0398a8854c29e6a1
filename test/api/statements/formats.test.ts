import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { errorEnvelope } from '../../../shared/contract/primitives.ts'
import type { FromSchema } from '../../../shared/contract/schema.ts'
import { get, post, put } from '../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const fetchAs = (path: string, accept: string, headers: Record<string, string> = {}) =>
  fetch(service().base_url + path, {
    headers: { Authorization: `Bearer ${service().key}`, Accept: accept, ...headers },
  })

/** A CSV text as rows of cells; enough of RFC 4180 for what a test reads. */
function cellsOf(csv: string): string[][] {
  const unquoted = (cell: string) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')
  return csv
    .trimEnd()
    .split('\r\n')
    .map((line) => [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell = '']) => unquoted(cell)))
}

const STATEMENTS = [
  'or-balance-sheet',
  'or-income-statement',
  'balance-sheet',
  'income-statement',
  'trial-balance',
  'account-ledger',
]

describe('other representations', () => {
  let customer: string
  const path = <const Name extends string>(name: Name, more = '', year = 'FY2026') =>
    `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${year}${name === 'account-ledger' ? '&account_code=1020' : ''}${more}` as const

  before(async () => {
    customer = await newKmuCustomer()
    await put(`/v1/end-customers/${customer}`, { name: 'Muster & <Söhne> AG' })
    await post(INVOICES, invoice(customer, { business_date: '2025-12-31' }))
    await post(INVOICES, invoice(customer, { payload: { gross_amount: chf(123_456_789), tax_lines: [] } }))
    await post(EXPENSES, expense(customer, { payload: { supplier: { name: '=cmd|"x"; Lieferant\nAG' } } }), {
      wait: 10,
    })
    const lines = [debit('5000', 700_050), credit('1020', 700_050, { text: '-Lohn, "brutto"' })]
    await post(VOUCHERS, voucher(customer, { payload: { text: 'Löhne', lines } }), { wait: 10 })
  })

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
      /Forderungen aus Lieferungen und Leistungen<\/td><td class="amount">([^<]+)<\/td><td class="amount">([^<]+)</.exec(
        html,
      )
    expect(row?.slice(1)).to.deep.equal(["1'234'675.99", '108.10'])
    expect(html).to.include('Vorjahr FY2025').and.to.include(">-7'000.50<")
    const italian = await (await fetchAs(path('or-income-statement', '&locale=it'), 'text/html')).text()
    expect(italian).to.include('<html lang="it">').and.to.include('Conto economico').and.not.to.include('<svg')
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
    const journal = await (await fetchAs(`/v1/journal-entries?end_customer_id=${customer}`, 'text/csv')).text()
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

  it('errors are JSON whatever was asked for', async () => {
    const refused = await fetchAs(path('or-balance-sheet', '&granularity=week'), 'text/html')
    expect([refused.status, refused.headers.get('content-type')]).to.deep.equal([
      400,
      'application/json; charset=utf-8',
    ])
    const missing = await fetchAs(`/v1/journal-entries?end_customer_id=${customer}&starting_after=x`, 'text/csv')
    expect(missing.status).to.equal(400)
  })

  it('the journal as CSV: every line of every entry, or a page of them', async () => {
    const base = `/v1/journal-entries?end_customer_id=${customer}` as const
    const [head = [], ...rows] = cellsOf(await (await fetchAs(`${base}&format=csv`, '*/*')).text())
    const { body } = await get(base)
    const column = (name: string) => head.indexOf(name)
    expect(rows.filter((cells) => cells.length > 10)).to.have.length.greaterThan(8)
    const entry = there(body.data[0])
    expect(rows[0]?.[column('entry_hash')]).to.equal(entry.entry_hash)
    expect(rows[0]?.[column('debit')]).to.equal('108.10')
    const page = cellsOf(await (await fetchAs(`${base}&limit=1&starting_after=${entry.id}`, 'text/csv')).text())
    expect(new Set(page.slice(1).map(([number]) => number))).to.deep.equal(new Set(['2']))
    expect((await fetchAs(`${base}&format=xml`, '*/*')).status).to.equal(400)
    expect((await fetchAs(`${base}&from_date=2026-02-01&to_date=2026-01-01`, 'text/csv')).status).to.equal(400)
    const json = await fetchAs(`${base}&format=json`, 'text/csv')
    expect(json.headers.get('content-type')).to.equal('application/json; charset=utf-8')
  })

  it('a long journal comes whole, page by page', async function () {
    this.timeout(60_000)
    const many = await newEndCustomer()
    const count = 1_203
    await Promise.all(Array.from({ length: count - 1 }, () => post(EXPENSES, expense(many))))
    await post(EXPENSES, expense(many), { wait: 20 })
    const text = await (await fetchAs(`/v1/journal-entries?end_customer_id=${many}`, 'text/x-ledger')).text()
    const numbers = [...text.matchAll(/^\d{4}-\d\d-\d\d\S* \((\d+)\)/gm)].map(([, number]) => Number(number))
    expect(numbers).to.deep.equal(Array.from({ length: count }, (_, index) => index + 1))
  })

  it('hledger reads the journal and comes to the same trial balance, to the last Rappen', async function () {
    if (spawnSync('hledger', ['--version']).status !== 0) this.skip()
    await put('/v1/exchange-rates', {
      end_customer_id: customer,
      rates: [{ currency: 'EUR', rate: '0.9531', rate_date: '2025-01-01' }],
    })
    const payload = { currency: 'EUR', gross_amount: { amount_minor: 33_333, currency: 'EUR' } }
    const { body } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    await post(`/v1/source-facts/${body.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    await post(EXPENSES, expense(customer, { payload: { ...payload, document_number: '; | (x)' } }), { wait: 10 })
    const journal = await (await fetchAs(`/v1/journal-entries?end_customer_id=${customer}&format=ledger`, '*/*')).text()
    const { status, stdout, stderr } = spawnSync(
      'hledger',
      ['-f', '-', 'balance', '--flat', '--no-total', '--empty', '--output-format=csv'],
      { input: journal, encoding: 'utf8', env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } },
    )
    expect(status, stderr).to.equal(0)
    const theirs = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.replaceAll('"', '').split(','))
      .map(([account = '', amount = '']) => [account, Math.round(Number(amount.replace(/ ?CHF/, '')) * 100)] as const)
    const trial = (await get(path('trial-balance'))).body
    const earlier = (await get(path('trial-balance', '', 'FY2025'))).body
    const before = new Map(earlier.rows.map((row) => [row.account_code, row.closing_balance.amount_minor]))
    // hledger knows no fiscal years: revenue and expense of both years together.
    const total = trial.rows.flatMap(({ account_code: code, closing_balance: { amount_minor } }) =>
      code ? [[code, amount_minor + (/^[3-8]/.test(code) ? (before.get(code) ?? 0) : 0)]] : [],
    )
    expect(Object.fromEntries(theirs)).to.deep.equal(Object.fromEntries(total))
  })

  it('a page is the same for everybody who asks for the same', async () => {
    const hash = async () =>
      createHash('sha256')
        .update(await (await fetchAs(path('trial-balance'), 'text/html')).text())
        .digest('hex')
    expect(await hash()).to.equal(await hash())
  })
})

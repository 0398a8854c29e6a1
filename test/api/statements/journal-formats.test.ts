import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { quietly } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { credit, debit, EXPENSES, expense, newEndCustomer, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToShow, cellsOf, fetchAs } from './books-to-show.ts'

describe('other representations of the journal', () => {
  const { customer, path } = booksToShow()

  it('the journal as CSV: every line of every entry, or a page of them', async () => {
    const base = `/v1/journal-entries?end_customer_id=${customer()}` as const
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
    this.timeout(180_000)
    const many = await newEndCustomer()
    const count = 1_203
    for (const size of [500, 500, 203]) {
      const items = Array.from({ length: size }, () => expense(many))
      expect((await post('/v1/source-facts/batch', { items })).body.counts.created).to.equal(size)
    }
    await quietly(many)
    const text = await (await fetchAs(`/v1/journal-entries?end_customer_id=${many}`, 'text/x-ledger')).text()
    const numbers = [...text.matchAll(/^\d{4}-\d\d-\d\d\S* \((\d+)\)/gm)].map(([, number]) => Number(number))
    expect(numbers).to.deep.equal(Array.from({ length: count }, (_, index) => index + 1))
  })

  it('hledger reads the journal and comes to the same trial balance, to the last Rappen', async function () {
    if (spawnSync('hledger', ['--version']).status !== 0) this.skip()
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [{ currency: 'EUR', rate: '0.9531', rate_date: '2025-01-01' }],
    })
    const payload = { currency: 'EUR', gross_amount: { amount_minor: 33_333, currency: 'EUR' } }
    const { body } = await post(EXPENSES, expense(customer(), { payload }), { wait: 10 })
    await post(`/v1/source-facts/${body.id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    await post(EXPENSES, expense(customer(), { payload: { ...payload, document_number: '; | (x)' } }), { wait: 10 })
    for (const text of ['Miete date:2019-01-01', '[2019-01-01]', 'date:foo', '[2026-13-45]', 'x:: 1/0']) {
      const lines = [debit('6500', 5, { text }), credit('1020', 5, { text })]
      const booked = await post(VOUCHERS, voucher(customer(), { payload: { text, lines } }), { wait: 10 })
      expect(booked.body.state).to.equal('posted')
    }
    const journal = await (
      await fetchAs(`/v1/journal-entries?end_customer_id=${customer()}&format=ledger`, '*/*')
    ).text()
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
})

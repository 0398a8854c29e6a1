import { expect } from 'chai'
import { get, post, put } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { type PageRow, rowsIn } from '../../statements/rows/rows-in-page.ts'
import { bookQuarter, newFiler, UID } from '../filing/worked-quarter.ts'
import { booked } from '../records.ts'

const ROW = /<tr(?: class="[^"]*")?(?: id="([^"]+)")?>([\s\S]*?)<\/tr>/g
const AMOUNT = /<td class="amount"[^>]*><a href="([^"]+)">(?:<bdi>)?(-?[\d']+\.\d\d)/g

describe('the page of a VAT return', () => {
  it('leads from each line to its records or to the parts below it, and from a total to its lines', async () => {
    const customer = await newKmuCustomer()
    await put(`/v1/end-customers/${customer}`, { name: 'Meier', uid: UID })
    await bookQuarter(customer)
    const { html, url } = await openPage(
      `/v1/vat-returns/2026-Q1?end_customer_id=${customer}`,
      await newPass([customer]),
    )
    const lines = [...html.matchAll(ROW)].flatMap(([, id, row = '']) => {
      const [, figure = ''] = /<td class="first">(?:<[^>]+>)*(\d{3})</.exec(row) ?? []
      return figure === '' ? [] : [{ id, figure, amounts: [...row.matchAll(AMOUNT)] }]
    })
    const wrong: string[] = []
    for (const { figure, amounts } of lines)
      for (const [, href = '', text = ''] of amounts) {
        const minor = Number(text.replaceAll(/['.]/g, ''))
        if (minor === 0) continue
        if (href.startsWith('#')) {
          if (!html.includes(`id="${href.slice(1)}"`)) wrong.push(`${figure} leads to ${href}, which is not there`)
          continue
        }
        const there = new URL(href.replaceAll('&amp;', '&'), url)
        const { body } = await get(`${there.pathname}${there.search}` as '/v1/tax-records')
        const sums = [
          body.data.map(({ base_amount }) => base_amount),
          body.data.map(({ tax_amount }) => tax_amount),
        ].map((its) => Math.abs(its.reduce((sum, { amount_minor }) => sum + amount_minor, 0)))
        if (!sums.includes(Math.abs(minor))) wrong.push(`${figure} ${text}: ${sums} at ${there.search}`)
      }
    expect(wrong).to.deep.equal([])
    const leads = Object.fromEntries(lines.map(({ figure, amounts }) => [figure, amounts.at(-1)?.[1] ?? '']))
    const idOf = (figure: string) => `#${lines.find((line) => line.figure === figure)?.id}`
    expect([leads['299'], leads['500']]).to.deep.equal([idOf('200'), idOf('399')])
    expect(leads['400']).to.include('form_figure=400')
  })

  it('says what each tax code adds to a line of several, and leads to its records', async () => {
    const customer = await newFiler()
    await bookQuarter(customer)
    // 0.0858 of tax each: the records have a Rappen more than the tax of their sum.
    for (const _ of [1, 2, 3])
      await booked(
        INVOICES,
        invoice(customer, { payload: { gross_amount: chf(115), tax_lines: [taxLine('V81', 106, 9)] } }),
      )
    const pass = await newPass([customer])
    const shown = async () => {
      const page = await openPage(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`, pass)
      const rows = rowsIn(page.html)
      return { url: page.url, below: (figure: string) => rowsBelow(rows, figure) }
    }
    const { url, below } = await shown()
    for (const figure of ['200', '303']) {
      const [line, ...parts] = below(figure)
      const turnovers = parts.filter(({ text }) => !text.includes('Rundung'))
      expect(turnovers.length, figure).to.be.greaterThan(1)
      expect(sumOf(turnovers.map(({ amounts }) => there(amounts[0]).minor)), figure).to.equal(
        there(there(line).amounts[0]).minor,
      )
      for (const { minor, href } of turnovers.map(({ amounts }) => there(amounts[0]))) {
        const { pathname, search } = new URL(there(href), url)
        const { body } = await get(`${pathname}${search}` as '/v1/tax-records')
        const bases = body.data.map(({ base_amount }) => base_amount.amount_minor)
        expect(Math.abs(sumOf(bases)), search).to.equal(Math.abs(minor))
      }
    }
    const [line, ...parts] = below('303')
    expect(parts.map(({ amounts }) => amounts.map(({ minor }) => minor))).to.deep.equal([
      [1_000_318, 81_027],
      [-20_000, -1_620],
      [-1],
    ])
    expect(there(there(line).amounts[1]).minor).to.equal(81_027 - 1_620 - 1)
    // As it was filed, whatever is booked later.
    const filed = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer })
    expect(filed.status, filed.text).to.equal(201)
    await booked(INVOICES, invoice(customer, { vat_period: 'correction' }))
    const kept = (await shown()).below('303')
    expect(kept.map(({ amounts }) => amounts.map(({ minor }) => minor))).to.deep.equal(
      [line, ...parts].map((row) => there(row).amounts.map(({ minor }) => minor)),
    )
  })

  it('leads from the balances of its tie to the account ledgers up to their day', async () => {
    const customer = await newFiler()
    await bookQuarter(customer)
    // Behind the period: no balance of the return has it.
    await booked(INVOICES, invoice(customer, { business_date: '2026-04-10' }))
    const page = await openPage(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`, await newPass([customer]))
    const { body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`)
    const accounts = body.tie.accounts.filter(({ closing_balance }) => closing_balance.amount_minor !== 0)
    expect(accounts.length).to.be.greaterThan(1)
    const links = [...page.html.matchAll(/<a href="([^"]+account-ledger[^"]+)">/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), page.url),
    )
    for (const { account_code, closing_balance } of accounts) {
      const link = there(links.find(({ searchParams }) => searchParams.get('account_code') === account_code))
      const ledger = await get(`${link.pathname}${link.search}` as '/v1/statements/account-ledger')
      // What is owed stands in credit.
      expect(ledger.body.closing_balance.amount_minor, link.href).to.equal(-closing_balance.amount_minor)
    }
  })
})

/** The row of a line, and those of its tax codes. */
function rowsBelow(rows: readonly PageRow[], figure: string): readonly PageRow[] {
  const at = rows.findIndex(({ label }) => label === figure)
  const end = rows.findIndex(({ kind }, index) => index > at && !kind.startsWith('of_which'))
  return rows.slice(at, end)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

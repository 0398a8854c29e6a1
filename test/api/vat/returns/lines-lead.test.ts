import { expect } from 'chai'
import { get, put } from '../../../support/client.ts'
import { INVOICES, invoice } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
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

import { expect } from 'chai'
import { get, put } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { bookQuarter, UID } from '../filing/worked-quarter.ts'

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
})

import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { chf, INVOICES, invoice as makeInvoice } from '../../../support/requests/examples.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { fetchAs } from '../books-to-show.ts'

describe('the list of open items of a day', () => {
  const { customer } = booksToSettle()
  const on = async (date: string, side = 'receivables', more = '') =>
    (await get(`/v1/statements/open-items?end_customer_id=${customer()}&side=${side}&date=${date}${more}`)).body
  const invoice = async (amount: number, business_date: string, due_date: string, payload: object) => {
    const dates = { document_date: business_date, due_date }
    const document = { ...dates, gross_amount: chf(amount), tax_lines: [], ...payload }
    const request = makeInvoice(customer(), { business_date, payload: document })
    expect((await post(INVOICES, request, { wait: 10 })).body.state).to.equal('posted')
  }

  it('comes in pages whose totals are those of all, and refuses a cursor of another list', async () => {
    for (const at of [1, 2, 3, 4, 5])
      await invoice(at * 1_000, '2026-02-01', `2026-03-0${6 - at}`, { customer: { name: at % 2 ? 'B' : 'A' } })
    const whole = await on('2026-03-31')
    const ids: string[] = []
    for (let after = '', more = true; more; ) {
      const page = await on('2026-03-31', 'receivables', `&limit=2${after}`)
      expect(page.totals).to.deep.equal(whole.totals)
      ids.push(...page.items.map(({ id }) => id))
      after = `&starting_after=${ids.at(-1)}`
      more = page.has_more
    }
    expect(ids).to.deep.equal(whole.items.map(({ id }) => id))
    expect(whole.items.map(({ open_amount }) => open_amount.amount_minor)).to.deep.equal([
      4_000, 2_000, 5_000, 3_000, 1_000,
    ])
    const path = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables`
    expect((await get(`${path}&date=2026-01-31&starting_after=${ids[0]}`)).status).to.equal(400)
    expect((await get(`${path}&date=2026-03-31&starting_after=fact_1`)).status).to.equal(400)
  })

  it('comes with the partners of the page at least, and with their number', async () => {
    for (const name of ['A', 'B', 'C', 'D'])
      for (const amount of [1_000, 2_000]) await invoice(amount, '2026-02-01', '2026-03-01', { customer: { name } })
    const namesOf = ({ partners }: Awaited<ReturnType<typeof on>>) => partners.map(({ name }) => name)
    const whole = await on('2026-03-31')
    expect([whole.item_count, whole.partner_count, whole.has_more_partners]).to.deep.equal([8, 4, false])
    expect(namesOf(whole)).to.deep.equal(['A', 'B', 'C', 'D'])
    const page = await on('2026-03-31', 'receivables', `&limit=5&partner_limit=1`)
    expect([namesOf(page), page.has_more_partners, page.partner_count]).to.deep.equal([['A', 'B', 'C'], true, 4])
    const next = `&limit=1&partner_limit=2&starting_after=`
    const within = await on('2026-03-31', 'receivables', `${next}${page.items[2]?.id}`)
    expect([namesOf(within), within.has_more_partners]).to.deep.equal([['B', 'C'], true])
    expect(within.partners, 'with all of their items').to.deep.equal(whole.partners.slice(1, 3))
    const last = await on('2026-03-31', 'receivables', `${next}${page.items[4]?.id}`)
    expect([namesOf(last), last.has_more_partners, last.item_count]).to.deep.equal([['C', 'D'], false, 8])
    const after = await on('2026-03-31', 'receivables', `${next}${whole.items.at(-1)?.id}`)
    expect([after.items, after.partners, after.has_more, after.has_more_partners]).to.deep.equal([[], [], false, false])
    expect(after.totals).to.deep.equal(whole.totals)
  })

  it('as CSV is whole and in the order of the pages, and as a page has ages as columns', async () => {
    await invoice(10_000, '2026-02-01', '2026-03-01', { customer: { name: '=1+1 "AG", Bern' } })
    const path = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=2026-03-31&locale=fr`
    const csv = await (await fetchAs(path, 'text/csv')).text()
    const [header, line, ...rest] = csv.split('\r\n')
    expect(header).to.match(/^kind,id,partner_name,/)
    expect(line).to.match(/^receivable,doc_\w+,"'=1\+1 ""AG"", Bern",/)
    expect(line).to.contain(',30,days_1_30,CHF,100.00,100.00,CHF,100.00,100.00,false,')
    expect(rest).to.deep.equal([''])
    const html = await (await fetchAs(path, 'text/html')).text()
    expect(html).to.contain('Postes ouverts débiteurs').and.to.contain('31–60 jours')
    expect(html).to.contain('Les postes donnent le solde de chaque compte')
  })
})

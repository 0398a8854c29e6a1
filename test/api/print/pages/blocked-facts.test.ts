import { expect } from 'chai'
import { wordOfValue } from '../../../../api/print/pages/words/words-of-values.ts'
import { RULES } from '../../../../shared/accounting/facts/blockers.ts'
import { WARNINGS } from '../../../../shared/accounting/facts/warnings.ts'
import { LOCALES } from '../../../../shared/contract/setup/settings.ts'
import { get, post } from '../../../support/client.ts'
import { chf, credit, debit, EXPENSES, expense, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { linksOf, newPass, openPage } from './browser.ts'

describe('the list of blocked facts', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newKmuCustomer()
    pass = await newPass([customer])
    const payload = { supplier: { name: 'Müller & Söhne AG' }, gross_amount: chf(-4_321) }
    await post(EXPENSES, expense(customer, { payload, evidence_links: [] }), { wait: 10 })
    await post(VOUCHERS, voucher(customer, { payload: { lines: [debit('1020', 100), credit('3400', 99)] } }), {
      wait: 10,
    })
  })

  it('says whose document it is and how much it is, as it was sent', async () => {
    const { body } = await get(`/v1/source-facts?end_customer_id=${customer}`)
    const subjects = body.data.map(({ state, partner_name, amount }: Record<string, unknown>) => [
      state,
      partner_name,
      amount,
    ])
    expect(subjects).to.deep.equal([
      ['blocked', null, null],
      ['blocked', 'Müller & Söhne AG', chf(-4_321)],
    ])
    const one = await get(`/v1/source-facts/${there(body.data[1]).id}`)
    expect([one.body.partner_name, one.body.amount]).to.deep.equal(['Müller & Söhne AG', chf(-4_321)])
  })

  it('says in the language of the page what is wrong and what to do', async () => {
    const page = async (language: string) =>
      (await openPage(`/v1/source-facts?end_customer_id=${customer}&state=blocked`, pass, language)).html
    const german = await page('de')
    expect(german).to.include('Müller &amp; Söhne AG').and.to.include('-43.21 CHF')
    expect(german).to.include('Beleg fehlt').and.to.include('Den Beleg noch einmal senden, mit einem Nachweis')
    expect(german).to.include('Soll und Haben sind nicht gleich')
    expect(await page('fr'))
      .to.include('Pièce manquante')
      .and.to.include('Renvoyer la pièce')
    expect(await page('it'))
      .to.include('Giustificativo mancante')
      .and.to.include('Inviare di nuovo')
    expect(await page('en'))
      .to.include('receipt missing')
      .and.to.include('Send the fact again')
  })

  it('says the code and what to do, then the message, in the language of the page', async () => {
    const { body } = await get(`/v1/source-facts?end_customer_id=${customer}&state=blocked`)
    const [unbalanced, one] = [there(body.data[0]), there(body.data[1])]
    for (const path of [`/v1/source-facts/${one.id}`, `/v1/source-facts?end_customer_id=${customer}`] as const) {
      const { html } = await openPage(path, pass, 'fr')
      const message = 'Un justificatif est exigé, aucun n’est joint et aucune exception n’est approuvée.'
      expect(html).to.include(message).and.not.to.include('class="said"')
      expect(html.indexOf('Renvoyer la pièce')).to.be.lessThan(html.indexOf(message))
      expect((await openPage(path, pass, 'en')).html)
        .to.include(there(one.blockers[0]).message)
        .and.not.to.include('class="said"')
    }
    const { html } = await openPage(`/v1/source-facts/${unbalanced.id}`, pass, 'de')
    expect(html).to.include('Das Soll ist CHF 1.00, das Haben CHF 0.99.')
  })

  it('leads from a duplicate to the document that is booked already', async () => {
    const payload = { supplier: { name: 'Zweimal AG' }, gross_amount: chf(5_000), document_number: 'Z-1' }
    const { body: first } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    const { body: second } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    expect([first.state, second.blockers.map(({ code }) => code)]).to.deep.equal(['posted', ['duplicate_document']])
    for (const path of [`/v1/source-facts/${second.id}`, `/v1/source-facts?end_customer_id=${customer}`] as const) {
      const page = await openPage(`${path}${path.includes('?') ? '&' : '?'}locale=it`, pass)
      expect(page.html).to.match(new RegExp(`numero sono quelli di <a href="[^"]+">${first.id}</a>`))
      const link = there(linksOf(page).find((one) => one.includes(`/${first.id}`)))
      expect(new URL(link).search).to.equal('?locale=it')
      expect((await openPage(new URL(link).pathname, pass)).html).to.include('Zweimal AG')
    }
  })

  it('has words for every blocker and every warning, with what to do', () => {
    for (const { code, remedy } of [...RULES, ...WARNINGS])
      for (const locale of LOCALES) {
        expect(wordOfValue('code', code, locale), `${code}: add it to words/blockers.ts`).to.be.a('string').that.is.not
          .empty
        expect(wordOfValue('remedy', remedy, locale), `${code}: add it to words/remedies.ts`).to.be.a('string').that.is
          .not.empty
      }
  })
})

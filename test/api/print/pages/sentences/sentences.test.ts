import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { sentenceIn } from '../../../../../api/print/pages/sentences/sentence-in.ts'
import { SENTENCES } from '../../../../../api/print/pages/sentences/sentences.ts'
import { SENTENCES_OF_ERRORS } from '../../../../../api/print/pages/sentences/sentences-of-errors.ts'
import { LOCALES } from '../../../../../shared/contract/setup/settings.ts'
import { get, post, put } from '../../../../support/client.ts'
import { INVOICES, invoice } from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { there } from '../../../../support/there.ts'
import { newPass, openPage } from '../browser.ts'

const ACCOUNTING = join(import.meta.dirname, '../../../../../shared/accounting')
const lines = SENTENCES.trim()
  .split('\n')
  .map((line) => line.split(' | '))

describe('messages of the interface on pages', () => {
  it('of errors have words for as many values in each language, and each stands there once', () => {
    const of_errors = SENTENCES_OF_ERRORS.trim()
      .split('\n')
      .map((line) => line.split(' | '))
    for (const [english = '', ...others] of of_errors) {
      const counts = [english, ...others].map((text) => text.split('{}').length)
      expect([others.length, new Set(counts).size], english).to.deep.equal([3, 1])
      expect(sentenceIn(english.replaceAll('{}', '7'), 'fr'), english).to.equal(others[1]?.replaceAll('{}', '7'))
    }
    expect(new Set(of_errors.map(([english]) => english)).size).to.equal(of_errors.length)
  })

  it('have words for as many values in each language, and stand so in the code', () => {
    const sources = readdirSync(ACCOUNTING, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ACCOUNTING, name), 'utf8').replaceAll(/\$\{[^}]*\}/g, '{}'))
    // What is beside its value is in a name of its own.
    const names: Readonly<Record<string, string>> = {
      '{} to {}': '{}',
      'of {} with external reference {}': 'of {}',
      'the fact with external reference {}': '{}',
      'line {}': '{}',
    }
    for (const [english = '', ...others] of lines) {
      const counts = [english, ...others].map((text) => text.split('{}').length)
      expect([others.length, new Set(counts).size], english).to.deep.equal([3, 1])
      const written = Object.entries(names).reduce((text, [one, name]) => text.replace(one, name), english)
      expect(
        sources.some((source) => source.includes(written)),
        english,
      ).to.equal(true)
    }
  })

  it('have their values as Swiss readers expect them', () => {
    const message = 'The tax lines sum up to CHF 12727.42, the gross amount is CHF -732.42.'
    expect(LOCALES.map((locale) => sentenceIn(message, locale))).to.deep.equal([
      "Die Steuerzeilen ergeben CHF 12'727.42, der Bruttobetrag ist CHF -732.42.",
      "Les lignes d’impôt donnent CHF 12'727.42, le montant brut est de CHF -732.42.",
      "Le righe d’imposta danno CHF 12'727.42, l’importo lordo è CHF -732.42.",
      null,
    ])
    expect(sentenceIn('Account 1020 is not active on 2026-03-31.', 'de')).to.equal(
      'Das Konto 1020 ist am 31.03.2026 nicht aktiv.',
    )
    expect(sentenceIn('Partner and number look like those of fact_1 with external reference E-1.', 'fr')).to.equal(
      'Partenaire et numéro ressemblent à ceux de fact_1, de référence externe E-1.',
    )
    expect(sentenceIn('The account of the supplier is closed.', 'de')).to.equal(null)
  })

  it('say why a document has no QR-bill, and why a VAT return is not ready', async () => {
    const customer = await newKmuCustomer()
    const pass = await newPass([customer])
    const { body: fact } = await post(INVOICES, invoice(customer), { wait: 10 })
    expect(fact.state).to.equal('posted')
    const { body } = await get(`/v1/documents?end_customer_id=${customer}`)
    const document = await openPage(`/v1/documents/${there(body.data[0]).id}`, pass, 'de')
    expect(document.html)
      .to.include('Der Mandant hat keinen Namen oder keine Adresse.')
      .and.not.to.include('class="said"')
    const registration = { valid_from: '2026-01-01', method: 'effective', consideration: 'agreed' }
    await put('/v1/vat-registrations', { end_customer_id: customer, registrations: [registration] })
    const returned = await openPage(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`, pass, 'fr')
    expect(returned.html).to.include(
      'Le mandant n’a pas d’IDE. Envoyer l’IDE avec PUT /v1/end-customers/{<code>end_customer_id</code>}.',
    )
  })
})

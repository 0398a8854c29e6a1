import { expect } from 'chai'
import { newWorld, type World } from '../../../http/tenant-isolation/world.ts'
import { linksOf, newPass, openPage } from '../browser.ts'

/** What each list begins with, in German. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  documents: ['Status', 'Kunde', 'Betrag', 'Offen'],
  'supplier-payables': ['Status', 'Lieferant', 'Betrag', 'Offen'],
  'camt-053/entries': [
    'Verbuchung',
    'Betrag',
    'Nicht verbuchter Betrag',
    'Buchungsdatum der Bank',
    'Soll oder Haben',
    'Einzelheiten',
  ],
  'journal-entries': ['Nr.', 'Buchungsdatum'],
  'settlement-candidates': ['Status', 'Partner', 'Zahler', 'Vorgeschlagener Betrag', 'Punkte'],
}

describe('the columns of a list', () => {
  let world: World
  let pass: string
  before(async () => {
    world = await newWorld()
    pass = await newPass([world.theirs])
  })

  for (const [list, first] of Object.entries(FIRST))
    it(`of ${list} begin with what people look for; ids and hashes come last`, async () => {
      const { html } = await openPage(`/v1/${list}?end_customer_id=${world.theirs}`, pass)
      const heads = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, text]) => text)
      expect(heads.slice(0, first.length)).to.deep.equal(first)
      expect(heads.indexOf('Nummer')).to.be.greaterThan(first.length)
    })

  it('of tax records, which have no pages of their own, begin with entry, code and amounts', async () => {
    const { html } = await openPage(`/v1/tax-records?end_customer_id=${world.theirs}`, pass)
    const heads = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, text]) => text)
    expect(heads.slice(0, 5)).to.deep.equal(['Nr.', 'Zeile', 'Steuercode', 'Betrag in Buchwährung', 'Steuerbetrag'])
    expect(heads.at(-1)).to.equal('Buchung')
  })

  it('leave to the page of each thing what only its details are', async () => {
    for (const list of Object.keys(FIRST)) {
      const { html } = await openPage(`/v1/${list}?end_customer_id=${world.theirs}`, pass)
      const heads = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, text]) => text)
      expect(
        heads.filter((head) => /Prüfsumme|weitere|Verwendungen/.test(head ?? '')),
        list,
      ).to.deep.equal([])
      // What none of them has says nothing.
      const cells = [...html.matchAll(/<td[^>]*>(nein)<\/td>/g)]
      expect(cells, list).to.deep.equal([])
    }
  })

  it('lead to the page of a row from what names it, and not from its id alone', async () => {
    for (const list of Object.keys(FIRST)) {
      const page = await openPage(`/v1/${list}?end_customer_id=${world.theirs}`, pass)
      const [, row = ''] = /<tbody>(<tr>.*?<\/tr>)/s.exec(page.html) ?? []
      const [, id = ''] = new RegExp(`/${list}/([a-z]+_[0-9a-z]{26})"`).exec(row) ?? []
      expect(id, list).not.to.equal('')
      const texts = [...row.matchAll(new RegExp(`<a (?:class="id" )?href="[^"]*/${id}"[^>]*>(.*?)</a>`, 'g'))].map(
        ([, text]) => text,
      )
      expect(texts.length, list).to.equal(2)
      expect(texts[0], list).not.to.include(id)
      expect((await openPage(`/v1/${list}/${id}`, pass)).status).to.equal(200)
      expect(linksOf(page).filter((link) => link.endsWith(`/${id}`)).length, list).to.be.at.least(2)
    }
  })
})

import { expect } from 'chai'
import { balance, bankEntry, camt053Message } from '../../../../camt053/messages.ts'
import { get, post, upload } from '../../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { there } from '../../../../support/there.ts'
import { newPass, openPage } from '../browser.ts'

type Shown = { readonly label: string; readonly id: string; readonly href: string; readonly amount_minor: number }

describe('the opening difference of a bank reconciliation', () => {
  let customer: string
  let pass: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
    pass = await newPass([customer])
    await book('2025-12-30', 20_539)
  })

  for (const [language, ledger, bank] of [
    ['de', 'Anfangsdifferenz: Saldo der Buchhaltung', 'Anfangsdifferenz: Saldo der Bank'],
    ['fr', "Différence d'ouverture: Solde comptable", "Différence d'ouverture: Solde de la banque"],
    ['it', 'Differenza iniziale: Saldo contabile', 'Differenza iniziale: Saldo della banca'],
    ['en', 'Opening difference: Balance of the ledger', 'Opening difference: Balance of the bank'],
  ] as const)
    it(`leads to the two balances that it lies between: ${language}`, async () => {
      await statement('200.00')
      const { rows, url } = await opened(`&locale=${language}`)
      const [difference, ofLedger, ofBank] = [null, ledger, bank].map((label) =>
        there(rows.find((row) => (label === null ? row.amount_minor === -539 : row.label === label))),
      ) as [Shown, Shown, Shown]
      expect([difference.href, ofLedger.id]).to.deep.equal(['#opening-CHF', 'opening-CHF'])
      expect([ofLedger.amount_minor, ofBank.amount_minor]).to.deep.equal([20_539, 20_000])
      expect(new URL(ofLedger.href, url).searchParams.get('to_date')).to.equal('2026-02-28')
      expect(await shownAt(ofLedger, url)).to.include('205.39')
      expect(await shownAt(ofBank, url)).to.include('200.00 CHF')
    })

  it('leads to the opening entries of the first day, which the balance before it has not', async () => {
    await book('2026-03-01', 1_000, 'opening')
    await statement('200.00')
    const { rows, url } = await opened()
    const opening = rows.slice(rows.findIndex(({ id }) => id === 'opening-CHF'))
    expect(opening.map(({ label, amount_minor }) => [label, amount_minor])).to.deep.equal([
      ['Anfangsdifferenz: Saldo der Buchhaltung', 20_539],
      ['Anfangsdifferenz: Eröffnungsbuchungen', 1_000],
      ['Anfangsdifferenz: Saldo der Bank', 20_000],
    ])
    expect(rows.find(({ href }) => href === '#opening-CHF')?.amount_minor).to.equal(-1_539)
    expect(await shownAt(there(opening[1]), url)).to.include('>10.00<')
  })

  it('stands only where there is one, and on no paper for machines', async () => {
    await statement('205.39')
    const { rows, path } = await opened()
    expect(rows.filter(({ id }) => id.startsWith('opening-'))).to.deep.equal([])
    const { body } = await get(path as '/v1/statements/bank-reconciliation')
    expect(
      body.opening_parts.map(({ kind, date, amount, fiscal_year_id }) => [
        kind,
        date,
        amount.amount_minor,
        fiscal_year_id,
      ]),
    ).to.deep.equal([
      ['ledger_balance', '2026-02-28', 20_539, 'FY2026'],
      ['opening_balance', '2026-03-01', 20_539, null],
    ])
  })

  const book = async (business_date: string, amount_minor: number, entry_type = 'standard') => {
    const other = entry_type === 'opening' ? '9100' : '3400'
    const payload = { entry_type, lines: [debit('1020', amount_minor), credit(other, amount_minor)] }
    const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }

  const statement = async (opening: string) => {
    const dated = (type: string, amount: string, day: string) => balance(type, amount).replace('2026-03-31', day)
    const closing = (Number(opening.replace('.', '')) + 100).toString().replace(/(..)$/, '.$1')
    const message = camt053Message({
      header: `<Id>S-1</Id><ElctrncSeqNb>1</ElctrncSeqNb>
        <FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>`,
      balances: dated('OPBD', opening, '2026-03-01') + dated('CLBD', closing, '2026-03-31'),
      bankEntries: bankEntry({ amount: '1.00', date: '2026-03-10', text: 'Zins' }),
    })
    const { body } = await upload(customer, message, { wait: 20 })
    expect(body.state, JSON.stringify(body)).to.equal('imported')
  }

  const opened = async (more = '') => {
    const asked = `end_customer_id=${customer}&bank_account=1020&date=2026-03-31${more}`
    const path = `/v1/statements/bank-reconciliation?${asked}`
    const { html, url, status } = await openPage(path, pass)
    expect(status).to.equal(200)
    return { rows: rowsOf(html), url, path }
  }

  const shownAt = async ({ href }: Shown, url: string | URL) => {
    const { status, html } = await openPage(new URL(href, url).href, pass)
    expect(status).to.equal(200)
    return html
  }
})

function rowsOf(html: string): Shown[] {
  return [...html.matchAll(/<tr class="\w+ level\d"([^>]*)>(.*?)<\/tr>/g)].map(([, attributes = '', cells = '']) => {
    const [, id = ''] = /id="([^"]+)"/.exec(attributes) ?? []
    const [, label = ''] = /<td class="first">(?:<a [^>]*>)?([^<]*)/.exec(cells) ?? []
    const [, href = '', amount = ''] = /<td class="amount">(?:<a href="([^"]+)">)?(-?[\d'.]+)/.exec(cells) ?? []
    const amount_minor = Number(amount.replaceAll(/['.]/g, ''))
    return { label: label.replaceAll('&#39;', "'"), id, href: href.replaceAll('&amp;', '&'), amount_minor }
  })
}

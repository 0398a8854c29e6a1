import { expect } from 'chai'
import { schemaErrors } from '../../accounting/vat/ech-0217/validate.ts'
import { get, put } from '../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { cellsOf, fetchAs } from '../statements/books-to-show.ts'
import { bookQuarter, UID } from './filing/worked-quarter.ts'
import { booked } from './records.ts'

type Amount = { readonly amount_minor: number }
type SummedTax = { readonly tax_code: string; readonly base_amount: Amount; readonly tax_amount: Amount }

describe('VAT returns', () => {
  let customer: string
  const path = (period: string, more = '') => `/v1/vat-returns/${period}?end_customer_id=${customer}${more}` as const
  before(async () => {
    customer = await newKmuCustomer()
    await put(`/v1/end-customers/${customer}`, { name: 'Meier & <Co>', uid: UID })
    await bookQuarter(customer)
  })

  it('have the figures of the worked example, each with its records', async () => {
    const { status, body } = await get(path('2026-Q1'))
    expect(status, JSON.stringify(body)).to.equal(200)
    const minor = (money: { amount_minor: number } | null | undefined) => money?.amount_minor ?? null
    const figures = body.lines.flatMap(({ figure, base_amount, tax_amount }) =>
      minor(base_amount) || minor(tax_amount) ? [[figure, minor(base_amount), minor(tax_amount)]] : [],
    )
    expect(figures).to.deep.equal([
      ['200', 1_500_000, null],
      ['220', 300_000, null],
      ['235', 20_000, null],
      ['289', 320_000, null],
      ['299', 1_180_000, null],
      ['303', 980_000, 79_380],
      ['313', 200_000, 5_200],
      ['383', 100_000, 8_100],
      ['399', null, 92_680],
      ['400', null, 16_200],
      ['405', null, 16_200],
      ['410', null, 500],
      ['415', null, 324],
      ['479', null, 32_576],
      ['500', null, 60_104],
    ])
    expect(body.payable_tax).to.deep.equal(chf(60_104))
    expect(body.can_be_filed, JSON.stringify(body.checks)).to.equal(true)
    expect([body.period_start, body.period_end, body.method, body.consideration]).to.deep.equal([
      '2026-01-01',
      '2026-03-31',
      'effective',
      'agreed',
    ])
    const line = body.lines.find(({ figure }) => figure === '303')
    const found = await Promise.all((line?.records ?? []).map((url) => get(url as '/v1/tax-records')))
    expect(
      found.flatMap(({ body }) => body.data.map(({ tax_code, tax_amount }) => [tax_code, tax_amount])),
    ).to.deep.equal([
      ['V81', chf(81_000)],
      ['VS81', chf(1_620)],
    ])
  })

  it('have the tax that each entry sums up: records, entries and figures are one', async () => {
    const { data: entries } = (await get(`/v1/journal-entries?end_customer_id=${customer}`)).body
    const { data: records } = (await get(`/v1/tax-records?end_customer_id=${customer}&limit=100`)).body
    const summed = (some: readonly SummedTax[]) => {
      const sums = new Map<string, [number, number]>()
      for (const { tax_code, base_amount, tax_amount } of some) {
        const [base, tax] = sums.get(tax_code) ?? [0, 0]
        sums.set(tax_code, [base + base_amount.amount_minor, tax + tax_amount.amount_minor])
      }
      return [...sums].sort()
    }
    const expected = [
      // K410 and K415 have no base; acquisition tax is owed and deducted.
      ['B81', [100_000, 8_100]],
      ['I81', [200_000, 16_200]],
      ['K410', [0, 500]],
      ['K415', [0, 324]],
      ['M81', [200_000, 16_200]],
      ['V0X', [300_000, 0]],
      ['V26', [200_000, 5_200]],
      ['V81', [1_000_000, 81_000]],
      ['VS81', [20_000, 1_620]],
    ]
    expect(summed(entries.flatMap(({ tax_summary }) => tax_summary ?? []))).to.deep.equal(expected)
    expect(summed(records)).to.deep.equal(expected)
  })

  it('are tied to the tax accounts, with transfers and Rappen as steps of their own', async () => {
    const { tie } = (await get(path('2026-Q1'))).body
    expect(tie.steps.map(({ kind, amount }) => [kind, amount.amount_minor])).to.deep.equal([['payable_tax', 60_104]])
    const other = await newKmuCustomer()
    for (let time = 0; time < 3; time++)
      await booked(INVOICES, invoice(other, { payload: { gross_amount: chf(8), tax_lines: [taxLine('V81', 7, 1)] } }))
    const lines = [debit('2200', 2), credit('2201', 2)]
    await booked(VOUCHERS, voucher(other, { payload: { lines } }))
    const manual = [
      debit('1020', 1_081),
      credit('3200', 1_000),
      credit('2206', 81, { tax_code: 'V81', tax_base: chf(1_000) }),
    ]
    await booked(VOUCHERS, voucher(other, { payload: { lines: manual } }))
    const { body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${other}`)
    expect(
      body.tie.steps.map(({ kind, figure, account_code, amount }) => [
        kind,
        figure ?? account_code,
        amount.amount_minor,
      ]),
    ).to.deep.equal([
      ['payable_tax', null, 83],
      ['rounding', '303', 1],
      ['other', '2200', -2],
    ])
    expect(
      body.tie.accounts.map(({ account_code, closing_balance }) => [account_code, closing_balance.amount_minor]),
    ).to.deep.include.members([
      ['2200', 1],
      ['2206', 81],
    ])
    expect([body.tie.is_explained, body.can_be_filed]).to.deep.equal([true, false])
    const later = await get(`/v1/vat-returns/2026-Q2?end_customer_id=${other}`)
    // 0.01 on 2200, and 0.81 on 2206, which plays no role and has no usual number.
    expect(later.body.tie.opening_balance).to.deep.equal(chf(82))
    expect(later.body.payable_tax).to.deep.equal(chf(0))
  })

  it('come as a file that the schema takes, always with the same bytes', async () => {
    const answer = await fetchAs(path('2026-Q1'), 'application/xml')
    const xml = await answer.text()
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="vat-return-2026-Q1-preview.xml"')
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('<eCH-0217:payableTax>601.04</').and.to.include('Meier &amp; &lt;Co&gt;')
    expect(await (await fetchAs(path('2026-Q1'), 'application/xml')).text()).to.equal(xml)
  })

  it('have no file while a check fails, and say what to do', async () => {
    const answer = await fetchAs(path('2026-H1'), 'application/xml')
    expect(answer.status).to.equal(409)
    const { error } = (await answer.json()) as { error: { details: { code: string; message: string }[] } }
    expect(error.details.map(({ code, message }) => [code, message.slice(0, 9)])).to.deep.equal([
      ['return_not_in_order', 'MWST-0003'],
      ['return_not_in_order', 'MWST-0003'],
    ])
    expect((await get(path('2026-H1'))).body.payable_tax).to.deep.equal(chf(60_104))
  })

  it('say on the page in words what fails, without the code of the check', async () => {
    for (const [locale, said] of [
      ['de', 'Nicht bereit zur Einreichung – Periode: '],
      ['fr', 'Pas prêt à l&#39;envoi – Période: '],
      ['it', 'Non pronto per l&#39;invio – Periodo: '],
      ['en', 'Not ready to be filed – Period: '],
    ]) {
      const page = await (await fetchAs(path('2026-H1', `&locale=${locale}`), 'text/html')).text()
      expect(page.replaceAll('&apos;', '&#39;').replaceAll("'", '&#39;'), locale).to.include(said)
      expect(page, locale).not.to.include('MWST-0003')
    }
  })

  it('come as CSV, and as a page like the form in four languages', async () => {
    const csv = cellsOf(await (await fetchAs(path('2026-Q1'), 'text/csv')).text())
    expect(csv[0]).to.deep.equal([
      'figure',
      'label',
      'turnover',
      'rate',
      'tax',
      'activity_id',
      'booked_tax',
      'submission',
    ])
    expect(csv.find(([figure]) => figure === '303')).to.deep.equal([
      '303',
      'Leistungen zum Normalsatz',
      '9800.00',
      '8.10 %',
      '793.80',
      '',
      '793.80',
      'first',
    ])
    const previews: Readonly<Record<string, string>> = {
      de: 'Vorschau, nicht eingereicht',
      fr: 'Aperçu, pas encore déposé',
      it: 'Anteprima, non ancora presentato',
      en: 'Preview, not filed',
    }
    const titles = { de: 'MWST-Abrechnung', fr: 'Décompte TVA', it: 'Rendiconto IVA', en: 'VAT return' }
    for (const [locale, title] of Object.entries(titles)) {
      const page = await (await fetchAs(path('2026-Q1', `&locale=${locale}`), 'text/html')).text()
      expect(page).to.include(`<h1>${title} 2026-Q1</h1>`).and.to.include('Meier &amp; &lt;Co&gt;')
      expect(page).to.include("9'800.00").and.to.include('size: A4').and.to.include(` · ${previews[locale]}`)
    }
  })
})

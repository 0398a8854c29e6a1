import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { codesOf, findings, linesOf } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { filer, NET } from '../changed-method/filer.ts'
import { reconciled } from '../reconciliation/reconciled.ts'
import { booked } from '../records.ts'
import { newFiler } from './worked-quarter.ts'

const ACCEPTED = { tax_amount_accepted: { approved_by: 'Meier', reason: 'So steht es auf der Rechnung' } }

describe('tax that an invoice shows too high', () => {
  let customer: string
  const path = () => `/v1/vat-returns/2026-Q1?end_customer_id=${customer}` as const
  const lineOf = async (wanted: string) => {
    const line = there((await get(path())).body.lines.find(({ figure }) => figure === wanted))
    return [line.base_amount?.amount_minor, line.tax_amount?.amount_minor]
  }
  const sale = (net: number, tax: number, more: object) =>
    booked(
      INVOICES,
      invoice(customer, { payload: { gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax, more)] } }),
    )
  before(async () => {
    customer = await newFiler()
  })

  it('is owed: the return has the turnover that it belongs to', async () => {
    // 9.00 is 8.1 % of 111.11.
    await sale(10_000, 900, ACCEPTED)
    expect([await lineOf('200'), await lineOf('303')]).to.deep.equal([
      [11_111, undefined],
      [11_111, 900],
    ])
    // A voucher, too: 162.00 is 8.1 % of 2000.00, and its base 1000.00.
    const tax = { tax_code: 'V81', tax_base: chf(100_000), ...ACCEPTED }
    const lines = [debit('1020', 116_200), credit('3400', 100_000), credit('2200', 16_200, tax)]
    await booked(VOUCHERS, voucher(customer, { payload: { lines } }))
    expect(await lineOf('303')).to.deep.equal([211_111, 17_100])
  })

  it('is taken back by a credit note that shows the same', async () => {
    await sale(-10_000, -900, ACCEPTED)
    expect(await lineOf('303')).to.deep.equal([200_000, 16_200])
    await sale(10_000, 900, ACCEPTED)
  })

  it('is taken back in full by a reduction that shows the same', async () => {
    const other = await newFiler()
    const line = (code: string, net: number, tax: number) =>
      invoice(other, { payload: { gross_amount: chf(net + tax), tax_lines: [taxLine(code, net, tax, ACCEPTED)] } })
    await booked(INVOICES, line('V81', 200_000, 20_000))
    await booked(INVOICES, line('VS81', -200_000, -20_000))
    const { body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${other}`)
    const amounts = (wanted: string) => {
      const found = body.lines.find(({ figure }) => figure === wanted)
      return [found?.base_amount?.amount_minor, found?.tax_amount?.amount_minor]
    }
    // 200.00 is 8.1 % of 2469.14, in turnover and in what reduces it.
    expect([amounts('200')[0], amounts('235')[0]]).to.deep.equal([246_914, 246_914])
    expect(amounts('500')[1] ?? 0).to.equal(0)
  })

  it('stays as it is where it is rounded', async () => {
    await sale(10_000, 815, {})
    // 2211.11 at 8.1 %, where the records have 179.15.
    expect(await lineOf('303')).to.deep.equal([221_111, 17_910])
  })

  it('leaves nothing for the rounding when it is filed, and a difference in the reconciliation of the year', async () => {
    customer = await newFiler()
    await sale(10_000, 900, ACCEPTED)
    const { status, body } = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer })
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2200', 900, 0],
      ['2201', 0, 900],
    ])
    const xml = await (await fetchAs(path(), 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('totalConsideration>111.11<').and.to.include('payableTax>9.00<')
    const { turnover, is_explained } = await reconciled(customer)
    const steps = turnover.steps.map(({ kind, category, amount }) => [kind, category, amount.amount_minor])
    expect(steps).to.deep.equal([
      ['revenue', null, 10_000],
      ['other_account', 'not_booked', 1_111],
    ])
    expect(is_explained).to.equal(true)
    expect(await findings(customer)).to.deep.equal([])
  })
})

describe('tax that an invoice shows too high at a net tax rate', () => {
  it('is owed in full, beside the tax of the net rate: 67.02 and 9.00', async () => {
    const { customer, invoiced, figures, file } = await filer([['2025-01-01', NET]])
    const lines = [taxLine('V81', 100_000, 9_000, ACCEPTED)]
    // 1'081.00 at 6.2 % is 67.02, and 9.00 is 6.2 % of 145.16.
    expect(codesOf(await invoiced('2026-02-10', 109_000, lines))).to.deep.equal([])
    expect(await figures('2026-H1')).to.deep.equal([
      ['200', 122_616, null],
      ['299', 122_616, null],
      ['85591 620', 122_616, 7_602],
      ['399', null, 7_602],
      ['500', null, 7_602],
    ])
    // The credit note takes back the same, and then 9.00 on 100.00: 6.70 and 0.90.
    const negative = [taxLine('V81', -100_000, -9_000, ACCEPTED)]
    expect(codesOf(await invoiced('2026-02-11', -109_000, negative))).to.deep.equal([])
    expect(codesOf(await invoiced('2026-02-12', 10_900, [taxLine('V81', 10_000, 900, ACCEPTED)]))).to.deep.equal([])
    expect((await figures('2026-H1')).at(-1)).to.deep.equal(['500', null, 760])
    expect(await file('2026-H1')).to.deep.include({ status: 201, payable: 760 })
    expect(await findings(customer)).to.deep.equal([])
  })
})

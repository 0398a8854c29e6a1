import { expect } from 'chai'
import { codesOf, factOf, findings } from '../../../support/books.ts'
import { get, itemsOf, post } from '../../../support/client.ts'
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
import { booked } from '../records.ts'
import { NET_RATE, register } from '../register.ts'
import { newFiler } from './worked-quarter.ts'

/** Turnover has an activity and no figure, and is in the return all the same. */
describe('turnover of filed periods under the net tax rate method', () => {
  let customer: string
  let first: string
  const sale = (business_date: string, fields: object = {}, net = 100_000) => {
    const tax = (net * 81) / 1_000
    const payload = {
      gross_amount: chf(net + tax),
      tax_lines: [taxLine('V81', net, tax)],
      document_date: business_date,
    }
    return invoice(customer, { business_date, ...fields, payload })
  }
  const payable = async (period: string) =>
    (await get(`/v1/vat-returns/${period}?end_customer_id=${customer}`)).body.payable_tax.amount_minor
  before(async () => {
    customer = await newFiler()
    expect((await register(customer, '2026-01-01', NET_RATE)).status).to.equal(202)
    first = (await booked(INVOICES, sale('2026-01-10'))).id
    const { status, body } = await post('/v1/vat-returns/2026-H1/file', { end_customer_id: customer })
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(await payable('2026-H1')).to.equal(6_702)
  })

  it('waits until its sender says where it counts', async () => {
    expect(codesOf((await post(INVOICES, sale('2026-06-20'), { wait: 10 })).body)).to.deep.equal(['vat_period_missing'])
    const lines = [debit('1020', 54_050), credit('1510', 54_050, { tax_code: 'V81', activity_id: '12345' })]
    const sold = voucher(customer, { business_date: '2026-06-21', payload: { lines } })
    expect(codesOf((await post(VOUCHERS, sold, { wait: 10 })).body)).to.deep.equal(['vat_period_missing'])
  })

  it('counts in the next return, and its tie is explained', async () => {
    await booked(INVOICES, sale('2026-06-20', { vat_period: 'current' }, 50_000))
    await booked(INVOICES, sale('2026-06-22', { cause: 'consideration_changed' }, -10_000))
    // 540.50 - 108.10 = 432.40 at 6.2 %
    expect([await payable('2026-H1'), await payable('2026-H2')]).to.deep.equal([6_702, 2_681])
    expect((await get(`/v1/vat-returns/2026-H2?end_customer_id=${customer}`)).body.tie.is_explained).to.equal(true)
  })

  it('is reversed on the first day that is open for it', async () => {
    const request = { end_customer_id: customer, reason: 'x', cause: 'consideration_changed' } as const
    await post(`/v1/source-facts/${first}/reverse`, request, { wait: 10 })
    const { journal_entry_id } = await factOf(first)
    const reversal = (await itemsOf('journal-entries', customer)).find(
      ({ reversal_of }) => reversal_of === there(journal_entry_id).id,
    )
    expect(reversal?.posting_date).to.equal('2026-07-01')
    expect(await payable('2026-H2')).to.equal(2_681 - 6_702)
    expect(await findings(customer)).to.deep.equal([])
  })
})

describe('the first return that is filed at a net tax rate', () => {
  it('is that of the first period with turnover, which has no figure of the form', async () => {
    const { customer, invoiced, file } = await filer([['2025-01-01', NET]])
    expect(codesOf(await invoiced('2025-03-10', 108_100, [taxLine('V81', 100_000, 8_100)]))).to.deep.equal([])
    expect(await file('2025-H2')).to.deep.include({ status: 409, codes: ['earlier_vat_period_open'] })
    expect(await file('2025-H1')).to.deep.include({ status: 201, payable: 6_702 })
    expect((await file('2025-H2')).status).to.equal(201)
    const path = `/v1/vat-returns/2025-H1?end_customer_id=${customer}` as const
    expect(await (await fetchAs(path, 'text/html')).text()).to.include('85591 Beratung')
    expect(await (await fetchAs(path, 'text/csv')).text()).not.to.include('85591 Beratung')
  })
})

import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { filer } from '../changed-method/filer.ts'
import { booked } from '../records.ts'
import { EFFECTIVE } from '../register.ts'

/** The ways of docs/api/vat.md: a service from abroad of 1'000.00, with 81.00 of acquisition tax. */
describe('acquisition tax that may not be deducted', () => {
  it('is owed alone by a voucher, and given back in part with K415', async () => {
    const { customer, billed, figures, returnOf } = await filer([['2025-01-01', EFFECTIVE]])
    const owed = { tax_code: 'B81', tax_base: chf(100_000) }
    const lines = [
      debit('6500', 108_100),
      credit('2000', 100_000, { open_item: { new: { partner: { name: 'Cloud Inc' } } } }),
      credit('2203', 8_100, owed),
    ]
    const { body } = await post(VOUCHERS, voucher(customer, { business_date: '2025-02-10', payload: { lines } }), {
      wait: 10,
    })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    expect(await figures('2025-Q1')).to.deep.include(['383', 100_000, 8_100])
    expect((await returnOf('2025-Q1')).payable_tax.amount_minor).to.equal(8_100)

    await billed('2025-05-10', 100_000, [taxLine('B81', 100_000, 8_100)])
    const part = [debit('6500', 4_050), credit('1171', 4_050, { tax_code: 'K415' })]
    await booked(VOUCHERS, voucher(customer, { business_date: '2025-05-10', payload: { lines: part } }))
    const found = await figures('2025-Q2')
    expect(found).to.deep.include(['383', 100_000, 8_100])
    expect(found.filter(([figure]) => /^4[01]5$/.test(String(figure)))).to.deep.equal([
      ['405', null, 8_100],
      ['415', null, 4_050],
    ])
    expect((await returnOf('2025-Q2')).payable_tax.amount_minor).to.equal(4_050)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is owed on the day of the payment under received consideration, by a voucher beside the document', async () => {
    const { customer, billed, figures, returnOf } = await filer([
      ['2025-01-01', { ...EFFECTIVE, consideration: 'received' }],
    ])
    const { state } = await billed('2025-02-10', 100_000, [taxLine('NONE', 100_000, 0)])
    expect(state).to.equal('posted')
    const lines = [debit('6500', 8_100), credit('2203', 8_100, { tax_code: 'B81', tax_base: chf(100_000) })]
    await booked(VOUCHERS, voucher(customer, { business_date: '2025-04-10', payload: { lines } }))
    expect(await figures('2025-Q2')).to.deep.equal([
      ['383', 100_000, 8_100],
      ['399', null, 8_100],
      ['500', null, 8_100],
    ])
    expect((await returnOf('2025-Q1')).payable_tax.amount_minor).to.equal(0)
    expect(await findings(customer)).to.deep.equal([])
  })
})

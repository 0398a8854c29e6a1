import { expect } from 'chai'
import { get, post, put } from '../../../support/client.ts'
import { UID } from '../filing/worked-quarter.ts'
import { records } from '../records.ts'
import { EFFECTIVE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'

const IN_DECEMBER = { posting_date: '2025-12-20' }

/** A sale of December, whose tax is taken back with 1 January 2026. What a reversal leaves of that is in a return, too. */
describe('a reversal of what was transferred, after the returns are filed', () => {
  const { customer, sold, change, pay, undo } = booksOfChange(EFFECTIVE, { ...EFFECTIVE, consideration: 'received' })
  beforeEach(() => put(`/v1/end-customers/${customer()}`, { name: 'Meier & Co', uid: UID }))
  const file = async (period: string, submission?: string) => {
    const request = { end_customer_id: customer(), submission }
    const { status, body, text } = await post(`/v1/vat-returns/${period}/file`, request as never)
    expect(status, text).to.equal(201)
    return submission === undefined ? body.payable_tax.amount_minor : body.added_tax.amount_minor
  }
  const recordsOf = async () =>
    (await records(customer())).data.map(({ posting_date, kind, vat_period, tax_amount }) =>
      [posting_date, kind, vat_period ?? '-', tax_amount.amount_minor].join(' '),
    )

  it('is in the reconciliations of both years, and in no return of a period', async () => {
    const { fact_id } = await sold()
    await change()
    expect([await file('2025-Q4'), await file('2026-Q1'), await file('2026-Q2')]).to.deep.equal([8_100, -8_100, 0])
    await undo(`/v1/source-facts/${fact_id}`, { vat_period: 'annual_reconciliation' })
    expect(await recordsOf()).to.deep.equal([
      '2025-12-10 due - 8100',
      '2025-12-10 due_annually annual_reconciliation -8100',
      '2026-01-01 declared - -8100',
      '2026-01-01 declared_annually annual_reconciliation 8100',
    ])
    expect(await file('2025', 'annual_reconciliation')).to.equal(-8_100)
    expect(await file('2026-Q3')).to.equal(0)
    const year = `/v1/vat-returns/2026?end_customer_id=${customer()}&submission=annual_reconciliation` as const
    const { body } = await get(year)
    expect(body.payable_tax.amount_minor).to.equal(8_100)
  })

  it('corrects the return of the sale and that of its transfer, whatever day the reversal has', async () => {
    const [sale, other] = [await sold(), await sold('2025-12-11')]
    await change()
    expect([await file('2025-Q4'), await file('2026-Q1')]).to.deep.equal([16_200, -16_200])
    await undo(`/v1/source-facts/${sale.fact_id}`, { cause: 'error', posting_date: '2026-02-10' })
    await undo(`/v1/source-facts/${other.fact_id}`, { cause: 'error', posting_date: '2026-04-10' })
    expect(await recordsOf()).to.deep.equal([
      '2025-12-10 due - 8100',
      '2025-12-10 due correction -8100',
      '2025-12-11 due - 8100',
      '2025-12-11 due correction -8100',
      '2026-01-01 declared - -8100',
      '2026-01-01 declared - -8100',
      '2026-01-01 declared correction 8100',
      '2026-01-01 declared correction 8100',
    ])
    expect([await file('2025-Q4', 'correction'), await file('2026-Q1', 'correction')]).to.deep.equal([-16_200, 16_200])
    expect(await file('2026-Q2')).to.equal(0)
  })

  it('counts in the current period where it is a payment of before, which has no tax that could say it', async () => {
    const sale = await sold()
    const paid = await pay(sale.id, 54_050, IN_DECEMBER)
    await change()
    expect([await file('2025-Q4'), await file('2026-Q1')]).to.deep.equal([8_100, -4_050])
    await undo(`/v1/allocations/${paid.id}`, IN_DECEMBER)
    expect((await recordsOf()).at(-1)).to.equal('2026-04-01 declared current -4050')
    expect(await file('2026-Q2')).to.equal(-4_050)
  })
})

import { expect } from 'chai'
import { firstOf, itemsOf, post, put } from '../../../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice, taxLine } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { booksOfReceived } from '../books-of-received.ts'

const ADVANCE = { revenue_category: 'advance' }
const MAPPING = { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' }
const PARTNER = { partner: { name: 'Kundin GmbH' } }

/** What an advance has paid is a part of what is supplied. The next advance was not paid by it, and waits for its own money. */
describe('a final invoice that also asks for the next advance, under received consideration', () => {
  const { customer, booked, figures } = booksOfReceived()
  const turnover = async (period: string) =>
    (await figures(period)).lines.filter(([figure]) => /^3[01]/.test(String(figure)))
  const paid = async (posting_date: string, document_id: string, amount: number) => {
    const lines = [{ document_id, amount: chf(amount) }]
    const request = { end_customer_id: customer(), posting_date, account_code: '1000', lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
  }
  const receivableOf = async (fact_id: string) =>
    there(
      (await itemsOf('documents', customer(), `&source_fact_id=${fact_id}`)).find(({ kind }) => kind === 'receivable'),
    )

  it('declares what the advance has paid of the supply, 5’385.00 of 10’810.00', async () => {
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [MAPPING] }, { wait: 10 })
    const tax_lines = [
      taxLine('V81', 1_000_000, 81_000),
      taxLine('V77', -500_000, -38_500, { ...ADVANCE, supply_date: '2023-12-31' }),
      taxLine('V26', 200_000, 5_200, ADVANCE),
    ]
    const payload = { document_date: '2024-05-10', gross_amount: chf(747_700), tax_lines }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: '2024-05-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    expect(await turnover('2024-Q2')).to.deep.equal([
      ['302', -500_000, -38_500],
      ['303', 498_150, 40_350],
    ])
    expect((await figures('2024-Q2')).not_due).to.deep.equal([
      ['V26', 200_000, 5_200],
      ['V81', 501_850, 40_650],
    ])
    const half = [
      ['303', 250_925, 20_325],
      ['313', 100_000, 2_600],
    ]
    const { id } = await receivableOf(body.id)
    await paid('2024-07-10', id, 373_850)
    expect(await turnover('2024-Q3')).to.deep.equal(half)
    await paid('2024-10-10', id, 373_850)
    expect(await turnover('2024-Q4')).to.deep.equal(half)
  })

  it('does the same as a voucher that opens the credit of the next advance', async () => {
    const opened = await booked(
      [
        debit('1000', 53_850),
        credit('2030', 50_000, { open_item: { new: PARTNER } }),
        credit('2200', 3_850, { tax_code: 'V77', tax_base: chf(50_000) }),
      ],
      { business_date: '2023-12-15' },
      { document_date: '2023-12-15' },
    )
    const advance = await firstOf('documents', customer(), `&source_fact_id=${opened.id}`)
    const fact = await booked(
      [
        debit('1100', 74_770, { open_item: { new: PARTNER } }),
        debit('2030', 50_000, { open_item: { document_id: advance.id, purpose: 'set_off' } }),
        debit('2200', 3_850, { tax_code: 'VS77', tax_base: chf(50_000), supply_date: '2023-12-31' }),
        credit('3400', 100_000),
        credit('2200', 8_100, { tax_code: 'V81', tax_base: chf(100_000) }),
        credit('2030', 20_000, { open_item: { new: PARTNER } }),
        credit('2200', 520, { tax_code: 'V26', tax_base: chf(20_000) }),
      ],
      { business_date: '2024-02-15' },
      { document_date: '2024-02-15' },
    )
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { lines, not_due } = await figures('2024-Q1')
    expect([lines.filter(([figure]) => figure === '303'), not_due]).to.deep.equal([
      [['303', 49_815, 4_035]],
      [
        ['V26', 20_000, 520],
        ['V81', 50_185, 4_065],
      ],
    ])
    await paid('2024-04-10', (await receivableOf(fact.id)).id, 74_770)
    expect(await turnover('2024-Q2')).to.deep.equal([
      ['303', 50_185, 4_065],
      ['313', 20_000, 520],
    ])
  })
})

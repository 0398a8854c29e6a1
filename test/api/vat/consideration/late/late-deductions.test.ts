import { expect } from 'chai'
import { firstOf, post, put } from '../../../../support/client.ts'
import { chf, credit, debit, EXPENSES, expense, taxLine } from '../../../../support/requests/examples.ts'
import { UID } from '../../filing/worked-quarter.ts'
import { records } from '../../records.ts'
import { EFFECTIVE, NET_RATE } from '../../register.ts'
import { booksOfChange } from '../books-of-change.ts'
import { on, opens } from '../sold-by-voucher.ts'
import { entryLines, loseLater, signedTaxes } from './lost-later.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const NET_RECEIVED = { ...NET_RATE, consideration: 'received' } as const
const IN_DECEMBER = { posting_date: '2025-12-20' }
const IN_APRIL = { posting_date: '2026-04-20' }

/** Year-end entries are dated 31 December and booked in January, when the change has transferred what was open. */
describe('a deduction of before a change to received consideration that is booked after it', () => {
  const books = booksOfChange(EFFECTIVE, RECEIVED)
  const { customer, sold, change, pay, settle, booked, figures, recordsOf } = books

  it('reduces the tax that was agreed, and the transfer is less by it: declared is the tax of what is received', async () => {
    const sale = await sold()
    await change()
    const loss = await loseLater(customer(), sale.id, 54_050)
    expect(await entryLines(loss)).to.deep.equal([
      ['1100', -54_050],
      ['2200', 4_050],
      ['3805', 50_000],
    ])
    await pay(sale.id, 54_050, IN_APRIL)
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'due', 100_000, 8_100],
      ['VS81', 'due', 50_000, 4_050],
      ['V81', 'declared', -100_000, -8_100],
      ['V81', 'declared', 50_000, 4_050],
      ['V81', 'declared', 50_000, 4_050],
    ])
    expect((await figures('2025-Q4')).lines).to.deep.equal([
      ['200', 100_000, null],
      ['235', 50_000, null],
      ['289', 50_000, null],
      ['299', 50_000, null],
      ['303', 50_000, 4_050],
      ['399', null, 4_050],
      ['500', null, 4_050],
    ])
    const first = await figures('2026-Q1')
    expect([first.lines[2], first.not_due]).to.deep.equal([['303', -50_000, -4_050], [['V81', 50_000, 4_050]]])
    expect((await figures('2026-Q2')).lines[2]).to.deep.equal(['303', 50_000, 4_050])
  })

  it('reduces it with a discount beside a payment, too, and its reversal takes that back', async () => {
    const sale = await sold()
    await change()
    const lines = [
      { document_id: sale.id, amount: chf(97_290), deductions: [{ type: 'discount', amount: chf(10_810) }] },
    ]
    const paid = await pay(sale.id, 97_290, { ...IN_DECEMBER, lines })
    expect(await signedTaxes(customer())).to.equal(7_290)
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
    expect((await books.undo(`/v1/allocations/${paid.id}`, IN_DECEMBER)).body.state).to.equal('reversed')
    expect((await figures('2025-Q4')).lines[2]).to.deep.equal(['303', 100_000, 8_100])
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -100_000, -8_100])
  })

  it('reduces input tax, and acquisition tax on both of its accounts', async () => {
    const deductions = [{ type: 'discount', amount: chf(10_810) }]
    const bill = await billed(54_050, [taxLine('I81', 50_000, 4_050)])
    const acquired = await billed(54_050, [taxLine('B81', 54_050, 4_378)])
    await change()
    for (const { id } of [bill, acquired]) {
      const { body } = await settle(id, 27_025, { settlement_date: '2025-12-31', deductions })
      expect(body.state, JSON.stringify(body)).to.equal('posted')
    }
    // 108.10 of 540.50 is a fifth: 32.40 of 40.50 are left, and 35.02 of 43.78.
    const december = (await figures('2025-Q4')).lines
    expect(december.filter(([figure]) => figure === '405' || figure === '383')).to.deep.equal([
      ['383', 43_240, 3_502],
      ['405', null, 6_742],
    ])
    for (const { id } of [bill, acquired]) await settle(id, 16_215, { settlement_date: '2026-04-20' })
    expect(await signedTaxes(customer())).to.equal(3_502 + 6_742)
  })

  for (const [vat_period, counted_on, first] of [
    ['current', '2026-01-01', -8_100],
    ['correction', '2025-12-31', -4_050],
  ] as const)
    it(`asks for a vat_period where the return of its day is filed, and counts where that says (${vat_period})`, async () => {
      const sale = await sold()
      await put(`/v1/end-customers/${customer()}`, { name: 'Meier & Co', uid: UID })
      const filed = await file('2025-Q4')
      expect(filed.status, filed.text).to.equal(201)
      await change()
      const blocked = await loseLater(customer(), sale.id, 54_050, {}, false)
      expect([blocked.state, blocked.intents.at(-1)?.blockers.map(({ code }) => code)]).to.deep.equal([
        'draft',
        ['vat_period_missing'],
      ])
      await books.undo(`/v1/allocations/${blocked.id}`)
      await loseLater(customer(), sale.id, 54_050, { vat_period })
      const { data } = await records(customer(), '&limit=100')
      const loss = data.find(({ tax_code }) => tax_code === 'VS81')
      expect([loss?.vat_period, loss?.posting_date, loss?.tax_amount.amount_minor]).to.deep.equal([
        vat_period,
        counted_on,
        4_050,
      ])
      expect((await figures('2026-Q1')).lines.find(([figure]) => figure === '303')?.[2] ?? 0).to.equal(first)
      await pay(sale.id, 54_050, IN_APRIL)
      expect(await signedTaxes(customer())).to.equal(4_050)
    })

  it('reduces an item of another system whose tax its returns have declared', async () => {
    const tax_lines = [{ ...taxLine('V81', 100_000, 8_100), declared: true }]
    const item = debit('1100', 108_100, opens({ document_date: '2025-11-20', tax_lines }))
    const fact = await booked([item, credit('9100', 108_100)], on('2025-12-01'), { entry_type: 'takeover' })
    const { id } = await firstOf('documents', customer(), `&source_fact_id=${fact.id}`)
    await change()
    await loseLater(customer(), id, 54_050)
    await pay(id, 54_050, IN_APRIL)
    // The other system has declared 81.00.
    expect(await signedTaxes(customer())).to.equal(4_050 - 8_100)
    expect((await figures('2025-Q4')).lines[1]).to.deep.equal(['289', 50_000, null])
  })

  const file = (period: string) =>
    post(`/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file', { end_customer_id: customer() })

  async function billed(amount: number, lines: object[]) {
    const days = { document_date: '2025-12-10', supply_date: '2025-12-10' }
    const payload = { ...days, gross_amount: chf(amount), tax_lines: lines }
    const { body } = await post(EXPENSES, expense(customer(), { business_date: '2025-12-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return firstOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
  }
})

describe('a deduction at net tax rates of before a change to received consideration that is booked after it', () => {
  const { customer, sold, change, pay, figures } = booksOfChange(NET_RATE, NET_RECEIVED)

  it('reduces the turnover: taxed is what is received', async () => {
    const sale = await sold()
    await change()
    await loseLater(customer(), sale.id, 54_050)
    await pay(sale.id, 54_050, IN_APRIL)
    // 540.50 at 6.2 % is 33.51.
    expect((await figures('2025-H2')).lines.slice(0, 4)).to.deep.equal([
      ['200', 108_100, null],
      ['235', 54_050, null],
      ['289', 54_050, null],
      ['299', 54_050, null],
    ])
    expect((await figures('2026-H1')).lines).to.deep.equal([])
  })
})

describe('a deduction of a year of agreed consideration between two of received consideration', () => {
  const { customer, sold, change, pay, figures } = booksOfChange(RECEIVED, RECEIVED)

  it('reduces the tax that the first change has declared, and the second takes back less', async () => {
    const sale = await sold('2024-12-10')
    await change(EFFECTIVE, '2025-01-01')
    await change(RECEIVED)
    await loseLater(customer(), sale.id, 54_050)
    const taxes = async (period: string) => (await figures(period)).lines.find(([figure]) => figure === '303')?.[2] ?? 0
    expect([await taxes('2025-Q1'), await taxes('2025-Q4'), await taxes('2026-Q1')]).to.deep.equal([
      8_100, -4_050, -4_050,
    ])
    await pay(sale.id, 54_050, IN_APRIL)
    expect(await signedTaxes(customer())).to.equal(4_050)
  })
})

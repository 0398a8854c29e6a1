import { expect } from 'chai'
import { firstOf, itemsOf, post, put } from '../../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { EFFECTIVE, register } from '../../../vat/register.ts'
import { booksToSettle } from '../../books-to-settle.ts'
import { movedBy, taxOf } from '../balances.ts'

const SOLD = { revenue_category: 'advance', supply_date: '2023-12-31' }
const BOUGHT = { expense_category: 'advance', supply_date: '2023-12-31' }
const FINAL = [taxLine('V81', 1_000_000, 81_000), taxLine('V77', -500_000, -38_500, SOLD)]
const PARTNER = { partner: { name: 'Kundin GmbH' } }
const DAY = { business_date: '2024-05-10' }
const mapped = (of: string, account_code: string) => ({
  mapping_key: `posting.${of}.category.advance`,
  account_code,
  valid_from: '2020-01-01',
})

/**
 * 10'000.00 and 810.00 at 8.1 % less 5'000.00 and 385.00 at 7.7 % that were paid: of what is supplied 10'810.00 − 5'385.00 = 5'425.00 are
 * left, all at 8.1 %. So a discount of 542.50 has 542.50 × 8.1 / 108.1 = 40.65 of tax, where a tenth of both lines,
 * 81.00 − 38.50 = 42.50, took back tax of the advance at the difference of the rates.
 */
describe('a discount on a final invoice, under agreed consideration', () => {
  const { customer, settle } = booksToSettle()
  beforeEach(async () => {
    expect((await register(customer(), '2020-01-01', EFFECTIVE)).status).to.equal(202)
    const mappings = [mapped('revenue', '2030'), mapped('expense', '1192')]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })

  const sold = async (gross: number, tax_lines: object[]) => {
    const payload = { document_date: '2024-05-10', gross_amount: chf(gross), tax_lines }
    const { body } = await post(INVOICES, invoice(customer(), { ...DAY, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return receivableOf(body.id)
  }
  const receivableOf = async (fact_id: string) => {
    const items = await itemsOf('documents', customer(), `&source_fact_id=${fact_id}`)
    return there(items.find(({ kind }) => kind === 'receivable')).id
  }
  const allocate = (document_id: string, amount: number, deductions: object[], more: object = {}) => {
    const lines = [{ document_id, amount: chf(amount), deductions }]
    const money = { account_code: '1000', posting_date: '2024-07-10' }
    return post('/v1/allocations', { end_customer_id: customer(), ...money, lines, ...more }, { wait: 10 })
  }
  const discounted = async (document_id: string, amount: number, minor: number) => {
    const { body } = await allocate(document_id, amount, [{ type: 'discount', amount: chf(minor) }])
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }
  const bought = async (gross: number, tax_lines: object[]) => {
    const payload = { document_date: '2024-05-10', gross_amount: chf(gross), tax_lines }
    const { body } = await post(EXPENSES, expense(customer(), { ...DAY, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const items = await itemsOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
    const deductions = [{ type: 'discount', amount: chf(gross / 10) }]
    const more = { settlement_date: '2024-07-10', deductions }
    const settled = await settle(there(items.find(({ kind }) => kind === 'payable')).id, gross - gross / 10, more)
    expect(settled.body.state, JSON.stringify(settled.body)).to.equal('posted')
    return settled.body.journal_entry_id
  }
  const vouched = async (lines: object[], business_date: string) => {
    const payload = { document_date: business_date, lines }
    return (await post(VOUCHERS, voucher(customer(), { business_date, payload }), { wait: 10 })).body
  }

  it('takes back 40.65 of 542.50, and with a loss of 2’882.50 afterwards 215.99 more', async () => {
    const id = await sold(542_500, FINAL)
    const first = await discounted(id, 200_000, 54_250)
    expect(await movedBy(first.journal_entry_id)).to.deep.equal({
      1000: 200_000,
      3800: 50_185,
      2200: 4_065,
      1100: -254_250,
    })
    expect(await taxOf(first.journal_entry_id)).to.deep.equal(['VS81 235 50185 4065'])
    // 3'425.00 × 8.1 / 108.1 = 256.64, less 40.65.
    const write_off = [{ type: 'write_off', amount: chf(288_250) }]
    const { body } = await allocate(id, 0, write_off, { account_code: undefined, reason: 'certificate of loss' })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 3805: 266_651, 2200: 21_599, 1100: -288_250 })
  })

  it('takes its part of two rates and of the next advance, each by what is left of it', async () => {
    // 8.1 %: 10'810.00; 2.6 %: 10'260.00. Of the 21'070.00 an advance of 5'267.50, a quarter, is paid; 2'162.00 are asked for.
    const id = await sold(1_796_450, [
      taxLine('V81', 1_000_000, 81_000),
      taxLine('V26', 1_000_000, 26_000),
      taxLine('V77', -489_090, -37_660, SOLD),
      taxLine('V81', 200_000, 16_200, { revenue_category: 'advance' }),
    ])
    const { journal_entry_id } = await discounted(id, 1_616_805, 179_645)
    // A tenth: of 8'107.50 at 8.1 % and 2'162.00 of the next advance 60.75 + 16.20, of 7'695.00 at 2.6 % 19.50.
    expect((await taxOf(journal_entry_id)).sort()).to.deep.equal([
      'VS26 235 75000 1950',
      'VS81 235 20000 1620',
      'VS81 235 75000 6075',
    ])
  })

  it('takes back input tax of the rest alone, and acquisition tax of it', async () => {
    const entry = await bought(542_500, [taxLine('I81', 1_000_000, 81_000), taxLine('I77', -500_000, -38_500, BOUGHT)])
    expect(await movedBy(entry)).to.deep.equal({ 2000: 542_500, 1020: -488_250, 6500: -50_185, 1171: -4_065 })
    expect(await taxOf(entry)).to.deep.equal(['I81 405 -50185 -4065'])
    const acquired = await bought(50_000, [taxLine('B81', 100_000, 0), taxLine('B77', -50_000, 0, BOUGHT)])
    expect(await movedBy(acquired)).to.deep.equal({ 2000: 50_000, 1020: -45_000, 6500: -5_000, 2203: 405, 1171: -405 })
  })

  it('leaves 406.50 of its tax to a voucher, and nothing of that of the advance', async () => {
    const id = await sold(542_500, FINAL)
    const loss = (taxes: object[], minor: number) =>
      vouched(
        [
          debit('3805', 542_500 - minor),
          ...taxes,
          credit('1100', 542_500, { open_item: { document_id: id, purpose: 'write_off' } }),
        ],
        '2024-07-10',
      )
    const back = (code: string, base: number, minor: number) =>
      debit('2200', minor, { tax_code: code, tax_base: chf(base) })
    const { blockers } = await loss([back('VS81', 501_851, 40_651)], 40_651)
    expect(blockers.map(({ message }) => message).join()).to.match(/CHF 406.50 left/)
    const named = await allocate(id, 0, [
      { type: 'other', account_code: '3800', tax_code: 'VS77', amount: chf(10_000) },
    ])
    expect(named.body).to.have.nested.property('error.details[0].code', 'tax_code_unfit')
    expect((await loss([back('VS81', 501_850, 40_650)], 40_650)).state).to.equal('posted')
  })

  it('is the same on the item of a voucher that sets the advance off', async () => {
    const paid = await vouched(
      [
        debit('1000', 538_500),
        credit('2030', 500_000, { open_item: { new: PARTNER } }),
        credit('2200', 38_500, { tax_code: 'V77', tax_base: chf(500_000) }),
      ],
      '2023-12-15',
    )
    const advance = await firstOf('documents', customer(), `&source_fact_id=${paid.id}`)
    const final = await vouched(
      [
        debit('1100', 542_500, { open_item: { new: PARTNER } }),
        debit('2030', 500_000, { open_item: { document_id: advance.id, purpose: 'set_off' } }),
        debit('2200', 38_500, { tax_code: 'VS77', tax_base: chf(500_000), supply_date: '2023-12-31' }),
        credit('3400', 1_000_000),
        credit('2200', 81_000, { tax_code: 'V81', tax_base: chf(1_000_000) }),
      ],
      '2024-05-10',
    )
    expect(final.state, JSON.stringify(final.blockers)).to.equal('posted')
    const { journal_entry_id } = await discounted(await receivableOf(final.id), 488_250, 54_250)
    expect(await taxOf(journal_entry_id)).to.deep.equal(['VS81 235 50185 4065'])
  })
})

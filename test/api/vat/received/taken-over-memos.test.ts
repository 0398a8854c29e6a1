import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { records } from '../records.ts'
import { EFFECTIVE, register } from '../register.ts'

type Memo = [code: string, net: number, tax: number]

describe('tax lines of items that are taken over', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    await register(customer, '2018-01-01', { ...EFFECTIVE, consideration: 'received' })
  })
  after(async () => expect(await findings(customer)).to.deep.equal([]))

  /** What blocks an opening item, as `code` and the end of the pointer; nothing where it is posted. */
  async function opened(account: '1100' | '2000', minor: number, date: string, memos: Memo[], declared: boolean) {
    const tax_lines = memos.map(([tax_code, net, tax]) => ({
      tax_code,
      net_amount: chf(net),
      tax_amount: chf(tax),
      declared,
    }))
    const open_item = { new: { partner: { name: 'X' }, document_date: date, tax_lines } }
    const isDebit = (account === '1100') === minor > 0
    const size = Math.abs(minor)
    const lines = isDebit
      ? [debit(account, size, { open_item }), credit('9100', size)]
      : [debit('9100', size), credit(account, size, { open_item })]
    const { body } = await post(
      VOUCHERS,
      voucher(customer, { business_date: '2026-01-01', payload: { entry_type: 'opening', lines } }),
      { wait: 10 },
    )
    return (body.blockers as { code: string; pointer: string }[]).map(
      ({ code, pointer }) => `${code} ${pointer.replace(/^.*open_item\/new/, '')}`,
    )
  }

  for (const declared of [true, false])
    it(`have the rules of documents of their side and date, declared ${declared}`, async () => {
      const sale = (minor: number, ...memos: Memo[]) => opened('1100', minor, '2025-12-15', memos, declared)
      expect(await sale(54_050, ['I81', 50_000, 4_050])).to.include('tax_code_unknown /tax_lines/0/tax_code')
      expect(await sale(54_050, ['V81', 40_000, 8_000])).to.include('tax_amount_mismatch /tax_lines/0/tax_amount')
      expect(await sale(53_850, ['V77', 50_000, 3_850])).to.include('tax_rate_not_valid_on_date /tax_lines/0/tax_code')
      expect(await sale(54_050, ['VS81', 50_000, 4_050])).to.include('tax_sign_wrong /tax_lines/0/net_amount')
      expect(await sale(54_050, ['V81', -50_000, -4_050])).to.deep.equal(['open_item_mismatch /tax_lines'])
      expect(await sale(54_050, ['NONE', 50_000, 4_050])).to.include('tax_amount_mismatch /tax_lines/0/tax_amount')
      const bought = (minor: number, ...memos: Memo[]) => opened('2000', minor, '2025-12-15', memos, declared)
      expect(await bought(54_050, ['V81', 50_000, 4_050])).to.include('tax_code_unknown /tax_lines/0/tax_code')
      expect(await bought(54_050, ['I81', 40_000, 8_000])).to.include('tax_amount_mismatch /tax_lines/0/tax_amount')
      expect(await bought(53_850, ['I77', 50_000, 3_850])).to.include(
        'tax_rate_not_valid_on_date /tax_lines/0/tax_code',
      )
      expect(await bought(54_050, ['I81', -50_000, -4_050])).to.deep.equal(['open_item_mismatch /tax_lines'])
    })

  it('are taken with what is right, rates of their day and credit notes too', async () => {
    expect(await opened('1100', 54_050, '2025-12-15', [['V81', 50_000, 4_050]], false)).to.deep.equal([])
    expect(await opened('1100', 53_850, '2023-12-15', [['V77', 50_000, 3_850]], true)).to.deep.equal([])
    expect(await opened('1100', -10_810, '2025-12-15', [['V81', -10_000, -810]], true)).to.deep.equal([])
    expect(await opened('2000', 53_850, '2023-12-15', [['I77', 50_000, 3_850]], false)).to.deep.equal([])
    expect(await opened('2000', -10_810, '2025-12-15', [['I81', -10_000, -810]], true)).to.deep.equal([])
    expect(await opened('2000', 10_000, '2025-12-15', [['B81', 10_000, 810]], true)).to.deep.equal([])
  })

  it('are taken as they are shown, too high by more than rounding too, and beside what has no tax', async () => {
    // 0.10 too much on 500.00: 40.60 is the tax of 501.23, which is what is declared.
    const shown: Memo[] = [
      ['V81', 50_000, 4_060],
      ['NONE', 1_000, 0],
      ['V0X', 2_000, 0],
    ]
    expect(await opened('1100', 57_060, '2025-12-15', shown, false)).to.deep.equal([])
    const { data } = await records(customer)
    const its = data
      .slice(-2)
      .map(({ tax_code, kind, base_amount, tax_amount }) => [
        tax_code,
        kind,
        base_amount.amount_minor,
        tax_amount.amount_minor,
      ])
    expect(its).to.deep.equal([
      ['V81', 'taken_over', 50_123, 4_060],
      ['V0X', 'taken_over', 2_000, 0],
    ])
  })
})

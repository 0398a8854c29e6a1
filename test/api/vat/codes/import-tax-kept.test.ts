import { expect } from 'chai'
import { firstOf, get, post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { movedBy, taxOf } from '../../settlement/terms/balances.ts'
import { booked } from '../records.ts'
import { EFFECTIVE, register } from '../register.ts'

const less = (type: string, amount: number, more: object = {}) => ({
  deductions: [{ type, amount: chf(amount), ...more }],
})

/** The customs office has assessed import tax: whatever a forwarder gets of his bill, it stays deducted in full. */
describe('import tax of a bill that is not paid in full', () => {
  const { customer, owed, settle } = booksToSettle()
  const bill = (gross: number, ...more: object[]) =>
    owed(gross, {
      document_date: '2026-01-10',
      supply_date: '2026-01-10',
      tax_lines: [taxLine('E100M', 0, 81_000), taxLine('I81', 10_000, 810), ...more],
    })
  const withFreight = () => bill(96_810, taxLine('NONE', 5_000, 0))
  const deducted = async (period: string) => {
    const { body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer()}` as '/v1/vat-returns/{period}')
    return body.lines.flatMap(({ figure, tax_amount }) =>
      (figure === '400' || figure === '405') && tax_amount?.amount_minor ? [[figure, tax_amount.amount_minor]] : [],
    )
  }

  it('is no part of the tax that a discount takes back, nor of that of its reversal', async () => {
    const payable = await withFreight()
    const { body } = await settle(payable.id, 94_874, { settlement_date: '2026-02-10', ...less('discount', 1_936) })
    // 2 % of 860.00 without tax that shrinks, and of 108.10: 17.20 and 2.00 net, 0.16 tax.
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 96_810, 1020: -94_874, 6500: -1_920, 1171: -16 })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['I81 405 -200 -16'])
    expect(await deducted('2026-Q1')).to.deep.equal([
      ['400', 81_000],
      ['405', 794],
    ])
    const path = `/v1/supplier-payables/${payable.id}/settlements/${body.id}/reverse`
    const { body: undone } = await post(path, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    expect(await taxOf(String(undone.reversal_journal_entry_id))).to.deep.equal(['I81 405 200 16'])
  })

  it('is none of what a write-off takes back', async () => {
    const payable = await bill(91_810)
    const { body } = await settle(payable.id, 10, less('write_off', 91_800))
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 91_810, 1020: -10, 6500: -90_990, 1171: -810 })
    expect(await deducted('2026-Q1')).to.deep.equal([
      ['400', 81_000],
      ['405', 810],
    ])
    expect(await deducted('2026-Q2')).to.deep.equal([['405', -810]])
  })

  it('is not touched under received consideration either', async () => {
    await register(customer(), '2026-01-01', { ...EFFECTIVE, consideration: 'received' })
    const payable = await withFreight()
    const { body } = await settle(payable.id, 94_874, less('discount', 1_936))
    expect(body.state).to.equal('posted')
    expect(await deducted('2026-Q1')).to.deep.equal([['400', 81_000]])
    expect(await deducted('2026-Q2')).to.deep.equal([['405', 794]])
  })

  it('stands alone, or is taken over: what is paid less is less expense', async () => {
    const alone = await owed(81_000, { tax_lines: [taxLine('E100M', 0, 81_000)] })
    const { body } = await settle(alone.id, 80_000, less('discount', 1_000))
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 81_000, 1020: -80_000, 4900: -1_000 })
    const tax_lines = [{ tax_code: 'E100I', net_amount: chf(0), tax_amount: chf(40_500) }]
    const item = { open_item: { new: { partner: { name: 'Spediteur AG' }, document_number: 'S-9', tax_lines } } }
    const lines = [debit('9100', 40_500), credit('2000', 40_500, item)]
    const { id } = await booked(VOUCHERS, voucher(customer(), { payload: { entry_type: 'opening', lines } }))
    const taken = await firstOf('supplier-payables', customer(), `&source_fact_id=${id}`)
    const { body: other } = await settle(taken.id, 40_000, less('discount', 500))
    expect(await movedBy(other.journal_entry_id)).to.deep.equal({ 2000: 40_500, 1020: -40_000, 6500: -500 })
    expect([await taxOf(body.journal_entry_id), await taxOf(other.journal_entry_id)]).to.deep.equal([[], []])
  })

  it('is named by no deduction, and by no warning of a voucher that writes the bill off', async () => {
    const payable = await bill(91_810)
    const named = less('other', 1_000, { account_code: '6500', tax_code: 'E100M' })
    const { status, body } = await settle(payable.id, 90_810, named)
    expect([
      status,
      (body as never as { error: { details: { code: string }[] } }).error.details[0]?.code,
    ]).to.deep.equal([422, 'tax_code_unfit'])
    // Half of the bill: of 100.00 and 8.10 half, whatever the import tax is.
    const open_item = { supplier_payable_id: payable.id, purpose: 'write_off' }
    const lines = [debit('2000', 45_905, { open_item }), credit('6500', 45_905)]
    const { warnings } = await booked(VOUCHERS, voucher(customer(), { payload: { lines } }))
    expect((warnings ?? []).map(({ message }) => message)).to.deep.equal([
      'The document of the open item has tax, and nothing takes back that of what is written off: a credit of CHF 4.05 on its tax account with I81 and a tax_base of CHF 50.00.',
    ])
  })
})

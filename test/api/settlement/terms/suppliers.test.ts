import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

/** Each case to the Rappen: what it moves on each account, its tax records, and what is open afterwards. */
describe('paying suppliers', () => {
  const { customer, list, owed, paid, settle, openOf } = booksToSettle()
  const supplies = () => owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
  const material = (net = 5_000, tax = 130) =>
    owed(net + tax, { tax_lines: [taxLine('M26', net, tax, { expense_category: 'material' })] })
  const debited = async (amount: string) => {
    await paid(bankEntry({ amount, direction: 'DBIT' }))
    const entries = await list('camt-053/entries')
    return { evidence_sha256: there(entries.at(-1)).canonical_entry_hash }
  }
  const deducted = (type: string, amount: number, more: object = {}) => ({ type, amount: chf(amount), ...more })

  it('in full, in part, several in one bank entry', async () => {
    const [first, second] = [await supplies(), await material()]
    const evidence = await debited('159.40')
    const { body } = await settle(first.id, 10_810, evidence)
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1020: -10_810 })
    const { body: other } = await settle(second.id, 5_130, evidence)
    expect(await movedBy(other.journal_entry_id)).to.deep.equal({ 2000: 5_130, 1020: -5_130 })
    expect([await openOf('supplier-payables', first.id), await openOf('supplier-payables', second.id)]).to.deep.equal([
      0, 0,
    ])
    const third = await supplies()
    await settle(third.id, 5_000)
    expect(await openOf('supplier-payables', third.id)).to.equal(5_810)
  })

  it('with a fee of the bank on top', async () => {
    const payable = await supplies()
    const evidence = await debited('111.10')
    const { body } = await settle(payable.id, 10_810, { ...evidence, deductions: [deducted('bank_charges', 300)] })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 10_810, 6940: 300, 1020: -11_110 })
    expect([body.amount.amount_minor, body.evidence_used?.amount_minor]).to.deep.equal([10_810, 11_110])
    expect(body.deductions).to.deep.equal([
      { type: 'bank_charges', amount: chf(300), account_code: null, tax_code: null },
    ])
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
  })

  it('less a discount, with its part of the tax, back to the expense or apart for material', async () => {
    const payable = await supplies()
    const { body } = await settle(payable.id, 10_594, { deductions: [deducted('discount', 216)] })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1020: -10_594, 6500: -200, 1171: -16 })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['I81 405 -200 -16'])
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    const goods = await material(500_000, 13_000)
    const { body: less } = await settle(goods.id, 502_740, { deductions: [deducted('discount', 10_260)] })
    expect(await movedBy(less.journal_entry_id)).to.deep.equal({
      2000: 513_000,
      1020: -502_740,
      4900: -10_000,
      1170: -260,
    })
    expect(await taxOf(less.journal_entry_id)).to.deep.equal(['M26 400 -10000 -260'])
  })

  it('less a discount on two rates, and a debt that is waived', async () => {
    const lines = [taxLine('I81', 5_000, 405), taxLine('I26', 2_000, 52, { expense_category: 'literature' })]
    const payable = await owed(7_457, { tax_lines: lines })
    const { body } = await settle(payable.id, 7_308, { deductions: [deducted('discount', 149)] })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      2000: 7_457,
      1020: -7_308,
      6500: -100,
      6503: -40,
      1171: -9,
    })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['I81 405 -100 -8', 'I26 405 -40 -1'])
    const waived = await supplies()
    const { body: gone } = await settle(waived.id, 0, { deductions: [deducted('write_off', 10_810)] })
    expect(await movedBy(gone.journal_entry_id)).to.deep.equal({ 2000: 10_810, 6500: -10_000, 1171: -810 })
    expect(await taxOf(gone.journal_entry_id)).to.deep.equal(['I81 405 -10000 -810'])
  })

  it('a small difference, and what has an account of its own', async () => {
    const payable = await supplies()
    const { body } = await settle(payable.id, 10_805, { deductions: [deducted('rounding', 5)] })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1020: -10_805, 6945: -5 })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal([])
    const more = await supplies()
    const { body: above } = await settle(more.id, 10_815, { deductions: [deducted('rounding', -5)] })
    expect(await movedBy(above.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1020: -10_815, 6945: 5 })
    const other = await supplies()
    const bonus = deducted('other', 1_081, { account_code: '6600', tax_code: 'I81' })
    const { body: less } = await settle(other.id, 9_729, { deductions: [bonus] })
    expect(await movedBy(less.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1020: -9_729, 6600: -1_000, 1171: -81 })
    expect(await taxOf(less.journal_entry_id)).to.deep.equal(['I81 405 -1000 -81'])
  })

  it('a payment that comes back is reversed, with its discount and its tax', async () => {
    const payable = await supplies()
    const { body } = await settle(payable.id, 10_594, { deductions: [deducted('discount', 216)] })
    const path = `/v1/supplier-payables/${payable.id}/settlements/${body.id}/reverse`
    const { body: reversed } = await post(path, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    const undone = String(reversed.reversal_journal_entry_id)
    const both = [body.journal_entry_id, undone]
    expect([reversed.state, await movedBy(...both)]).to.deep.equal(['reversed', {}])
    expect(await taxOf(undone)).to.deep.equal(['I81 405 200 16'])
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
  })

  it('acquisition tax shrinks on both of its accounts', async () => {
    const payable = await owed(100_000, { tax_lines: [taxLine('B81', 100_000, 0, { expense_category: 'software' })] })
    const { body } = await settle(payable.id, 98_000, { deductions: [deducted('discount', 2_000)] })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      2000: 100_000,
      1020: -98_000,
      6580: -2_000,
      2203: 162,
      1171: -162,
    })
    expect((await taxOf(body.journal_entry_id)).sort()).to.deep.equal(['B81 383 -2000 -162', 'I81 405 -2000 -162'])
  })
})

import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

describe('suppliers that are paid too much', () => {
  const { customer, owed, list, paid, settle, openOf } = booksToSettle()
  const supplies = () => owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
  const reverse = (payable: string, settlement: string) =>
    post(
      `/v1/supplier-payables/${payable}/settlements/${settlement}/reverse`,
      { end_customer_id: customer(), reason: 'x' },
      { wait: 10 },
    )
  const net = (lines: [string, number][]) => {
    const sent = lines.map(([supplier_payable_id, amount]) => ({ supplier_payable_id, amount: chf(amount) }))
    const request = { end_customer_id: customer(), posting_date: '2026-05-01', lines: sent }
    return post('/v1/allocations', request, { wait: 10 })
  }

  it('have an advance by word, which pays for the next document and comes back with the reversal', async () => {
    const payable = await supplies()
    expect((await settle(payable.id, 11_000)).body.error.details[0]?.code).to.equal('exceeds_open_amount')
    await paid(bankEntry({ amount: '110.00', direction: 'DBIT' }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const { status, body } = await settle(payable.id, 11_000, { overpayment: 'advance', evidence_sha256 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1192: 190, 1020: -11_000 })
    expect([await taxOf(body.journal_entry_id), body.amount.amount_minor]).to.deep.equal([[], 11_000])
    const advance = there(body.advance?.supplier_payable_id)
    expect(body.advance?.amount).to.deep.equal(chf(190))
    const { body: item } = await get(`/v1/supplier-payables/${advance}`)
    expect([item.kind, item.account_code, item.supplier_name, item.open_amount.amount_minor]).to.deep.equal([
      'supplier_advance',
      '1192',
      payable.supplier_name,
      -190,
    ])
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    const next = await supplies()
    const { body: used } = await net([
      [next.id, 190],
      [advance, -190],
    ])
    expect(await movedBy(used.journal_entry_id)).to.deep.equal({ 2000: 190, 1192: -190 })
    const refused = await reverse(payable.id, body.id)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    await post(`/v1/allocations/${used.id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    expect((await reverse(payable.id, body.id)).body.state).to.equal('reversed')
    expect([await openOf('supplier-payables', payable.id), await openOf('supplier-payables', advance)]).to.deep.equal([
      10_810, 0,
    ])
    expect((await get(`/v1/supplier-payables/${advance}`)).body.state).to.equal('reversed')
  })

  it('pay the advance back, and are refused one where nothing is beyond', async () => {
    const payable = await supplies()
    const deductions = [{ type: 'bank_charges', amount: chf(300) }]
    const { body } = await settle(payable.id, 11_000, { overpayment: 'advance', deductions, account_code: '1000' })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 10_810, 1192: 190, 6940: 300, 1000: -11_300 })
    const advance = there(body.advance?.supplier_payable_id)
    const { body: back } = await settle(advance, -190, { account_code: '1000' })
    expect(await movedBy(back.journal_entry_id)).to.deep.equal({ 1000: 190, 1192: -190 })
    const other = await supplies()
    const needless = await settle(other.id, 10_810, { overpayment: 'advance' })
    expect([needless.status, ...needless.body.error.details.map(({ pointer, code }) => pointer + code)]).to.deep.equal([
      422,
      '/overpaymentnot_allowed',
    ])
    const { body: exact } = await settle(other.id, 10_810)
    expect([exact.state, exact.advance]).to.deep.equal(['posted', null])
    expect((await settle(other.id, 100, { overpayment: 'advance' })).status).to.equal(422)
    expect((await settle(other.id, 100, { overpayment: 'gift' })).status).to.equal(422)
  })
})

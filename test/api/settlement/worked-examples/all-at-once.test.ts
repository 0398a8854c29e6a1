import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfExamples, off } from './books-of-examples.ts'

/** Cases that have several of the worked examples in one, to the Rappen, computed by hand. */
describe('payments with several things at once', () => {
  const { customer, invoiced, owed, received, allocate, settle, openOf, debited, lastEntry, booked, came } =
    booksOfExamples()

  it('3 % off a document of two rates, paid by card', async () => {
    const payable = await owed(210_700, {
      tax_lines: [taxLine('I81', 100_000, 8_100), taxLine('M26', 100_000, 2_600, { expense_category: 'material' })],
    })
    // 63.21 are 32.43 with 2.43 of tax, and 30.78 with 0.78.
    const { body } = await settle(payable.id, 204_379, { account_code: '2215', ...off('discount', 6_321) })
    await came(
      { 2000: 210_700, 2215: -204_379, 6500: -3_000, 4900: -3_000, 1171: -243, 1170: -78 },
      ['I81 405 -3000 -243', 'M26 400 -3000 -78'],
      body.journal_entry_id,
    )
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
  })

  it('a customer pays 1,000.00 of 1,081.00, and all deductions there are close it', async () => {
    const { id } = await invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const payment = await received(bankEntry({ amount: '1000.00' }))
    const of = (type: string, minor: number, more: object = {}) => ({ type, amount: chf(minor), ...more })
    const deductions = [
      of('discount', 2_162),
      of('write_off', 4_433),
      of('bank_charges', 500),
      of('rounding', 5),
      of('other', 1_000, { account_code: '6500' }),
    ]
    const line = { document_id: id, amount: chf(100_000), deductions }
    const request = { end_customer_id: customer(), payment_id: payment.id, lines: [line], reason: 'Verzicht vom 3.4.' }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    // 65.95 reduce the document: 4.94 of its tax, of which the discount has 1.62.
    await came(
      { 1020: 100_000, 6940: 500, 6945: 5, 3800: 2_000, 3805: 4_101, 6500: 1_000, 2200: 494, 1100: -108_100 },
      ['VS81 235 2000 162', 'VS81 235 4101 332'],
      body.journal_entry_id,
    )
    expect(await openOf('documents', id)).to.equal(0)
  })

  it('the credit of a payment is refunded by the debit of the bank, and both are taken back in their order', async () => {
    const { id } = await invoiced(6_000)
    const payment = await received(bankEntry({ amount: '100.00' }))
    const { body: allocation } = await allocate(payment.id, [[id, 6_000]])
    await debited('40.00')
    const { id: entry_id } = await lastEntry()
    const open_item = { payment_id: payment.id, purpose: 'refund' }
    const refund = await booked([debit('2030', 4_000, { open_item }), credit('1020', 4_000)], {
      bank_entries: [{ entry_id, amount: chf(4_000) }],
    })
    await came({ 2030: 4_000, 1020: -4_000 }, [], refund)
    expect(await openOf('payments', payment.id)).to.equal(0)
    expect((await get(`/v1/camt-053/entries/${entry_id}`)).body.booking_state).to.equal('booked')

    const reason = { end_customer_id: customer(), reason: 'x' }
    const { body: entry } = await get(`/v1/journal-entries/${refund}`)
    const takenBack = (path: `/v1/${string}/reverse`) =>
      post(path as '/v1/allocations/{allocation_id}/reverse', reason, { wait: 10 })
    expect((await takenBack(`/v1/allocations/${allocation.id}/reverse`)).status).to.equal(409)
    expect((await takenBack(`/v1/source-facts/${entry.source.id}/reverse`)).status).to.equal(202)
    expect((await takenBack(`/v1/allocations/${allocation.id}/reverse`)).status).to.equal(202)
    expect([await openOf('documents', id), await openOf('payments', payment.id)]).to.deep.equal([6_000, 10_000])
    expect((await get(`/v1/camt-053/entries/${entry_id}`)).body.booking_state).to.equal('unbooked')
  })
})

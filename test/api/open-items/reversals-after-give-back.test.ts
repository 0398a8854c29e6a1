import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { codesOf } from '../../support/books.ts'
import { firstOf } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { bookedVoucher, bookVoucher, reverse } from './items-of-customer.ts'

/** Behind the payments of the month and the settlements of the next one. */
const LATER = { business_date: '2026-04-20' }

/** An item never has more than it was opened with: what vouchers gave back leaves no room for what a reversal would. */
describe('reversals after vouchers have given back', () => {
  const { customer, invoiced, owed, received, allocate, settle, openOf } = booksToSettle()

  /** It is refused with the name of what gave back, and booked once that is reversed. */
  async function expectInUse(path: string, by: string, subject: string) {
    const { status, body } = await reverse(customer(), path)
    expect([status, body.error?.details?.[0]?.code], JSON.stringify(body)).to.deep.equal([409, 'in_use'])
    expect(body.error.message).to.equal(
      `Reverse first what has given back to its open items; they would have more than they were opened with: ${subject} (${by}).`,
    )
    await reverse(customer(), `/v1/source-facts/${by}`)
    expect((await reverse(customer(), path)).body.state).to.equal('reversed')
  }

  it('an allocation whose receivable was given back is not reversed', async () => {
    const { id: document_id } = await invoiced(30_000)
    const { body } = await allocate((await received(bankEntry({ amount: '300.00' }))).id, [[document_id, 30_000]])
    const item = { open_item: { document_id, purpose: 'refund' } }
    const given = await bookedVoucher(customer(), [debit('1100', 30_000, item), credit('1000', 30_000)], {}, LATER)
    await expectInUse(`/v1/allocations/${body.id}`, given.id, document_id)
    expect(await openOf('documents', document_id)).to.equal(30_000)
  })

  it('a part that was given back leaves room for the rest', async () => {
    const { id: document_id } = await invoiced(30_000)
    const first = await received(bankEntry({ amount: '200.00' }))
    const { body } = await allocate(first.id, [[document_id, 20_000]])
    const item = { open_item: { document_id, purpose: 'refund' } }
    await bookedVoucher(customer(), [debit('1100', 20_000, item), credit('1000', 20_000)], {}, LATER)
    const second = await received(bankEntry({ amount: '201.00' }))
    await allocate(second.id, [[document_id, 20_000]], { posting_date: LATER.business_date })
    expect((await reverse(customer(), `/v1/allocations/${body.id}`)).body.state).to.equal('reversed')
    expect(await openOf('documents', document_id)).to.equal(30_000)
  })

  it('a settlement whose payable was given back is not reversed', async () => {
    const { id: supplier_payable_id } = await owed(10_810)
    const { body } = await settle(supplier_payable_id, 10_810)
    const item = { open_item: { supplier_payable_id, purpose: 'refund' } }
    const given = await bookedVoucher(customer(), [debit('1020', 10_810), credit('2000', 10_810, item)], {}, LATER)
    const path = `/v1/supplier-payables/${supplier_payable_id}/settlements/${body.id}`
    await expectInUse(path, given.id, supplier_payable_id)
    expect(await openOf('supplier-payables', supplier_payable_id)).to.equal(10_810)
  })

  it('an allocation of a credit is reversed: no voucher gives that credit back', async () => {
    const { id: payment_id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const bank_entries = [{ entry_id }]
    await bookedVoucher(customer(), [debit('1020', 30_000), credit('1099', 30_000)], { bank_entries })
    const item = { open_item: { payment_id, purpose: 'transfer' } }
    const known = [debit('1099', 30_000), credit('2030', 30_000, item)]
    await bookedVoucher(customer(), known)
    const { body } = await allocate(payment_id, [[(await invoiced(30_000)).id, 30_000]])
    expect(codesOf(await bookVoucher(customer(), known, {}, LATER))).to.deep.equal(['payment_not_booked'])
    expect((await reverse(customer(), `/v1/allocations/${body.id}`)).body.state).to.equal('reversed')
    expect((await firstOf('payments', customer())).customer_credit.amount_minor).to.equal(30_000)
  })
})

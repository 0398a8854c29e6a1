import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, detailsOf } from './books-to-order.ts'

describe('debits of the payments of an order', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  const debit = (amount: string, details: string) =>
    bankEntry({ amount, direction: 'DBIT', date: todayInSwitzerland(), details })
  const batchOf = (id: string) => `<Btch><PmtInfId>${id}</PmtInfId></Btch>`
  const proposals = async (count: number) => {
    await eventually(async () => (await list('settlement-candidates')).length === count)
    return list('settlement-candidates')
  }
  const dismiss = (entry_id: string) => {
    const path = `/v1/camt-053/entries/${entry_id}/dismiss` as '/v1/camt-053/entries/{entry_id}/dismiss'
    return post(path, { end_customer_id: customer(), reason: 'gehört nicht hierher' })
  }

  it('that are booked one by one and name the batch only are told apart by their amounts, and pay one each', async () => {
    const [first, second] = [await owedToHolz(10_000), await owedToHolz(5_000)]
    const { body } = await order({ payables: [first.id, second.id] })
    const batch = batchOf(there(body.batches[0]).payment_information_id)
    await paid(debit('50.00', batch), debit('100.00', batch))
    const found = await proposals(2)
    expect(
      found.map(({ target_supplier_payable_id, proposed_amount, score, reasons }) => [
        target_supplier_payable_id,
        proposed_amount.amount_minor,
        score,
        reasons,
      ]),
    ).to.have.deep.members([
      [first.id, 10_000, 100, ['payment_information_id', 'amount']],
      [second.id, 5_000, 100, ['payment_information_id', 'amount']],
    ])
    const [own] = (await list('camt-053/entries')).filter(({ amount }) => amount.amount_minor === 5_000)
    const { status, text } = await settle(second.id, 5_000, { evidence_sha256: there(own).canonical_entry_hash })
    expect(status, text).to.equal(201)
    const { payments } = (await get(`/v1/payment-orders/${body.id}`)).body
    expect(payments.map(({ state }) => state)).to.deep.equal(['ordered', 'paid'])
  })

  it('keep a payable from being ordered again until somebody has dealt with them; then who names it may order it', async () => {
    const payable = await owedToHolz(10_000)
    const { body } = await order({ payables: [payable.id] })
    await withdraw(body.id)
    const id = there(body.payments[0]).end_to_end_id
    await paid(debit('100.00', `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`))
    await proposals(1)
    expect(detailsOf((await order({ payables: [payable.id] })).text)).to.deep.equal(['/payables/0 already_debited'])
    expect(detailsOf((await order({ select: { currency: 'CHF' } })).text)).to.deep.equal(['/select already_debited'])
    // Its proposal stands until proposals are made anew; it says nothing any more.
    await dismiss(there((await list('camt-053/entries'))[0]).id)
    expect(detailsOf((await order({ select: { currency: 'CHF' } })).text)).to.deep.equal(['/select debit_dismissed'])
    const { status, text, body: again } = await order({ payables: [payable.id] })
    expect(status, text).to.equal(201)
    expect(again.warnings.map(({ code }) => code)).to.deep.equal(['debit_dismissed'])
  })
})

import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import { balancesOf, bookedVoucher, bookVoucher } from '../open-items/items-of-customer.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

describe('payments of which a voucher has booked a part', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()

  it('the rest becomes credit by a voucher, and is allocated then', async () => {
    // 50.00: 30.00 are interest, 20.00 pay an invoice.
    const { id: payment_id, entry_id } = await received(bankEntry({ amount: '50.00' }))
    const interest = [debit('1020', 3_000), credit('6950', 3_000)]
    const booked = await bookedVoucher(customer(), interest, { bank_entries: [{ entry_id, amount: chf(3_000) }] })
    const { id: document } = await invoiced(2_000)
    const { body: refused } = await allocate(payment_id, [[document, 2_000]])
    expect(refused.error.details[0]?.message).to.equal(
      `The first allocation books the whole payment of CHF 50.00. Of bank entry ${entry_id} CHF 20.00 of CHF 50.00 is not booked yet; it is booked by ${booked.id}. Book the CHF 20.00 with a voucher that names the bank entry and gives the payment its credit, and allocate that.`,
    )
    const open_item = { payment_id, purpose: 'transfer' }
    const rest = [debit('1020', 2_000), credit('2030', 2_000, { open_item })]
    await bookedVoucher(customer(), rest, { bank_entries: [{ entry_id }] })
    expect((await allocate(payment_id, [[document, 2_000]])).body.state).to.equal('posted')
    expect(await balancesOf(customer(), '1020', '6950', '2030', '1100')).to.deep.equal([5_000, -3_000, 0, 0])
  })

  it('one that is booked as a whole says so, and speaks of no rest', async () => {
    const { id: payment_id, entry_id } = await received(bankEntry({ amount: '50.00' }))
    const interest = [debit('1020', 5_000), credit('6950', 5_000)]
    const booked = await bookedVoucher(customer(), interest, { bank_entries: [{ entry_id }] })
    const { id: document } = await invoiced(2_000)
    const { body: refused } = await allocate(payment_id, [[document, 2_000]])
    expect(refused.error.details[0]?.message).to.equal(
      `The first allocation books the whole payment of CHF 50.00. Bank entry ${entry_id} of CHF 50.00 is wholly booked already; it is booked by ${booked.id}. Reverse first what books it.`,
    )
    const again = await bookVoucher(customer(), interest, { bank_entries: [{ entry_id }] })
    expect(again.blockers[0]?.message).to.include(`Bank entry ${entry_id} of CHF 50.00 is wholly booked already`)
  })
})

import { expect } from 'chai'
import { eventually, findings } from '../../../support/books.ts'
import { firstOf, get, itemsOf, post, put } from '../../../support/client.ts'
import { credit, debit, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { bookedVoucher, reverse } from '../../open-items/items-of-customer.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { BATCH, DETAILED, notifiedCustomer, without } from './notified.ts'

describe('notifications of bank entries that are in use', () => {
  const { customer, invoiced, allocate } = booksToSettle()

  /** A batch that is booked as a whole, and what the notification then is. */
  async function usedBy(use: (payment: { id: string; entry_id: string }) => Promise<string>) {
    const bank = notifiedCustomer(customer())
    await bank.booked(without(BATCH))
    const payment = there((await itemsOf('payments', customer()))[0])
    const path = await use(payment)
    const before = (await get(`/v1/payments/${payment.id}`)).body
    const { id, warnings } = await bank.notified(BATCH)
    expect(await bank.notifications()).to.deep.equal(['kept payment_used'])
    const [kept] = await itemsOf('camt-054/entries', customer())
    expect(warnings.map(({ code, entry_id, notified_entry_id }) => [code, entry_id, notified_entry_id])).to.deep.equal([
      ['payment_used', payment.entry_id, there(kept).id],
    ])
    expect((await get(`/v1/camt-054/imports/${id}`)).body.warnings).to.deep.equal(warnings)
    expect((await get(`/v1/payments/${payment.id}`)).body, 'nothing has changed').to.deep.equal(before)
    expect(await findings(customer())).to.deep.equal([])
    return { bank, payment, path }
  }
  const detailed = (bank: ReturnType<typeof notifiedCustomer>) =>
    eventually(async () => (await bank.payments()).join() === DETAILED.join())

  it('an allocation keeps the payment; the details become payments when it is reversed', async () => {
    const document = await invoiced(10_810)
    const { bank, payment, path } = await usedBy(async ({ id }) => {
      const { body } = await allocate(id, [[document.id, 810]])
      expect(body.state).to.equal('posted')
      return `/v1/allocations/${body.id}`
    })
    await bank.notified(BATCH)
    expect(await bank.notifications()).to.deep.equal(['kept payment_used'])
    expect((await reverse(customer(), path)).status).to.equal(202)
    await detailed(bank)
    expect(await bank.notifications()).to.deep.equal(['joined'])
    expect(
      (await get(`/v1/camt-054/imports/${there((await itemsOf('camt-054/entries', customer()))[0]).import_id}`)).body
        .warnings,
    ).to.deep.equal([])
    const refused = await allocate(payment.id, [[document.id, 810]])
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'already_superseded'])
    const [, b] = await itemsOf('payments', customer())
    expect((await allocate(there(b).id, [[document.id, 810]])).body.state).to.equal('posted')
    const entry = await firstOf('camt-053/entries', customer())
    expect([entry.booking_state, entry.booked_amount.amount_minor]).to.deep.equal(['partly_booked', 810])
  })

  it('so does a draft that waits, until it is given up', async () => {
    const document = await invoiced(10_810)
    const { bank, path } = await usedBy(async ({ id }) => {
      await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
      const { body } = await allocate(id, [[document.id, 810]])
      expect(body.state).to.equal('draft')
      return `/v1/allocations/${body.id}`
    })
    await reverse(customer(), path)
    await detailed(bank)
  })

  it('so does a voucher of the whole bank entry', async () => {
    const { bank, path } = await usedBy(async ({ entry_id }) => {
      const lines = [debit('1020', 10_810), credit('3400', 10_810)]
      const fact = await bookedVoucher(customer(), lines, { bank_entries: [{ entry_id }] })
      return `/v1/source-facts/${fact.id}`
    })
    await reverse(customer(), path)
    await detailed(bank)
  })

  it('a voucher that names the whole payment waits for nothing: it is not there any more', async () => {
    const bank = notifiedCustomer(customer())
    await bank.booked(without(BATCH))
    const payment = there((await itemsOf('payments', customer()))[0])
    await bank.notified(BATCH)
    const lines = [debit('1020', 10_810), credit('3400', 10_810)]
    const named = { entry_id: payment.entry_id, payment_id: payment.id }
    const blocked = await post('/v1/source-facts/journal-vouchers', voucherOf(customer(), lines, named), { wait: 10 })
    expect(blocked.body.blockers.map(({ code }) => code)).to.deep.equal(['bank_entry_unknown'])
    // The bank entry as a whole can still be booked, and then its details cannot be allocated.
    await bookedVoucher(customer(), lines, { bank_entries: [{ entry_id: payment.entry_id }] })
    expect((await bank.payments()).map((text) => text.split(' ')[2])).to.deep.equal(['booked', 'booked'])
  })

  it('a dismissed bank entry gets its details, which can be used when it is no longer dismissed', async () => {
    const bank = notifiedCustomer(customer())
    await bank.booked(without(BATCH))
    const { id } = await firstOf('camt-053/entries', customer())
    await post(`/v1/camt-053/entries/${id}/dismiss`, { end_customer_id: customer(), reason: 'x' })
    await bank.notified(BATCH)
    expect((await bank.payments()).map((text) => text.split(' ')[2])).to.deep.equal(['booked', 'booked'])
    await post(`/v1/camt-053/entries/${id}/undismiss`, { end_customer_id: customer(), reason: 'x' })
    expect(await bank.payments()).to.deep.equal(DETAILED)
  })

  it('proposals for the whole end, and those for its details come', async () => {
    const bank = notifiedCustomer(customer())
    await bank.booked(without(BATCH))
    const whole = there((await itemsOf('payments', customer()))[0])
    await invoiced(10_000, { payment_reference: there(BATCH.details?.[0]?.reference) })
    await bank.notified(BATCH)
    await eventually(async () => {
      const proposed = await itemsOf('settlement-candidates', customer(), '&state=open')
      return proposed.length === 1 && proposed[0]?.score === 100 && proposed[0]?.payment_id !== whole.id
    })
  })
})

function voucherOf(end_customer_id: string, lines: readonly object[], named: object) {
  return voucher(end_customer_id, { payload: { lines, bank_entries: [named] } })
}

import { expect } from 'chai'
import { bankEntry, transaction } from '../../camt053/messages.ts'
import { amountOn, balanceSheet, refreshTables } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { bookedVoucher, reverse } from './items-of-customer.ts'

const CONSENT = { set_off_consent: 'A and B, by letter of 1 April' }

/** A payment that was booked for the wrong customer is booked anew for the right one. */
describe('whose credit a payment is', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()
  const invoiceOf = async (name: string, amount: number) =>
    (await invoiced(amount, { customer: { name, customer_external_reference: `No. ${name}` } })).id
  const paidBy = (name?: string) =>
    received(bankEntry({ amount: '150.00', ...(name === undefined ? {} : { details: transaction({ name }) }) }))
  const on = (posting_date: string) => ({ posting_date })

  /** The credit on a day, by partner. */
  async function creditsOn(date: string) {
    const path = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=${date}` as const
    const items = (await get(path)).body.items as unknown as {
      id: string
      kind: string
      partner: { name: string }
      open_amount: { amount_minor: number }
    }[]
    return items
      .filter(({ kind }) => kind === 'customer_credit')
      .map(({ id, partner, open_amount }) => [id, partner.name, open_amount.amount_minor])
  }
  async function reversed(allocation: { id: string }, posting_date?: string) {
    const request = { end_customer_id: customer(), reason: 'of another customer', posting_date }
    const { body } = await post(`/v1/allocations/${allocation.id}/reverse`, request, { wait: 20 })
    expect(body.state, JSON.stringify(body)).to.equal('reversed')
  }
  async function posted(payment_id: string, document_id: string, amount: number, more: object = {}) {
    const { body } = await allocate(payment_id, [[document_id, amount]], more)
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }
  async function refused(payment_id: string, document_id: string, amount: number) {
    const { status, body } = await allocate(payment_id, [[document_id, amount]])
    expect([status, body.error?.details[0]?.code]).to.deep.equal([422, 'set_off_consent_missing'])
  }

  for (const payer of [undefined, 'K. Muster'])
    it(`is of the customer for whom it was booked last, on each day: ${payer ?? 'payer unknown'}`, async () => {
      const [a, b] = [await invoiceOf('A', 9_000), await invoiceOf('B', 9_000)]
      const payment = await paidBy(payer)
      await reversed(await posted(payment.id, a, 6_000, on('2026-04-01')), '2026-04-20')
      const again = await posted(payment.id, b, 4_000, on('2026-04-25'))
      await expectOfBoth(payment.id)
      await refused(payment.id, a, 1_000)
      await posted(payment.id, b, 1_000, on('2026-04-26'))
      await posted(payment.id, a, 500, { ...on('2026-04-26'), ...CONSENT })
      expect(await creditsOn('2026-12-31')).to.deep.equal([[payment.id, 'B', -9_500]])
      const early = await reverse(customer(), `/v1/allocations/${again.id}`)
      expect([early.status, early.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    })

  it('is of one customer where one of two documents that are paid together lacks the number', async () => {
    const named = await invoiceOf('Muster AG', 5_000)
    const unnumbered = async (name: string) => (await invoiced(3_000, { customer: { name } })).id
    const payment = await paidBy('Z. Zahler')
    const { body } = await allocate(payment.id, [
      [named, 5_000],
      [await unnumbered('MUSTER  AG'), 3_000],
    ])
    expect(body.state).to.equal('posted')
    expect(await creditsOn('2026-12-31')).to.deep.equal([[payment.id, 'Muster AG', -7_000]])
    await posted(payment.id, await invoiceOf('Muster AG', 1_000), 1_000)
    const other = await paidBy('Y. Zahler')
    await allocate(other.id, [
      [await invoiceOf('Muster AG', 5_000), 5_000],
      [await unnumbered('Mustert AG'), 3_000],
    ])
    expect(await creditsOn('2026-12-31')).to.deep.include([other.id, 'Y. Zahler', -7_000])
  })

  async function expectOfBoth(payment: string) {
    const days = ['2026-04-10', '2026-04-22', '2026-04-25', '2026-12-31']
    expect(await Promise.all(days.map((day) => creditsOn(day)))).to.deep.equal([
      [[payment, 'A', -9_000]],
      [],
      [[payment, 'B', -11_000]],
      [[payment, 'B', -11_000]],
    ])
    const relations = [{ partner: { name: 'B' }, related_to: 'holders' as const, valid_from: '2026-01-01' }]
    await put('/v1/partner-relations', { end_customer_id: customer(), relations })
    const owed = async () => amountOn(await balanceSheet(customer()), 'verbindlichkeiten_ll.holders')
    expect(await owed()).to.equal(11_000)
    await refreshTables(customer())
    expect(await owed()).to.equal(11_000)
  }

  it('is of nobody until somebody decides again, and of whom the first draft pays for then', async () => {
    const [a, b] = [await invoiceOf('A', 9_000), await invoiceOf('B', 9_000)]
    const payment = await paidBy()
    await reversed(await posted(payment.id, a, 6_000))
    // Whole: it leaves no credit, and a second customer is paid for by the same allocation.
    const { body: both } = await allocate(payment.id, [
      [a, 7_000],
      [b, 8_000],
    ])
    expect(both.state, JSON.stringify(both)).to.equal('posted')
    expect(await creditsOn('2026-12-31')).to.deep.equal([])
    await reversed(both)
    await posted(payment.id, b, 4_000)
    await refused(payment.id, a, 1_000)
  })

  it('is booked anew from the day of the reversal on: before, it would stand twice', async () => {
    const [a, b] = [await invoiceOf('A', 9_000), await invoiceOf('B', 9_000)]
    const payment = await paidBy()
    await reversed(await posted(payment.id, a, 6_000, on('2026-04-01')), '2026-04-20')
    const { status, body } = await allocate(payment.id, [[b, 4_000]], on('2026-04-05'))
    expect([status, body.error?.details[0]?.code]).to.deep.equal([422, 'posting_date_too_early'])
    await posted(payment.id, b, 4_000, on('2026-04-20'))
    expect(await creditsOn('2026-04-10')).to.deep.equal([[payment.id, 'A', -9_000]])
    expect(await creditsOn('2026-04-30')).to.deep.equal([[payment.id, 'B', -11_000]])
  })

  it('is of the payer where a voucher has booked it, whoever is paid for first', async () => {
    const [a, ka] = [await invoiceOf('A', 9_000), await invoiceOf('Ka AG', 9_000)]
    const payment = await paidBy('Ka AG')
    const item = { open_item: { payment_id: payment.id, purpose: 'transfer' } }
    const bank_entries = [{ entry_id: payment.entry_id }]
    const lines = [debit('1020', 15_000), credit('2030', 15_000, item)]
    const booked = await bookedVoucher(customer(), lines, { bank_entries })
    await refused(payment.id, a, 1_000)
    await posted(payment.id, ka, 1_000)
    await posted(payment.id, a, 1_000, CONSENT)
    for (const { id } of [...(await allocationsOf(payment.id))].reverse()) await reversed({ id })
    expect((await reverse(customer(), `/v1/source-facts/${booked.id}`)).body.state).to.equal('reversed')
    // Nobody has booked it now: whoever allocates decides.
    await posted(payment.id, a, 1_000)
    expect(await creditsOn('2026-12-31')).to.deep.equal([[payment.id, 'A', -14_000]])
  })

  it('is changed by vouchers, given back and reversed on the item that it is now', async () => {
    const [a, b] = [await invoiceOf('A', 9_000), await invoiceOf('B', 9_000)]
    const payment = await paidBy()
    await reversed(await posted(payment.id, a, 6_000))
    const again = await posted(payment.id, b, 4_000)
    const item = { open_item: { payment_id: payment.id, purpose: 'refund' } }
    const refund = await bookedVoucher(customer(), [debit('2030', 3_000, item), credit('1020', 3_000)])
    const later = await posted(payment.id, b, 1_000)
    expect(await creditsOn('2026-12-31')).to.deep.equal([[payment.id, 'B', -7_000]])
    const early = await reverse(customer(), `/v1/allocations/${again.id}`)
    expect(early.status).to.equal(409)
    for (const one of [refund.id, later.id]) expect(early.body.error.message).to.include(one)
    expect((await reverse(customer(), `/v1/source-facts/${refund.id}`)).body.state).to.equal('reversed')
    await reversed(later)
    await reversed(again)
    expect(await creditsOn('2026-12-31')).to.deep.equal([])
    expect((await get(`/v1/payments/${payment.id}`)).body).to.deep.include({
      open_amount: chf(15_000),
      customer_credit: chf(0),
    })
    // A voucher gives it to its payer, whom nobody knows, on another account.
    const known = { open_item: { payment_id: payment.id, purpose: 'transfer' } }
    const bank_entries = [{ entry_id: payment.entry_id }]
    await bookedVoucher(customer(), [debit('1020', 15_000), credit('2030', 15_000, known)], { bank_entries })
    expect(await creditsOn('2026-12-31')).to.deep.equal([[payment.id, '', -15_000]])
  })

  const allocationsOf = async (payment: string) => {
    const { body } = await get(`/v1/allocations?end_customer_id=${customer()}&payment_id=${payment}`)
    return there(body.data)
  }
})

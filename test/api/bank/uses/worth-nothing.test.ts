import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { codesOf, linesOf } from '../../../support/books.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf, credit, debit } from '../../../support/requests/examples.ts'
import { bookVoucher, reverse } from '../../open-items/items-of-customer.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'

const vnd = (amount_minor: number) => ({ amount_minor, currency: 'VND' })
const inVnd = (amount: string, direction = 'CRDT') => bankEntry({ amount, currency: 'VND', direction })

/** At 0.00003 CHF, VND 100 is 0.003 CHF, which rounds to nothing; at 0.00006 it is 0.006, which is a Rappen. */
describe('bank entries that are worth less than half a Rappen', () => {
  const { customer, list, invoiced, owed, received, paid } = booksToSettle()

  beforeEach(async () => {
    const rate = (rate: string, rate_date: string) => ({ currency: 'VND', rate, rate_date })
    const rates = [rate('0.00006', '2026-01-01'), rate('0.00003', '2026-03-31')]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
  })

  const allocate = (payment_id: string, document_id: string) => {
    const lines = [{ document_id, amount: vnd(100) }]
    return post('/v1/allocations', { end_customer_id: customer(), payment_id, lines }, { wait: 10 })
  }
  const state = async (entry_id: string) => (await get(`/v1/camt-053/entries/${entry_id}`)).body.booking_state

  it('block the voucher that would lose their use; with a base_amount it books them', async () => {
    const francs = await received(bankEntry({ amount: '5.00' }))
    const { entry_id } = await received(inVnd('100'))
    const bank_entries = [{ entry_id: francs.entry_id }, { entry_id }]
    const dong = { account_code: '1020', debit: vnd(100) }
    const business_date = '2026-04-01'
    const lost = await bookVoucher(
      customer(),
      [debit('1020', 500), dong, credit('6950', 500)],
      { bank_entries },
      { business_date },
    )
    expect(codesOf(lost)).to.deep.equal(['amount_too_small'])
    expect(lost.blockers[0]).to.include({
      message: 'VND 100 is worth less than half of CHF 0.01: no line of the journal would show it.',
      pointer: '/payload/lines/1',
    })
    expect(await state(entry_id)).to.equal('unbooked')
    const lines = [debit('1020', 500), { ...dong, base_amount: chf(1) }, credit('6950', 501)]
    const booked = await bookVoucher(customer(), lines, { bank_entries }, { business_date })
    expect(booked.state, JSON.stringify(booked.blockers)).to.equal('posted')
    expect(await state(entry_id)).to.equal('booked')
  })

  it('block the allocation of their payment, which would name the line of the document as that of the bank', async () => {
    const document = await invoiced(0, { currency: 'VND', gross_amount: vnd(100), document_date: '2026-03-01' })
    const payment = await received(inVnd('100'))
    const { body } = await allocate(payment.id, document.id)
    expect(body.state).to.equal('draft')
    expect(body.intents[0]?.blockers.map(({ code }) => code)).to.deep.equal(['amount_too_small'])
    expect((await reverse(customer(), `/v1/allocations/${body.id}`)).body.state).to.equal('reversed')
    expect(await state(payment.entry_id)).to.equal('unbooked')
  })

  it('book a payable that is worth nothing itself, at the line of the bank', async () => {
    // 80 of VND 1'000, which are worth 0.06, are worth 0.0048; the bank took a Rappen.
    const payable = await owed(0, { currency: 'VND', gross_amount: vnd(1_000), tax_lines: [] })
    await paid(bankEntry({ amount: '0.01', direction: 'DBIT' }))
    const [{ canonical_entry_hash: evidence_sha256, id } = { canonical_entry_hash: '', id: '' }] =
      await list('camt-053/entries')
    const { body } = await post(
      `/v1/supplier-payables/${payable.id}/settlements`,
      {
        end_customer_id: customer(),
        settlement_date: '2026-04-15',
        amount: vnd(80),
        evidence_sha256,
        reviewer_justification: 'x',
      },
      { wait: 10 },
    )
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['6949', 1, 0],
      ['1020', 0, 1],
    ])
    expect(await state(id)).to.equal('booked')
  })
})

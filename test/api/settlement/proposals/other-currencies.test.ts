import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post, put } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { type Told, told } from '../../bank-rules/explained/lines-of-bank.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy } from '../terms/balances.ts'

const RF = 'RF18539007547034'
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

/** What is proposed across currencies is booked as it is proposed, with the exchange difference. */
describe('proposals in another currency than that of the account', () => {
  const { customer, owed, invoiced, list, paid, settle, openOf } = booksToSettle()
  beforeEach(async () => {
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.94', rate_date: '2026-03-31' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
  })
  const inEuros = { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [], payment_reference: RF }
  const moved = async (direction: 'DBIT' | 'CRDT', amount: string, one: Told) => {
    await paid(bankEntry({ amount, direction, details: told(direction, one) }))
    await quietly(customer())
    const [candidate, ...others] = await list('settlement-candidates')
    expect(others).to.deep.equal([])
    return { candidate: there(candidate), entry: there((await list('camt-053/entries')).at(-1)) }
  }

  it('EUR 500.00 at 0.95 and a debit of CHF 470.00 with the reference: a gain of 5.00', async () => {
    const payable = await owed(0, { ...inEuros, supplier: { name: 'Holz GmbH' } })
    const { candidate, entry } = await moved('DBIT', '470.00', { name: 'Holz GmbH', reference: RF })
    const { target_supplier_payable_id, proposed_amount } = candidate
    expect([target_supplier_payable_id, proposed_amount]).to.deep.equal([payable.id, eur(50_000)])
    const evidence_sha256 = entry.canonical_entry_hash
    const { body, text } = await settle(payable.id, 0, { amount: proposed_amount, evidence_sha256 })
    expect(body.state, text).to.equal('posted')
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1020: -47_000, 6999: -500 })
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
  })

  it('a half of it: the amount is the part by the value in the books', async () => {
    const payable = await owed(0, { ...inEuros, supplier: { name: 'Holz GmbH' } })
    const { candidate, entry } = await moved('DBIT', '237.50', { name: 'Holz GmbH', reference: RF })
    const request = { amount: candidate.proposed_amount, evidence_sha256: entry.canonical_entry_hash }
    expect(candidate.proposed_amount).to.deep.equal(eur(25_000))
    const { body, text } = await settle(payable.id, 0, { ...request, paid: chf(23_750), settlement_date: '2026-03-31' })
    expect(body.state, text).to.equal('posted')
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 23_750, 1020: -23_750 })
    expect(await openOf('supplier-payables', payable.id)).to.equal(25_000)
  })

  it('a customer sends EUR 500.00 and CHF 460.00 arrive: a loss of 15.00', async () => {
    const invoice = await invoiced(0, { ...inEuros, payment_reference: undefined, customer: { name: 'Kundin GmbH' } })
    const { candidate } = await moved('CRDT', '460.00', { name: 'Kundin GmbH', instructed: '500.00' })
    const { payment_id, target_document_id, proposed_amount: amount, score, reasons } = candidate
    expect([target_document_id, amount, score, reasons]).to.deep.equal([
      invoice.id,
      eur(50_000),
      60,
      ['amount', 'name'],
    ])
    const lines = [{ document_id: invoice.id, amount, paid: chf(46_000) }]
    const { body, text } = await post(
      '/v1/allocations',
      { end_customer_id: customer(), payment_id: there(payment_id), lines },
      { wait: 10 },
    )
    expect(body.state, text).to.equal('posted')
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1020: 46_000, 6949: 1_500, 1100: -47_500 })
    expect(await openOf('documents', invoice.id)).to.equal(0)
  })
})

import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry, camt054Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { get, notify, put } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, DEBTOR } from './books-to-order.ts'

/** A debit whose details name payments of an order. */
const details = (...ids: readonly string[]) =>
  ids.map((id) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`).join('')
const debit = (amount: string, more: object) => bankEntry({ amount, direction: 'DBIT', ...more })
const batch = (id: string) => `<Btch><PmtInfId>${id}</PmtInfId></Btch>`

describe('what the bank books of a payment order', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  const proposals = async (count: number) => {
    await eventually(async () => (await list('settlement-candidates')).length === count)
    return (await list('settlement-candidates')).map(
      ({ target_supplier_payable_id, proposed_amount, score, reasons }) =>
        [target_supplier_payable_id, proposed_amount.amount_minor, score, ...reasons] as const,
    )
  }
  const statesOf = async (id: string) => (await get(`/v1/payment-orders/${id}`)).body.payments.map(({ state }) => state)

  it('is proposed by its EndToEndId alone, and the payment is paid once it is settled', async () => {
    const terms = { document_date: todayInSwitzerland(), discount_terms: [{ days: 10, discount_bp: 200 }] }
    const payable = await owedToHolz(10_000, terms)
    const rival = await owedToHolz(9_800)
    const { body } = await order({ payables: [payable.id] })
    const [payment] = body.payments
    await paid(debit('98.00', { details: details(there(payment).end_to_end_id.toLowerCase()) }))
    expect(await proposals(1)).to.deep.equal([[payable.id, 9_800, 100, 'end_to_end_id']])
    const [{ deductions } = { deductions: [] }] = await list('settlement-candidates')
    expect(deductions).to.deep.equal([{ type: 'discount', amount: { amount_minor: 200, currency: 'CHF' } }])
    const [entry] = await list('camt-053/entries')
    const { status, text } = await settle(payable.id, 9_800, {
      evidence_sha256: there(entry).canonical_entry_hash,
      deductions: [{ type: 'discount', amount: { amount_minor: 200, currency: 'CHF' } }],
    })
    expect(status, text).to.equal(201)
    expect(await statesOf(body.id)).to.deep.equal(['paid'])
    await proposals(0)
    expect((await get(`/v1/supplier-payables/${rival.id}`)).body.state).to.equal('open')
  })

  it('as one amount is proposed by PmtInfId and the sum of what is left of the batch', async () => {
    const [first, second, third] = [await owedToHolz(10_000), await owedToHolz(5_000), await owedToHolz(2_000)]
    const { body } = await order({ payables: [first.id, second.id, third.id] })
    const { payment_information_id } = there(body.batches[0])
    await paid(debit('150.00', { details: batch(payment_information_id) }))
    await paid(debit('170.01', { details: batch(payment_information_id) }))
    await withdraw(body.id, { end_to_end_ids: [there(body.payments[2]).end_to_end_id] })
    // The sum of the other debit explains nothing; that it names the batch keeps rules away from it.
    expect(await proposals(4)).to.have.deep.members([
      [first.id, 10_000, 100, 'payment_information_id'],
      [second.id, 5_000, 100, 'payment_information_id'],
      [first.id, 10_000, 75, 'payment_information_id'],
      [second.id, 5_000, 75, 'payment_information_id'],
    ])
    const entry = (await list('camt-053/entries')).find(({ amount }) => amount.amount_minor === 15_000)
    const evidence = { evidence_sha256: there(entry).canonical_entry_hash }
    expect((await settle(first.id, 10_000, evidence)).status).to.equal(201)
    expect(await proposals(2)).to.have.deep.members([
      [second.id, 5_000, 100, 'payment_information_id'],
      [second.id, 5_000, 75, 'payment_information_id'],
    ])
    expect((await settle(second.id, 5_000, evidence)).status).to.equal(201)
    expect(await statesOf(body.id)).to.deep.equal(['paid', 'paid', 'withdrawn'])
  })

  it('with its details is proposed for each payment, also for one that was withdrawn here', async () => {
    const [first, second] = [await owedToHolz(10_000), await owedToHolz(5_000)]
    const { body } = await order({ payables: [first.id, second.id] })
    await withdraw(body.id)
    const ids = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    await paid(debit('150.00', { details: details(...ids) }))
    expect(await proposals(2)).to.have.deep.members([
      [first.id, 10_000, 100, 'end_to_end_id'],
      [second.id, 5_000, 100, 'end_to_end_id'],
    ])
    const again = await order({ payables: [first.id] })
    expect([again.status, again.body.error.details[0]?.code]).to.deep.equal([409, 'already_debited'])
    expect((await order({ select: {} })).status).to.equal(422)
  })

  it('whose details come in a notification is proposed for each payment', async () => {
    const [first, second] = [await owedToHolz(10_000), await owedToHolz(5_000)]
    const { body } = await order({ payables: [first.id, second.id] })
    const booked = (inside: string) =>
      debit('170.00', { details: inside }).replace('</ValDt>', '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>')
    await paid(booked(''))
    const [one, other] = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    const told = [one, other, 'OTHER'].map(
      (id, index) =>
        `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="CHF">${[100, 50, 20][index]}.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`,
    )
    const notification = camt054Message({
      bankAccount: `<Id><IBAN>${DEBTOR}</IBAN></Id>`,
      bankEntries: booked(told.join('')),
    })
    expect((await notify(customer(), notification, { wait: 10 })).body.state).to.equal('imported')
    expect(await proposals(2)).to.have.deep.members([
      [first.id, 10_000, 100, 'end_to_end_id'],
      [second.id, 5_000, 100, 'end_to_end_id'],
    ])
  })

  it('in another currency is proposed with the amount of the order', async () => {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [{ currency: 'EUR', rate_date: '2026-03-01', rate: '0.95', source: 'test' }],
    })
    const eur = { currency: 'EUR', gross_amount: { amount_minor: 10_000, currency: 'EUR' } }
    const payable = await owedToHolz(0, eur)
    const { body } = await order({ payables: [payable.id] })
    await paid(debit('96.12', { details: details(there(body.payments[0]).end_to_end_id) }))
    expect(await proposals(1)).to.deep.equal([[payable.id, 10_000, 100, 'end_to_end_id']])
    expect(there((await list('settlement-candidates'))[0]).proposed_amount.currency).to.equal('EUR')
  })
})

import { expect } from 'chai'
import { statusReport } from '../../../camt053/status-report.ts'
import { post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { returnsOf } from '../../bank-returns/books-with-returns.ts'
import { booksToOrder, HOLZ_IBAN, holz, OTHER_IBAN } from '../books-to-order.ts'

/** A program selects each night, and would send the same payment each night. */
describe('orders to an account to which the bank has not paid', () => {
  const books = booksToOrder()
  const { customer, owedToHolz, order } = books
  const { moved, paidOut, acceptOnly } = returnsOf(books)
  const owed = (document_number: string) =>
    owedToHolz(10_000, { document_number, supplier: holz({ iban: OTHER_IBAN }) })
  const warned = async (payables: readonly { id: string }[], more: object = {}) => {
    const { status, body, text } = await order({ payables: payables.map(({ id }) => id), ...more })
    expect(status, text).to.equal(201)
    return body.warnings.filter(({ code }) => code === 'account_refused')
  }
  const rejected = async (payable: { id: string }, reason: string) => {
    const { body } = await order({ payables: [payable.id] })
    await report(body, reason)
  }
  const report = async (body: Awaited<ReturnType<typeof order>>['body'], reason = 'AC04') => {
    const { end_to_end_id: id, payment_information_id } = there(body.payments[0])
    const payments = [{ id, status: 'RJCT', reason }]
    const xml = statusReport(body.message_id, { status: 'PART' }, [
      { id: payment_information_id, status: 'PART', payments },
    ])
    const path = `/v1/payment-orders/${body.id}/status-reports?end_customer_id=${customer()}`
    const answer = await post(path as '/v1/payment-orders/{payment_order_id}/status-reports', xml, {
      headers: { 'Content-Type': 'application/xml' },
    })
    expect(answer.status, answer.text).to.equal(201)
  }

  it('warn of one that a report has refused, with all bills to it', async () => {
    const [first, next] = [await owed('H-1'), await owed('K-77')]
    await rejected(first, 'AC04 Konto geschlossen')
    const warnings = await warned([first, next])
    expect(warnings.map(({ supplier_payable_id }) => supplier_payable_id)).to.deep.equal([first.id, next.id])
    expect(there(warnings[0]).message).to.include(OTHER_IBAN).and.to.include('AC04: the account is closed')
  })

  it('are silent where a report has refused something else, or they go to another account', async () => {
    const [first, next] = [await owed('H-1'), await owed('K-77')]
    await rejected(first, 'AM04')
    await rejected(next, 'AC06')
    const creditor = { iban: HOLZ_IBAN }
    const instructions = [first, next].map(({ id }) => ({ supplier_payable_id: id, creditor }))
    expect(await warned([first, next], { instructions, accepted_ibans: [HOLZ_IBAN] })).to.deep.equal([])
  })

  it('are silent where the account was not the reason', async () => {
    const first = await owed('H-1')
    await rejected(first, 'AM04')
    expect(await warned([first])).to.deep.equal([])
  })

  it('warn of one from which money came back that no order had paid', async () => {
    const first = await owed('H-1')
    await paidOut(first.id, 10_000, {
      amount: '100.00',
      named: '<EndToEndId>E-1</EndToEndId>',
      creditor_iban: OTHER_IBAN,
    })
    await moved({
      ...{ amount: '100.00', direction: 'CRDT', date: '2026-04-09', reason: 'AC04' },
      named: '<EndToEndId>E-1</EndToEndId>',
    })
    await acceptOnly()
    const [one] = await warned([first])
    // The day of the bank, whenever somebody has accepted it.
    expect(there(one).message).to.include('came back on 2026-04-09')
  })

  it('warn of one from which the payment of an order came back', async () => {
    const first = await owed('H-1')
    const bank_account = HOLZ_IBAN
    await moved({ amount: '1.00' })
    const { body } = await order({ payables: [first.id], bank_account })
    const named = `<EndToEndId>${there(body.payments[0]).end_to_end_id}</EndToEndId>`
    await paidOut(first.id, 10_000, { amount: '100.00', named })
    await moved({ amount: '100.00', direction: 'CRDT', date: '2026-04-09', reason: 'AC06', named })
    await acceptOnly()
    const [warning] = await warned([first], { bank_account })
    expect(warning?.message).to.include('AC06: the account is blocked')
  })

  it('warn of one that a report refuses behind a debit to it that was imported behind the order', async () => {
    const [first, other, next] = [await owed('H-1'), await owed('O-9'), await owed('K-77')]
    const { body } = await order({ payables: [first.id] })
    await paidOut(other.id, 10_000, {
      amount: '100.00',
      date: '2026-04-03',
      named: '<EndToEndId>X-1</EndToEndId>',
      creditor_iban: OTHER_IBAN,
    })
    await report(body)
    expect(await warned([first, next])).to.have.length(2)
  })

  it('warn beside a debit from before the refusal that is imported later', async () => {
    const [first, other, next] = [await owed('H-1'), await owed('O-9'), await owed('K-77')]
    await rejected(first, 'AC04')
    await paidOut(other.id, 10_000, {
      amount: '100.00',
      date: '2026-04-03',
      named: '<EndToEndId>X-1</EndToEndId>',
      creditor_iban: OTHER_IBAN,
    })
    expect(await warned([first, next])).to.have.length(2)
  })

  it('are silent once a payment of an order has been made within a collective debit', async () => {
    const [first, other, next] = [await owed('H-1'), await owed('O-9'), await owed('K-77')]
    await rejected(first, 'AC06')
    const bank_account = HOLZ_IBAN
    await moved({ amount: '1.00' })
    const { body } = await order({ payables: [other.id], bank_account, execution_date: '2099-12-30' })
    const named = `<EndToEndId>${there(body.payments[0]).end_to_end_id}</EndToEndId>`
    await paidOut(other.id, 10_000, {
      amount: '150.00',
      date: '2026-12-01',
      parts: [
        { amount: '100.00', named },
        { amount: '50.00', named: '<EndToEndId>Z</EndToEndId>' },
      ],
    })
    expect(await warned([next])).to.have.length(0)
  })
})

import { expect } from 'chai'
import { referenceOfItem } from '../../../shared/accounting/documents/payment-references.ts'
import { transaction } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { createRule } from './rule-requests.ts'

const REFERENCE = 'RF18539007547034'

/** Somebody books by hand what a customer or supplier is paid, and the bank statement names the same document later. */
describe('bank entries that name what a voucher has closed, and rules that book by themselves', () => {
  const { customer, imported, proposals, accept, entry, invoiced, owed, vouchers, list } = booksWithRules()
  const automatic = (credit_debit_indicator: 'CRDT' | 'DBIT') =>
    createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator, amount_from: chf(1) },
      action: { text: 'Regel', lines: [{ account_code: '6500' }] },
    })
  const byHand = async (lines: object[], business_date = '2026-03-10') => {
    const request = voucher(customer(), { business_date, payload: { lines } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return there(body.journal_entry_id?.id)
  }
  const receivedByHand = (document_id: string, amount: number, day?: string) =>
    byHand([debit('1020', amount), credit('1100', amount, { open_item: { document_id, purpose: 'payment' } })], day)
  const credited = (amount: string, reference: string, more: object = {}) =>
    imported({ amount, direction: 'CRDT', details: transaction({ amount, reference }), ...more })
  const linesFor = async (entry_id: string) =>
    (await entry(entry_id)).link_proposals.map((one) => [
      one.journal_entry_id,
      one.line_number,
      one.amount.amount_minor,
    ])

  it('a credit with the reference of an invoice is linked to the voucher, weeks later: 1,000.00 once', async () => {
    await automatic('CRDT')
    const { id } = await invoiced(100_000, { payment_reference: REFERENCE })
    const journal_entry_id = await receivedByHand(id, 100_000)
    const [money] = await credited('1000.00', REFERENCE)
    expect([await proposals(), (await entry(there(money).id)).booking_state]).to.deep.equal([[], 'unbooked'])
    expect(await linesFor(there(money).id)).to.deep.equal([[journal_entry_id, 1, 100_000]])
    expect(await vouchers()).to.have.length(1)
  })

  it('one with the reference that the QR-bill of an invoice without any has', async () => {
    await automatic('CRDT')
    const { id } = await invoiced(100_000)
    const journal_entry_id = await receivedByHand(id, 100_000)
    // The first line of the first entry of these books has opened it.
    const [money] = await credited('1000.00', referenceOfItem(1n, 1))
    expect(await proposals()).to.deep.equal([])
    expect(await linesFor(there(money).id)).to.deep.equal([[journal_entry_id, 1, 100_000]])
  })

  it('a debit with the reference of a payable that was in no order', async () => {
    await automatic('DBIT')
    const { id: supplier_payable_id } = await owed(50_000, { payment_reference: REFERENCE })
    const open_item = { supplier_payable_id, purpose: 'payment' }
    const journal_entry_id = await byHand([debit('2000', 50_000, { open_item }), credit('1020', 50_000)])
    const [money] = await credited('500.00', REFERENCE, { direction: 'DBIT' })
    expect([await proposals(), (await entry(there(money).id)).booking_state]).to.deep.equal([[], 'unbooked'])
    expect(await linesFor(there(money).id)).to.deep.equal([[journal_entry_id, 2, 50_000]])
  })

  it('one whose voucher is reversed names an open invoice, and one that cash or a voucher of months before has closed is known', async () => {
    await automatic('CRDT')
    for (const how of ['reversed', 'months before', 'in cash'] as const) {
      const reference = { reversed: REFERENCE, 'months before': 'RF712348231', 'in cash': 'RF45G72UUR' }[how]
      // The invoice that is open again would claim another credit of its amount by the name.
      const amount = { reversed: 100_000, 'months before': 90_000, 'in cash': 80_000 }[how]
      const { id: document_id } = await invoiced(amount, { payment_reference: reference, document_date: '2026-01-02' })
      const open_item = { document_id, purpose: 'payment' }
      const lines = [debit(how === 'in cash' ? '1000' : '1020', amount), credit('1100', amount, { open_item })]
      await byHand(lines, how === 'months before' ? '2026-01-05' : '2026-03-10')
      if (how === 'reversed') {
        const { id } = there((await vouchers()).at(-1))
        const path = `/v1/source-facts/${id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
        await post(path, { end_customer_id: customer(), reason: 'falsch' }, { wait: 10 })
      }
      const [money] = await credited(`${amount / 100}.00`, reference)
      expect(await linesFor(there(money).id), how).to.deep.equal([])
      await quietly(customer())
      expect([how, (await entry(there(money).id)).booking_state]).to.deep.equal([how, 'unbooked'])
      const ofRule = (await proposals()).filter(({ entry_id }) => entry_id === money?.id).map(({ reasons }) => reasons)
      const expected = how === 'reversed' ? [] : [['direction', 'amount_range', 'known_document']]
      expect([how, ...ofRule]).to.deep.equal([how, ...expected])
    }
  })

  it('one with the reference of a standing order is booked, once somebody has said what it is since the document was paid', async () => {
    await automatic('CRDT')
    const { id } = await invoiced(100_000, { payment_reference: REFERENCE, document_date: '2026-01-02' })
    await receivedByHand(id, 100_000, '2026-01-05')
    const [first] = await credited('900.00', REFERENCE)
    expect((await entry(there(first).id)).booking_state).to.equal('unbooked')
    expect((await accept(there((await proposals())[0]).id)).body.state).to.equal('posted')
    const [second] = await credited('910.00', REFERENCE)
    expect((await entry(there(second).id)).booking_state).to.equal('booked')
  })

  it('one whose reference an open invoice has, too, is proposed for that one', async () => {
    await automatic('CRDT')
    const { id } = await invoiced(100_000, { payment_reference: REFERENCE })
    await receivedByHand(id, 100_000)
    const next = await invoiced(100_000, { payment_reference: REFERENCE })
    const [money] = await credited('1000.00', REFERENCE)
    const candidates = (await list('settlement-candidates')).map((one) => [one.target_document_id, one.score])
    expect(candidates).to.deep.equal([[next.id, 100]])
    expect(await linesFor(there(money).id)).to.deep.equal([])
  })
})

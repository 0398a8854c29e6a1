import { expect } from 'chai'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { createRule } from '../../bank-rules/rule-requests.ts'
import { booksToSettle } from '../books-to-settle.ts'

const PAYER = 'CH9300762011623852957'
/** A debit, in the shape in which `transaction` writes credits. */
const debited = (amount: string, details: string) =>
  bankEntry({ amount, direction: 'DBIT', details: details.replaceAll('<Dbtr', '<Cdtr').replaceAll('</Dbtr', '</Cdtr') })

/** Money that goes the other way: credit is paid back. */
describe('proposals for refunds', () => {
  const { customer, list, invoiced, owed, paid, received, allocate, settle, openOf } = booksToSettle()
  const proposed = async () => {
    await quietly(customer())
    return list('settlement-candidates')
  }
  const lastEntry = async () => there((await list('camt-053/entries')).at(-1))
  /** The voucher that pays credit back by the last bank entry. */
  const refund = async (account: string, amount: number, item: object) => {
    const lines = [debit(account, amount, { open_item: { ...item, purpose: 'refund' } }), credit('1020', amount)]
    const bank_entries = [{ entry_id: (await lastEntry()).id, amount: chf(amount) }]
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, bank_entries } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }

  it('a supplier pays its credit note of 81.00: settled with the bank entry, as proposed', async () => {
    const note = await owed(-8_100, { document_number: 'GS-2026-77', supplier: { name: 'Papier AG' } })
    await paid(bankEntry({ amount: '81.00', details: transaction({ name: 'Papier AG', unstructured: 'GS-2026-77' }) }))
    const [candidate, ...others] = await proposed()
    expect(others).to.deep.equal([])
    const { target_supplier_payable_id, payment_id, proposed_amount, score, reasons } = there(candidate)
    expect([target_supplier_payable_id, payment_id, proposed_amount, score, reasons]).to.deep.equal([
      note.id,
      null,
      chf(-8_100),
      85,
      ['number_in_text', 'amount', 'name', 'refund'],
    ])
    const { canonical_entry_hash: evidence_sha256, booking_state } = await lastEntry()
    expect(booking_state).to.equal('unbooked')
    const settled = await settle(note.id, proposed_amount.amount_minor, { evidence_sha256 })
    expect(settled.status, settled.text).to.equal(201)
    expect([
      await openOf('supplier-payables', note.id),
      (await lastEntry()).booking_state,
      await proposed(),
    ]).to.deep.equal([0, 'booked', []])
  })

  it('a customer gets back the 19.00 that it has paid too much, on the account from which it came', async () => {
    const document = await invoiced(108_100, { customer: { name: 'Kundin GmbH' } })
    const came = await received(
      bankEntry({ amount: '1100.00', details: transaction({ name: 'Kundin GmbH', iban: PAYER }) }),
    )
    expect((await allocate(came.id, [[document.id, 108_100]])).status).to.equal(201)
    await paid(debited('19.00', transaction({ name: 'Kundin', iban: PAYER })))
    const found = await proposed()
    expect(
      found.map((one) => [
        one.target_type,
        one.target_payment_id,
        one.payment_id,
        one.proposed_amount,
        one.score,
        one.reasons,
      ]),
    ).to.deep.equal([['payment', came.id, null, chf(-1_900), 64, ['amount', 'name', 'iban', 'refund']]])
    await refund('2030', 1_900, { payment_id: came.id })
    expect([await openOf('payments', came.id), await proposed()]).to.deep.equal([0, []])
  })

  it('are booked by no rule for all that moves, though the name is all that they have: 19.00 and 81.00, unlike 18.00 and 80.00', async () => {
    for (const credit_debit_indicator of ['DBIT', 'CRDT'])
      await createRule(customer(), {
        ...{ mode: 'automatic', state: 'on' },
        conditions: { credit_debit_indicator, amount_from: chf(1) },
        action: { text: 'Diverses', lines: [{ account_code: '6500' }] },
      })
    await owed(-8_100, { supplier: { name: 'Papier AG' } })
    await invoiced(-1_900, { customer: { name: 'Kundin GmbH' } })
    await paid(
      debited('19.00', transaction({ name: 'Kundin GmbH' })),
      debited('18.00', transaction({ name: 'Miete Meier' })),
      bankEntry({ amount: '81.00', details: transaction({ name: 'Papier AG' }) }),
      bankEntry({ amount: '80.00', details: transaction({ name: 'Verkauf Bar' }) }),
    )
    const weak = (await proposed()).filter(({ reasons }) => reasons.includes('refund'))
    expect(weak.map(({ score }) => score)).to.deep.equal([60, 60])
    const found = await list('camt-053/entries')
    const states = found.map(({ amount, booking_state }) => `${amount.amount_minor} ${booking_state}`)
    expect(states).to.have.members(['1900 unbooked', '1800 booked', '8100 unbooked', '8000 booked'])
  })

  it('a customer gets its credit note of 50.00 paid out: no handoff, but a voucher', async () => {
    const note = await invoiced(-5_000, { document_number: 'GU-2026-05', customer: { name: 'Kundin GmbH' } })
    await paid(debited('50.00', transaction({ name: 'Kundin GmbH', unstructured: 'Gutschrift GU-2026-05' })))
    const [candidate, ...others] = await proposed()
    expect(others).to.deep.equal([])
    const { id, target_document_id, proposed_amount, score, reasons } = there(candidate)
    expect([target_document_id, proposed_amount, score, reasons]).to.deep.equal([
      note.id,
      chf(-5_000),
      85,
      ['number_in_text', 'amount', 'name', 'refund'],
    ])
    const handoff = await post(`/v1/settlement-candidates/${id}/allocation-handoffs`, {
      end_customer_id: customer(),
      payment_id: 'pay_00000000000000000000000000',
      target_document_id: note.id,
      proposed_amount: chf(5_000),
      open_ar_snapshot: chf(5_000),
      reviewer_justification: 'x',
    })
    expect(handoff.status).to.equal(422)
    expect(handoff.text).to.include('/v1/source-facts/journal-vouchers')
    await refund('1100', 5_000, { document_id: note.id })
    expect([await openOf('documents', note.id), await proposed()]).to.deep.equal([0, []])
  })

  it('a debit of 1,000.00 is an invoice of 1,081.00 less a credit note of 81.00, which is set off first', async () => {
    const supplier = { name: 'Papier AG' }
    const invoice = await owed(108_100, { document_number: 'R-2026-100', supplier })
    const note = await owed(-8_100, { document_number: 'GS-2026-77', supplier })
    await paid(debited('1000.00', transaction({ name: 'Papier AG' })))
    const [candidate, ...others] = await proposed()
    expect(others).to.deep.equal([])
    const { target_supplier_payable_id, proposed_amount, together_with, score, reasons } = there(candidate)
    expect([target_supplier_payable_id, proposed_amount, together_with, score, reasons]).to.deep.equal([
      invoice.id,
      chf(100_000),
      [note.id],
      52,
      ['set_off', 'name'],
    ])
    const lines = [
      { supplier_payable_id: invoice.id, amount: chf(8_100) },
      { supplier_payable_id: note.id, amount: chf(-8_100) },
    ]
    const setOff = { end_customer_id: customer(), posting_date: '2026-04-15', lines }
    expect((await post('/v1/allocations', setOff, { wait: 10 })).status).to.equal(201)
    const { canonical_entry_hash: evidence_sha256 } = await lastEntry()
    expect((await settle(invoice.id, 100_000, { evidence_sha256 })).status).to.equal(201)
    expect([await openOf('supplier-payables', invoice.id), await openOf('supplier-payables', note.id)]).to.deep.equal([
      0, 0,
    ])
  })

  it('a payment of 400.00 is an invoice of 500.00 less a credit note of 100.00: one allocation of both', async () => {
    const buyer = { customer: { name: 'Kundin GmbH' } }
    const [bill, note] = [await invoiced(50_000, buyer), await invoiced(-10_000, buyer)]
    const came = await received(bankEntry({ amount: '400.00', details: transaction({ name: 'Kundin GmbH' }) }))
    expect(
      (await proposed()).map((one) => [
        one.target_document_id,
        one.proposed_amount,
        one.together_with,
        one.score,
        one.reasons,
      ]),
    ).to.deep.equal([[bill.id, chf(40_000), [note.id], 52, ['set_off', 'name']]])
    const { status, text } = await allocate(came.id, [
      [bill.id, 50_000],
      [note.id, -10_000],
    ])
    expect(status, text).to.equal(201)
    expect([await openOf('documents', bill.id), await openOf('documents', note.id), await proposed()]).to.deep.equal([
      0,
      0,
      [],
    ])
  })

  it('of equal amounts and other names nothing is proposed', async () => {
    await owed(-8_100, { supplier: { name: 'Papier AG' } })
    await invoiced(-5_000, { customer: { name: 'Kundin GmbH' } })
    await paid(
      bankEntry({ amount: '81.00', details: transaction({ name: 'Kiosk Nord' }) }),
      debited('50.00', transaction({ name: 'Kiosk Nord' })),
    )
    expect(await proposed()).to.deep.equal([])
  })
})

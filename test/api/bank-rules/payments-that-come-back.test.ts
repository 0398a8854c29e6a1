import { expect } from 'chai'
import { quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { chf, debit, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { e2e, returnsOf } from '../bank-returns/books-with-returns.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { RULES } from './rule-requests.ts'

const IBAN_OF_LANDLORD = 'CH9300762011623852957'

/** No settlement is there to be reversed: the voucher of the rule has paid. */
describe('what an automatic rule has paid and the bank gives back', () => {
  const books = booksToSettle()
  const { customer, owed, list, openOf } = books
  const { moved, bookingState, differences } = returnsOf(books)
  const named = e2e('R-10')
  const back = { amount: '108.10', direction: 'CRDT', date: '2026-04-09', reason: 'AC04' } as const

  it('is proposed with the lines of the voucher that opens the payable again', async () => {
    const rule = {
      ...{ end_customer_id: customer(), name: 'Miete', mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator: 'DBIT', counterparty_iban: IBAN_OF_LANDLORD },
      action: { text: 'Miete', settle_payable_of: { name: 'Papeterie Muster AG' } },
    }
    const made = await post(RULES, rule as never)
    expect(made.status, made.text).to.equal(201)
    const payable = await owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
    const paid = await moved({ amount: '108.10', named, creditor_iban: IBAN_OF_LANDLORD })
    expect([await bookingState(paid.id), await openOf('supplier-payables', payable.id)]).to.deep.equal(['booked', 0])
    await moved({ ...back, named: e2e('R-11') })
    expect(await list('settlement-candidates')).to.deep.equal([])
    const returning = await moved({ ...back, named })
    const [candidate, ...others] = await list('settlement-candidates')
    expect(others).to.deep.equal([])
    const { entry_id, target_supplier_payable_id, proposed_amount, score, reasons, voucher_lines } = there(candidate)
    expect([entry_id, target_supplier_payable_id, proposed_amount]).to.deep.equal([
      ...[returning.id, payable.id, chf(-10_810)],
    ])
    expect([score, reasons]).to.deep.equal([100, ['end_to_end_id', 'amount', 'refund']])
    const lines = [debit('1020', 10_810), ...voucher_lines]
    const payload = { lines, bank_entries: [{ entry_id, amount: chf(10_810) }] }
    const request = voucher(customer(), { business_date: '2026-04-09', payload })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    await quietly(customer())
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    expect([await bookingState(paid.id), await bookingState(returning.id)]).to.deep.equal(['booked', 'booked'])
    expect(await list('settlement-candidates')).to.deep.equal([])
    expect(await differences('2026-04-08')).to.deep.equal([])
  })
})

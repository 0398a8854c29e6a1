import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { createRule } from '../../bank-rules/rule-requests.ts'
import { booksToOrder, HOLZ_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const toHolz = (amount = '') => `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
  ${amount && `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`}<RltdPties><Cdtr><Pty><Nm>Holz</Nm></Pty></Cdtr>
  <CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

/** The expense stands in the books twice then, and an order would pay it twice, too. */
describe('orders of payables whose debit is booked as something else', () => {
  const { customer, owedToHolz, order, paid, list, settle } = booksToOrder()
  const owed = (amount: number, more: object = {}) =>
    owedToHolz(amount, { document_date: date, due_date: date, ...more })
  const debited = async (amount: string, details = toHolz()) => {
    await paid(bankEntry({ amount, direction: 'DBIT', date, details }))
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  const bookedByHand = async (entry_id: string, lines: object[]) => {
    const request = voucher(customer(), { business_date: date, payload: { lines, bank_entries: [{ entry_id }] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body.id
  }
  const asExpense = (entry_id: string, amount: number) =>
    bookedByHand(entry_id, [debit('6500', amount), credit('1020', amount)])
  const warned = async (payable: { readonly id: string }, more: object = {}) => {
    const { status, body, text } = await order({ payables: [payable.id], ...more })
    expect(status, text).to.equal(201)
    return body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)
  }

  it('warn where a voucher has booked it by hand, until its id is sent', async () => {
    const payable = await owed(10_000, { document_number: 'H-101' })
    const { id } = await debited('100.00')
    await asExpense(id, 10_000)
    expect(await warned(payable)).to.deep.equal([`debit_booked_otherwise ${id}`])
    const accepted = await owed(10_000, { document_number: 'H-102' })
    expect(await warned(accepted, { accepted_debits: [id] })).to.deep.equal([])
  })

  it('warn where an automatic rule had booked it before the document came', async () => {
    const { status, text } = await createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator: 'DBIT', amount_from: chf(1) },
      action: { text: 'Aufwand', lines: [{ account_code: '6500' }] },
    })
    expect(status, text).to.equal(201)
    const entry = await debited('100.00')
    expect(entry.booking_state).to.equal('booked')
    expect(await warned(await owed(10_000))).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
  })

  it('warn where the bank had named the supplier in its text alone', async () => {
    const payable = await owed(10_000)
    const [{ id }] = [await debited('100.00', '<TxDtls><AddtlTxInf>SCHREINEREI HOLZ GMBH, BERN</AddtlTxInf></TxDtls>')]
    await asExpense(id, 10_000)
    expect(await warned(payable)).to.deep.equal([`debit_booked_otherwise ${id}`])
  })

  it('warn of a discount that was taken, and of a part of a collective debit', async () => {
    const discounted = await owed(20_000, { discount_terms: [{ days: 10, discount_bp: 200 }] })
    const less = await debited('196.00')
    await asExpense(less.id, 19_600)
    expect(await warned(discounted)).to.deep.equal([`debit_booked_otherwise ${less.id}`])
    const part = await owed(30_000)
    const collective = await debited('310.00', toHolz('300.00') + toHolz('10.00'))
    await asExpense(collective.id, 31_000)
    expect(await warned(part)).to.deep.equal([`debit_booked_otherwise ${collective.id}`])
  })

  it('are silent where it is booked for another payable or has another amount', async () => {
    const other = await owed(10_000, { document_number: 'H-101' })
    const { canonical_entry_hash: evidence_sha256 } = await debited('100.00')
    expect((await settle(other.id, 10_000, { evidence_sha256, settlement_date: date })).status).to.equal(201)
    await asExpense((await debited('99.00')).id, 9_900)
    expect(await warned(await owed(10_000, { document_number: 'H-102' }))).to.deep.equal([])
  })
})

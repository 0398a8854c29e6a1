import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry, camt054Message } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { eventually, quietly } from '../../../support/books.ts'
import { get, notify, post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, HOLZ_IBAN, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id>`
const toHolz = (id = 'NOTPROVIDED', amount = '') => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>
  ${amount && `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`}<RltdPties><Cdtr><Pty><Nm>Holz</Nm></Pty></Cdtr>
  <CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
const HELD = [422, '/payables/0 debit_not_booked']

/** The bank statement comes days after the notification. */
describe('payables that a debit which only a notification tells may have paid', () => {
  const { customer, owedToHolz, order, withdraw, paid, list } = booksToOrder()
  const owed = (amount: number, more: object = {}) =>
    owedToHolz(amount, { document_date: date, due_date: date, ...more })
  const notified = async (amount: string, details: string, more: object = {}) => {
    const told = bankEntry({ amount, direction: 'DBIT', date, details, ...more })
    const { body } = await notify(customer(), camt054Message({ bankAccount, bankEntries: told }), { wait: 10 })
    expect(body.state).to.equal('imported')
    await quietly(customer())
    return there((await list('camt-054/entries')).at(-1)).id
  }
  const ordered = async (...payables: { id: string }[]) => {
    const { body, text } = await order({ payables: payables.map(({ id }) => id), execution_date: date })
    expect(body.payments, text).to.have.length(payables.length)
    return body
  }
  const again = async (payable: { id: string }, more: object = {}) => {
    const { status, text } = await order({ payables: [payable.id], ...more })
    return status === 201 ? [201] : [status, ...detailsOf(text)]
  }
  const reversed = async (payable: { id: string; source_fact_id: { id: string | null } }) => {
    const path =
      `/v1/source-facts/${there(payable.source_fact_id.id)}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
    await post(path, { end_customer_id: customer(), reason: 'falsch erfasst' }, { wait: 10 })
    await eventually(async () => (await get(`/v1/supplier-payables/${payable.id}`)).body.state === 'reversed')
  }

  it('are held back where the document of the payment that it names is entered anew, until its id is sent', async () => {
    const old = await owed(54_050)
    const { id, payments } = await ordered(old)
    await withdraw(id)
    const told = await notified('540.50', toHolz(there(payments[0]).end_to_end_id))
    await reversed(old)
    const anew = await owed(54_050)
    expect(await again(anew)).to.deep.equal(HELD)
    expect(await again(anew, { accepted_debits: [told] })).to.deep.equal([201])
  })

  it('are held back by a batch that it names with its sum, and of one whose document is entered anew', async () => {
    const ofOther = {
      supplier: holz({ name: 'Metallbau Eisen AG', iban: OTHER_IBAN }),
      supplier_external_reference: 'L-8',
    }
    const [wood, metal] = [await owed(10_000), await owed(5_405, ofOther)]
    const { id, batches } = await ordered(wood, metal)
    await withdraw(id)
    const batch = `<Btch><PmtInfId>${there(batches[0]).payment_information_id}</PmtInfId></Btch>`
    await notified('154.05', batch)
    expect([await again(wood), await again(metal)]).to.deep.equal([HELD, HELD])
    await reversed(wood)
    expect(await again(await owed(10_000))).to.deep.equal(HELD)
  })

  it('are held back by the name and amount of e-banking, alone and as a part, and not once a bank statement has it', async () => {
    const [one, other] = [await owed(10_000), await owed(20_000)]
    await notified('100.00', toHolz())
    await notified('230.00', toHolz('NOTPROVIDED', '200.00') + toHolz('NOTPROVIDED', '30.00'))
    expect([await again(one), await again(other)]).to.deep.equal([HELD, HELD])
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details: toHolz() }))
    const [entry] = await list('camt-053/entries')
    expect(await again(one, { accepted_debits: [there(entry).id] })).to.deep.equal([201])
  })

  it('are held back by a part, whatever else comes back with its amount', async () => {
    const owes = await owed(20_000)
    await notified('230.00', toHolz('WOOD-1', '200.00') + toHolz('WOOD-2', '30.00'))
    await notified('230.00', toHolz('OTHER-1'), { direction: 'CRDT' })
    expect(await again(owes)).to.deep.equal(HELD)
    await notified('230.00', toHolz('WOOD-2'), { direction: 'CRDT' })
    expect(await again(owes)).to.deep.equal([201])
  })

  it('are free where the bank takes it back, or rejects the payment after it', async () => {
    const [one, other, third] = [await owed(10_000), await owed(20_000), await owed(30_000)]
    const { id, message_id, payments, batches } = await ordered(one, other, third)
    const [first, second, last] = payments.map(({ end_to_end_id }) => end_to_end_id)
    for (const [amount, name] of [
      ['100.00', first],
      ['200.00', second],
      ['300.00', last],
    ] as const)
      await notified(amount, toHolz(name))
    const payment = { id: there(second), status: 'RJCT' }
    const batch = { id: there(batches[0]).payment_information_id, payments: [payment] }
    const headers = { 'Content-Type': 'application/xml' }
    const path = `/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`
    const report = await post(
      path as '/v1/payment-orders/:payment_order_id/status-reports',
      statusReport(message_id, {}, [batch]),
      { headers },
    )
    expect(report.status, report.text).to.equal(201)
    await withdraw(id, { end_to_end_ids: [there(first), there(last)] })
    await notified('100.00', toHolz(first), { direction: 'CRDT', reversal: 'true' })
    expect([await again(one), await again(other)]).to.deep.equal([[201], [201]])
    expect(await again(third)).to.deep.equal([409, '/payables/0 already_debited'])
    const told = (await list('camt-054/entries')).find(({ amount }) => amount.amount_minor === 30_000)
    expect(await again(third, { accepted_debits: [there(told).id] })).to.deep.equal([201])
  })
})

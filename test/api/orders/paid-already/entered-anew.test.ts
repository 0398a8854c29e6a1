import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf, HOLZ_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const named = (id: string | undefined) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`
const toHolz = `<TxDtls><RltdPties><CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

/** Another payable has the order, and the debit of the bank. */
describe('a payable like one that the bank has paid by an order', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  const paidOut = (amount: string, details: string) => paid(bankEntry({ amount, direction: 'DBIT', date, details }))
  const entryOf = async (amount: number) =>
    there((await list('camt-053/entries')).find((one) => one.amount.amount_minor === amount))
  const ordered = async (...payables: { id: string }[]) => {
    const { body, text } = await order({ payables: payables.map(({ id }) => id), execution_date: date })
    expect(body.payments, text).to.have.length(payables.length)
    return { order_id: body.id, ids: body.payments.map(({ end_to_end_id }) => end_to_end_id) }
  }
  const again = async (payable: { id: string }, more: object = {}) => {
    const { status, text } = await order({ payables: [payable.id], ...more })
    return status === 201 ? [201] : [status, ...detailsOf(text)]
  }
  const HELD = [422, '/payables/0 debit_not_booked']
  const reversed = async (payable: { id: string; source_fact_id: { id: string | null } }) => {
    const path =
      `/v1/source-facts/${there(payable.source_fact_id.id)}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
    const { status, text } = await post(path, { end_customer_id: customer(), reason: 'falsch erfasst' }, { wait: 10 })
    expect(status, text).to.equal(202)
    await eventually(async () => (await get(`/v1/supplier-payables/${payable.id}`)).body.state === 'reversed')
  }
  const booked = async (amount: number, entry_id: string) => {
    const payload = { lines: [debit('6500', amount), credit('1020', amount)], bank_entries: [{ entry_id }] }
    const { body } = await post(VOUCHERS, voucher(customer(), { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }

  it('is held back where its document was reversed and is entered anew, by the debit that names the old order: 540.50', async () => {
    const document = { document_number: 'R-77', payment_reference: 'RF18539007547034' }
    const old = await owedToHolz(54_050, document)
    const { order_id, ids } = await ordered(old)
    await withdraw(order_id)
    await paidOut('540.50', named(ids[0]))
    await reversed(old)
    const anew = await owedToHolz(54_050, document)
    expect(await again(anew)).to.deep.equal(HELD)
    const { id } = await entryOf(54_050)
    // Also where something else has booked it that is no payment of a document.
    await booked(54_050, id)
    expect(await again(anew)).to.deep.equal(HELD)
    expect(await again(anew, { accepted_debits: [id] })).to.deep.equal([201])
  })

  it('is held back by the debit that names nothing, and free once that is settled: 540.50', async () => {
    const old = await owedToHolz(54_050)
    await withdraw((await ordered(old)).order_id)
    await reversed(old)
    await paidOut('540.50', toHolz)
    const anew = await owedToHolz(54_050)
    expect(await again(anew)).to.deep.equal(HELD)
    const other = await owedToHolz(54_050)
    const { canonical_entry_hash: evidence_sha256 } = await entryOf(54_050)
    const { status, text } = await settle(other.id, 54_050, { evidence_sha256, settlement_date: date })
    expect(status, text).to.equal(201)
    expect(await again(anew)).to.deep.equal([201])
  })

  it('is held back by the debit of its twin that the debit for it has settled: no third payment of 2 times 200.00', async () => {
    const [first, second] = [await owedToHolz(20_000), await owedToHolz(20_000)]
    const { order_id, ids } = await ordered(first, second)
    await paidOut('200.00', toHolz)
    const { canonical_entry_hash: evidence_sha256 } = await entryOf(20_000)
    // The debit for the first one settles the second one.
    const { status, text } = await settle(second.id, 20_000, { evidence_sha256, settlement_date: date })
    expect(status, text).to.equal(201)
    await withdraw(order_id, { end_to_end_ids: [there(ids[0])] })
    expect(await again(first)).to.deep.equal([201])
    const anew = (await list('payment-orders')).at(-1)
    await withdraw(there(anew).id)
    await paidOut('200.00', named(ids[1]))
    expect(await again(first)).to.deep.equal(HELD)
    // It pays the first one: then nothing is left.
    const own = there(
      (await list('camt-053/entries')).find(({ canonical_entry_hash }) => canonical_entry_hash !== evidence_sha256),
    )
    const rest = await settle(first.id, 20_000, { evidence_sha256: own.canonical_entry_hash, settlement_date: date })
    expect(rest.status, rest.text).to.equal(201)
    expect(await again(first)).to.deep.equal([409, '/payables/0 nothing_open'])
    expect(await again(await owedToHolz(20_000))).to.deep.equal([201])
  })
})

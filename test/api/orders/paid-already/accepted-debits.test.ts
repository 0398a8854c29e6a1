import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { publicId } from '../../../../shared/process/ids.ts'
import { bankEntry, camt053Message, camt054Message } from '../../../camt053/messages.ts'
import { get, itemsOf, notify, post, upload } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf, HOLZ_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const toHolz = `<TxDtls><RltdPties><CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

/** Debits that somebody has checked: they have paid something else. */
describe('the debits that an order accepts', () => {
  const { customer, owedToHolz, order, request, withdraw, paid, list, orderedOf, settle } = booksToOrder()
  const tried = (more: object) => post('/v1/payment-orders?dry_run=true', request(more), { idempotencyKey: null })

  it('422: each id that is no bank entry of the end customer is named, in the order and in its trial', async () => {
    const other = await newKmuCustomer()
    await upload(other, camt053Message(), { wait: 20 })
    const ofOther = there((await itemsOf('camt-053/entries', other))[0])
    const payable = await owedToHolz(10_000)
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date }))
    const own = there((await list('camt-053/entries'))[0])
    const unknown = publicId('camt053_entry', '01890000-0000-7000-8000-000000000000')
    const accepted_debits = [own.id, unknown, ofOther.id, payable.id, 'x']
    for (const ask of [tried, order]) {
      const { status, text } = await ask({ payables: [payable.id], accepted_debits })
      expect([status, ...detailsOf(text)], text).to.deep.equal([
        422,
        ...[1, 2, 3, 4].map((place) => `/accepted_debits/${place} not_found`),
      ])
    }
    expect(await orderedOf(payable.id)).to.equal(null)
    expect((await order({ payables: [payable.id], accepted_debits: [own.id, own.id] })).status).to.equal(201)
  })

  it('422: what is no debit is named: a credit, a reversal, one for information and a payment of a credit; and no pending one', async () => {
    const payable = await owedToHolz(10_000)
    const statusIs = (code: string) => ({ status: `<Sts><Cd>${code}</Cd></Sts>` })
    const [payment] = await paid(
      bankEntry({ amount: '1.00', direction: 'CRDT', date }),
      bankEntry({ amount: '2.00', direction: 'DBIT', date, reversal: 'true' }),
      bankEntry({ amount: '3.00', direction: 'DBIT', date, ...statusIs('INFO') }),
      bankEntry({ amount: '6.00', direction: 'DBIT', date, ...statusIs('PDNG') }),
      bankEntry({ amount: '4.00', direction: 'DBIT', date }),
    )
    await notify(customer(), camt054Message({ bankEntries: bankEntry({ amount: '5.00', date }) }), { wait: 20 })
    const entries = await list('camt-053/entries')
    const [notification] = await list('camt-054/entries')
    const idOf = (minor: number) => there(entries.find(({ amount }) => amount.amount_minor === minor)).id
    const wrong = [idOf(100), idOf(200), idOf(300), there(payment).id, there(notification).id]
    const accepted_debits = [idOf(400), ...wrong, idOf(600)]
    for (const ask of [tried, order]) {
      const { status, text } = await ask({ payables: [payable.id], accepted_debits })
      expect([status, ...detailsOf(text)], text).to.deep.equal([
        422,
        '/accepted_debits/1 not_allowed',
        '/accepted_debits/2 not_allowed',
        '/accepted_debits/3 not_allowed',
        '/accepted_debits/4 not_found',
        '/accepted_debits/5 not_allowed',
      ])
    }
    expect((await order({ payables: [payable.id], accepted_debits: [idOf(400)] })).status).to.equal(201)
  })

  const toBeBooked = (amount: string, text = '') =>
    bankEntry({ amount, direction: 'DBIT', date, details: toHolz, text })
  /** The bank had booked it today, and its bank statement came before the order. */
  const known = async (...amounts: string[]) => {
    await paid(...amounts.map((amount) => toBeBooked(amount)))
    return list('camt-053/entries')
  }
  const settledWith = (id: string, amount: number, entry: { canonical_entry_hash: string }) =>
    settle(id, amount, { evidence_sha256: entry.canonical_entry_hash, settlement_date: date })
  const accepting = (id: string, entries: { id: string }[], more: object = {}) =>
    order({ payables: [id], execution_date: date, accepted_debits: entries.map((entry) => entry.id), ...more })

  it('settle nothing of it: the file pays the payable all the same, until that payment is withdrawn', async () => {
    const payable = await owedToHolz(10_000)
    const entries = await known('100.00')
    const { status, body, text } = await accepting(payable.id, entries)
    expect(status, text).to.equal(201)
    const refused = await settledWith(payable.id, 10_000, there(entries[0]))
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([409, '/evidence_sha256 already_ordered'])
    expect(refused.text).to.include(body.id)
    await withdraw(body.id)
    expect((await settledWith(payable.id, 10_000, there(entries[0]))).status).to.equal(201)
  })

  it('settle the rest of a payable of which a part is ordered, and do not pay that part: 150.00 and 250.00 beside 400.00', async () => {
    const payable = await owedToHolz(100_000)
    const entries = await known('150.00', '250.00')
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
    const { body, text } = await accepting(payable.id, entries, { instructions })
    for (const entry of entries)
      expect((await settledWith(payable.id, entry.amount.amount_minor, entry)).status, text).to.equal(201)
    const states = async () => (await get(`/v1/payment-orders/${body.id}`)).body.payments.map(({ state }) => state)
    expect(await states()).to.deep.equal(['ordered'])
    expect((await orderedOf(payable.id))?.payment_order_id).to.equal(body.id)
  })

  it('warn where a voucher books one for the payable, and not where it books a debit that came since', async () => {
    const warned = async (payable: { id: string }, entry: { id: string }) => {
      const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
      const lines = [debit('2000', 10_000, { open_item }), credit('1020', 10_000)]
      const payload = { lines, bank_entries: [{ entry_id: entry.id }] }
      const { body } = await post(VOUCHERS, voucher(customer(), { business_date: date, payload }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return (body.warnings ?? []).map(({ code }) => code)
    }
    const [first, second] = [await owedToHolz(10_000), await owedToHolz(10_000)]
    const entries = await known('100.00')
    expect((await accepting(first.id, entries)).status).to.equal(201)
    expect((await accepting(second.id, entries)).status).to.equal(201)
    await paid(toBeBooked('100.00', 'Auftrag'))
    const later = (await list('camt-053/entries')).find(({ id }) => id !== there(entries[0]).id)
    expect(await warned(first, there(entries[0]))).to.deep.equal(['item_ordered'])
    expect(await warned(second, there(later))).to.deep.equal([])
  })
})

import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry, camt054Message } from '../../camt053/messages.ts'
import { eventually, quietly } from '../../support/books.ts'
import { get, notify, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, HOLZ_IBAN, holz, OTHER_IBAN } from './books-to-order.ts'

const today = todayInSwitzerland()
const booked = (amount: string, details = '') =>
  bankEntry({ amount, direction: 'DBIT', date: today, details }).replace(
    '</ValDt>',
    '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>',
  )
const named = (id: string, amount = '') =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount && `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`}</TxDtls>`
const toHolz = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Holz</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

/** What the bank has made already is not ordered again. */
describe('a payable whose order was withdrawn', () => {
  const { customer, owedToHolz, order, request, withdraw, paid, list, settle } = booksToOrder()
  const withdrawn = async (amount = 10_000, payload: object = {}) => {
    const payable = await owedToHolz(amount, payload)
    const { body, text } = await order({ payables: [payable.id], execution_date: today })
    expect(body.payments, text).to.have.length(1)
    await withdraw(body.id)
    return { payable, order_id: body.id, id: there(body.payments[0]).end_to_end_id }
  }
  const refused = async (payable: { id: string }) => {
    const { status, text } = await order({ payables: [payable.id] })
    return [status, ...detailsOf(text)]
  }
  /** Something else takes all of the first bank entry. */
  const bookAsExpense = async (amount: number) => {
    const entry_id = there((await list('camt-053/entries'))[0]).id
    const bank_entries = [{ entry_id, amount: chf(amount) }]
    const lines = [debit('6500', amount), credit('1020', amount)]
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, bank_entries } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }
  const elsewhere = async (order_id: string) =>
    (await get(`/v1/payment-orders/${order_id}`)).body.payments.map((one) => one.unsettled_entry_ids)

  it('is not ordered again from the moment of the import that names it, nor where a voucher has booked that', async () => {
    const { payable, order_id, id } = await withdrawn()
    await paid(booked('100.00', named(id)))
    expect(await refused(payable)).to.deep.equal([409, '/payables/0 already_debited'])
    const entry = there((await list('camt-053/entries'))[0])
    expect(await elsewhere(order_id)).to.deep.equal([[entry.id]])
    await bookAsExpense(10_000)
    expect(await refused(payable)).to.deep.equal([409, '/payables/0 already_debited'])
    expect(await elsewhere(order_id)).to.deep.equal([[entry.id]])
  })

  it('is not ordered again for the rest of a debit that is settled in part: 960.00 or 600.00 of 1000.00', async () => {
    const { payable, order_id, id } = await withdrawn(100_000)
    await paid(booked('1000.00', named(id)))
    const entry = there((await list('camt-053/entries'))[0])
    for (const amount of [60_000, 36_000, 4_000]) {
      expect(await refused(payable)).to.deep.equal([409, '/payables/0 already_debited'])
      expect(await elsewhere(order_id)).to.deep.equal([[entry.id]])
      const { status, text } = await settle(payable.id, amount, { evidence_sha256: entry.canonical_entry_hash })
      expect(status, text).to.equal(201)
    }
    expect(await elsewhere(order_id)).to.deep.equal([[]])
  })

  it('is not ordered again where a notification names the payments of what a voucher has booked: 130.00', async () => {
    const [wood, metal] = [await owedToHolz(10_000), await owedToHolz(3_000)]
    const { body } = await order({ payables: [wood.id, metal.id], execution_date: today })
    await paid(booked('130.00'))
    await bookAsExpense(13_000)
    const [one, other] = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    const told = booked('130.00', named(there(one), '100.00') + named(there(other), '30.00'))
    const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id>`
    const { body: imported } = await notify(customer(), camt054Message({ bankAccount, bankEntries: told }), {
      wait: 10,
    })
    const { warnings } = (await get(`/v1/camt-054/imports/${imported.id}`)).body
    const entry = there((await list('camt-053/entries'))[0])
    expect(warnings.map(({ code, entry_id }) => [code, entry_id])).to.deep.equal([['ordered_payment_booked', entry.id]])
    await withdraw(body.id)
    expect(await elsewhere(body.id)).to.deep.equal([[entry.id], [entry.id]])
    expect(await refused(metal)).to.deep.equal([409, '/payables/0 already_debited'])
  })

  it('is no warning of a notification while what is left of the debit still pays it: 100.00 of 130.00', async () => {
    const [wood, metal] = [await owedToHolz(10_000), await owedToHolz(3_000)]
    const { body } = await order({ payables: [wood.id, metal.id], execution_date: today })
    await paid(booked('130.00'))
    await bookAsExpense(3_000)
    const [one, other] = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    const told = booked('130.00', named(there(one), '100.00') + named(there(other), '30.00'))
    const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id>`
    const message = camt054Message({ bankAccount, bankEntries: told })
    const { body: imported } = await notify(customer(), message, { wait: 10 })
    const { warnings } = (await get(`/v1/camt-054/imports/${imported.id}`)).body
    expect(warnings).to.deep.equal([])
  })

  it('is ordered again beside the debit of its batch that pays the others: 100.00 of 150.00', async () => {
    const [wood, metal] = [await owedToHolz(10_000), await owedToHolz(5_000)]
    const { body } = await order({ payables: [wood.id, metal.id], execution_date: today })
    const { payment_information_id } = there(body.batches[0])
    await withdraw(body.id, { end_to_end_ids: [there(body.payments[1]).end_to_end_id] })
    await paid(booked('100.00', `<Btch><PmtInfId>${payment_information_id}</PmtInfId></Btch>`))
    const { status, text } = await order({ payables: [metal.id] })
    expect(status, text).to.equal(201)
    await withdraw(body.id)
    expect(await refused(wood)).to.deep.equal([409, '/payables/0 already_debited'])
    await bookAsExpense(10_000)
    expect(await refused(wood)).to.deep.equal([409, '/payables/0 already_debited'])
  })

  it('is ordered again beside a debit that fits its payment only where that is accepted by name', async () => {
    const { payable } = await withdrawn()
    await paid(booked('100.00', toHolz))
    await quietly(customer())
    const entry = there((await list('camt-053/entries'))[0])
    const { status, text } = await order({ payables: [payable.id] })
    expect([status, ...detailsOf(text)]).to.deep.equal([422, '/payables/0 debit_not_booked'])
    expect(text).to.include(entry.id)
    const again = { payables: [payable.id], accepted_debits: [entry.id] }
    const tried = await post('/v1/payment-orders?dry_run=true', request({ payables: [payable.id] }), {
      idempotencyKey: null,
    })
    const { payments } = tried.body as unknown as { payments: { defects: { code: string }[] }[] }
    expect(payments.map(({ defects }) => defects.map(({ code }) => code))).to.deep.equal([['debit_not_booked']])
    expect((await order(again)).status).to.equal(201)
  })

  it('tells the IBAN of its partner where the bank has paid it all the same', async () => {
    const { payable, id } = await withdrawn(10_000, { supplier: holz({ iban: OTHER_IBAN }) })
    await paid(booked('100.00', named(id)))
    await eventually(async () => (await list('settlement-candidates')).length === 1)
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    expect((await settle(payable.id, 10_000, { evidence_sha256 })).status).to.equal(201)
    const { status, text } = await order({ payables: [(await owedToHolz(500)).id] })
    expect([status, ...detailsOf(text)]).to.deep.equal([422, '/payables/0 iban_changed'])
    expect(text).to.include(OTHER_IBAN)
  })

  it('keeps the debit of another payment for that one: beside one of its order, of another, and the rest of a part', async () => {
    const [a, b, c] = [await owedToHolz(10_000), await owedToHolz(10_000), await owedToHolz(10_000)]
    const both = await order({ payables: [a.id, b.id], execution_date: today })
    const alone = await order({ payables: [c.id], execution_date: today })
    const idOf = (payable: { id: string }) =>
      there([...both.body.payments, ...alone.body.payments].find((one) => one.supplier_payable_id === payable.id))
    const { end_to_end_id, payment_information_id } = idOf(b)
    const details = `<TxDtls><Refs><PmtInfId>${payment_information_id}</PmtInfId><EndToEndId>${end_to_end_id}</EndToEndId></Refs></TxDtls>`
    await paid(booked('100.00', details))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const partly = await owedToHolz(108_100)
    const instructions = [{ supplier_payable_id: partly.id, amount: chf(40_000) }]
    expect((await order({ payables: [partly.id], instructions, execution_date: today })).status).to.equal(201)
    for (const other of [a, c, partly]) {
      const { status, text } = await settle(other.id, 10_000, { evidence_sha256, settlement_date: today })
      expect([status, ...detailsOf(text)], text).to.deep.equal([409, '/evidence_sha256 already_ordered'])
    }
    expect((await settle(b.id, 10_000, { evidence_sha256, settlement_date: today })).status).to.equal(201)
  })

  it('whose part is ordered is paid by a voucher that books the debit naming it, and by two debits: 400.00 of 1,081.00', async () => {
    const part = async () => {
      const payable = await owedToHolz(108_100)
      const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
      const { body } = await order({ payables: [payable.id], instructions, execution_date: today })
      const states = async () => (await get(`/v1/payment-orders/${body.id}`)).body.payments.map(({ state }) => state)
      return { payable, id: there(body.payments[0]).end_to_end_id, states }
    }
    const one = await part()
    await paid(booked('400.00', named(one.id)))
    const bank_entries = [{ entry_id: there((await list('camt-053/entries'))[0]).id }]
    const open_item = { supplier_payable_id: one.payable.id, purpose: 'payment' }
    const lines = [debit('2000', 40_000, { open_item }), credit('1020', 40_000)]
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, bank_entries } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    expect(await one.states()).to.deep.equal(['paid'])
    const reversal = `/v1/source-facts/${body.id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
    await post(reversal, { end_customer_id: customer(), reason: 'falsch' }, { wait: 10 })
    expect(await one.states()).to.deep.equal(['ordered'])
    const told = (await list('events', '&limit=500')).map(({ event_type }) => event_type)
    const ofOrders = told.filter((event_type) => /^payment_order.(paid|reopened)$/.test(event_type))
    expect(ofOrders).to.deep.equal(['payment_order.paid', 'payment_order.reopened'])

    const other = await part()
    const half = (ref: string) => bankEntry({ amount: '200.00', direction: 'DBIT', date: today, ref, details: toHolz })
    await paid(half('1'), half('2'))
    const halves = (await list('camt-053/entries')).filter(({ amount }) => amount.amount_minor === 20_000)
    const states: string[] = []
    for (const { canonical_entry_hash: evidence_sha256 } of halves) {
      const { status, text } = await settle(other.payable.id, 20_000, { evidence_sha256, settlement_date: today })
      expect(status, text).to.equal(201)
      states.push(...(await other.states()))
    }
    expect(states).to.deep.equal(['ordered', 'paid'])
  })
})

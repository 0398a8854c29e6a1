import { expect } from 'chai'
import { blockersOf, factOf, linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'

describe('customer invoices and journal vouchers', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })

  it('a line of a voucher has exactly one side, an amount above zero, and there are two of them at least', async () => {
    const refused = async (...lines: object[]) => {
      const { status, body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }))
      return [status, ...body.error.details.map(({ pointer, code }) => `${pointer} ${code}`)]
    }
    const both = { ...debit('6500', 1), ...credit('6500', 1) }
    expect(await refused(both, { account_code: '1520' })).to.deep.equal([
      422,
      '/payload/lines/0 exactly_one',
      '/payload/lines/1 exactly_one',
    ])
    expect(await refused(debit('6500', 0), credit('1520', 1))).to.deep.equal([
      422,
      '/payload/lines/0/debit/amount_minor out_of_range',
    ])
    expect(await refused(debit('6500', 1), credit('1520', -1))).to.deep.equal([
      422,
      '/payload/lines/1/credit/amount_minor out_of_range',
    ])
    expect(await refused(debit('6500', 1))).to.deep.equal([422, '/payload/lines length'])
  })

  it('a voucher that is blocked says where, and books itself once the account is there', async () => {
    const lines = [debit('6500', 700), credit('1099', 700, { text: 'noch unklar' })]
    const { body: fact } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
    expect(fact.blockers.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['account_unknown', '/payload/lines/1/account_code'],
    ])
    const accounts = ['1099', '6500'].map((account_code) => ({
      account_code,
      account_name: account_code,
      account_type: account_code === '1099' ? 'asset' : 'expense',
    }))
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2026-01-01', accounts }, { wait: 10 })
    const now = await factOf(fact.id)
    expect(now.state).to.equal('posted')
    const { body: entry } = await get(`/v1/journal-entries/${now.journal_entry_id.id}`)
    expect([entry.description, entry.entry_type, entry.lines[1]?.text]).to.deep.equal([
      'Buchung',
      'standard',
      'noch unklar',
    ])
  })

  it('a voucher is booked in the year of its business date, and refused in a closed one', async () => {
    await post(VOUCHERS, voucher(customer, { business_date: '2025-12-31' }), { wait: 10 })
    const close = { end_customer_id: customer, reason: 'Abschluss' }
    expect((await post('/v1/fiscal-years/FY2025/close', close)).status).to.equal(202)
    const { body: late } = await post(VOUCHERS, voucher(customer, { business_date: '2025-12-31' }), { wait: 10 })
    expect(await blockersOf(late.id)).to.deep.equal(['fiscal_year_closed'])
  })

  it('an equal voucher with the same number is a duplicate; without a number it is another event', async () => {
    const numbered = () => voucher(customer, { payload: { document_number: 'B-7' } })
    await post(VOUCHERS, numbered(), { wait: 10 })
    expect(await blockersOf((await post(VOUCHERS, numbered(), { wait: 10 })).body.id)).to.deep.equal([
      'duplicate_document',
    ])
    await post(VOUCHERS, voucher(customer), { wait: 10 })
    expect((await post(VOUCHERS, voucher(customer), { wait: 10 })).body.state).to.equal('posted')
  })

  it('an invoice opens a receivable document with everything that a payment is found by', async () => {
    const payload = { document_number: 'R-1', payment_reference: 'RF18539007547034' }
    const { body: fact } = await post(INVOICES, invoice(customer, { payload }), { wait: 10 })
    expect(fact.state).to.equal('posted')
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['1100', 10_810, 0],
      ['3400', 0, 10_000],
      ['2200', 0, 810],
    ])
    const { body: list } = await get(`/v1/documents?end_customer_id=${customer}&document_number=R-1&state=open`)
    expect(list.data).to.have.length(1)
    const { body: document } = await get(`/v1/documents/${list.data[0]?.id}`)
    expect(document).to.deep.include({
      object: 'document',
      source_fact_id: { object: 'source_fact', id: fact.id },
      customer_name: 'Kundin GmbH',
      customer_reference: 'K-1',
      due_date: '2026-04-13',
      payment_reference: 'RF18539007547034',
      amount: chf(10_810),
      open_amount: chf(10_810),
      state: 'open',
    })
    expect((await get(`/v1/documents?end_customer_id=${customer}&payment_reference=RF1`)).body.data).to.deep.equal([])
    expect((await get(`/v1/documents/${fact.id}`)).status).to.equal(404)
  })

  it('the same invoice twice, and a newer one for a blocked one', async () => {
    const numbered = () => invoice(customer, { payload: { document_number: 'R-9' } })
    await post(INVOICES, numbered(), { wait: 10 })
    expect(await blockersOf((await post(INVOICES, numbered(), { wait: 10 })).body.id)).to.deep.equal([
      'duplicate_document',
    ])
    const wrong = invoice(customer, { external_reference: 'X-1', payload: { customer: {} } })
    const { body: first } = await post(INVOICES, wrong, { wait: 10 })
    expect(await blockersOf(first.id)).to.deep.equal(['customer_missing'])
    const { body: second } = await post(INVOICES, invoice(customer, { external_reference: 'X-1' }), { wait: 10 })
    expect([(await factOf(first.id)).superseded_by, second.state]).to.deep.equal([second.id, 'posted'])
  })

  it('one body key for all kinds of facts: the same key for another kind is a conflict', async () => {
    const { idempotency_key } = (await post(INVOICES, invoice(customer))).body
    const { status, body } = await post(VOUCHERS, voucher(customer, { idempotency_key }))
    expect([status, body.error.details[0]?.pointer]).to.deep.equal([409, '/idempotency_key'])
  })
})

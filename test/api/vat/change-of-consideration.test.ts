import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { findings, quietly } from '../../support/books.ts'
import { firstOf, post } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chf, INVOICES, invoice, newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { expectRefusal } from '../setup/expect-refusal.ts'
import { filer } from './changed-method/filer.ts'
import { booked } from './records.ts'
import { EFFECTIVE, NET_RATE, NOT_REGISTERED, register } from './register.ts'

const BOTH = { ...NET_RATE, consideration: 'received' } as const
const reverse = (customer: string, id: string) =>
  post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'Storno' }, { wait: 10 })

describe('a change of consideration', () => {
  it('is refused while items with tax are open, and names them', async () => {
    const customer = await newEndCustomer()
    const untaxed = { tax_lines: [taxLine('NONE', 10_810, 0)], document_number: 'R-0' }
    await booked(INVOICES, invoice(customer, { payload: untaxed }))
    const sale = await booked(INVOICES, invoice(customer, { payload: { document_number: 'R-1' } }))
    const purchase = await bookExpense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
    const refused = await register(customer, '2027-01-01', BOTH)
    expectRefusal(refused, 409, 'taxed_items_open')
    expect(refused.body.error.message).to.match(/ doc_\w+, spay_\w+\. /)
    expect((await register(customer, '2027-01-01', NOT_REGISTERED)).status, 'no tax is due any more').to.equal(202)
    expect((await register(customer, '2027-01-01', NET_RATE)).status, 'agreed as before').to.equal(202)
    await reverse(customer, sale.id)
    expectRefusal(await register(customer, '2027-01-01', BOTH), 409, 'taxed_items_open')
    await reverse(customer, purchase.id)
    expect((await register(customer, '2027-01-01', BOTH)).status).to.equal(202)
  })

  it('says the order of two changes, which needs no item to be settled', async () => {
    const customer = await newEndCustomer()
    await booked(INVOICES, invoice(customer, { payload: { document_number: 'R-1' } }))
    const orderOf = async (valid_from: string, registration: object) => {
      const refused = await register(customer, valid_from, registration)
      expectRefusal(refused, 409, 'taxed_items_open')
      return refused.body.error.message.replace(/doc_\w+/, 'doc')
    }
    expect(await orderOf('2027-01-01', BOTH)).to.equal(
      'From 2027-01-01 on no return of the registered method has a line for the tax of open items from before 2027-01-01: doc. Settle them first; or let the method change on 2027-01-01, while their tax stays where it was declared, and the consideration on 2028-01-01.',
    )
    // The method of received consideration does not change alone; both do, to agreed.
    expect((await register(customer, '2027-01-01', { ...EFFECTIVE, consideration: 'received' })).status).to.equal(202)
    expect(await orderOf('2028-01-01', BOTH)).to.include(
      'Settle them first; or report agreed consideration from 2028-01-01 on, too: the last return of the method before then has their tax.',
    )
    expect((await register(customer, '2028-01-01', NET_RATE)).status, 'received before, agreed after').to.equal(202)
    expect(await orderOf('2029-01-01', BOTH)).to.include('from before 2028-01-01: doc. Their tax is that of the method')
  })

  it('may be taken back whatever is open', async () => {
    const customer = await newEndCustomer()
    await register(customer, '2027-01-01', BOTH)
    await booked(INVOICES, invoice(customer))
    expect((await register(customer, '2027-01-01', EFFECTIVE)).status).to.equal(202)
  })
})

describe('a registration that what is posted refuses', () => {
  it('is refused without waiting for the ledger', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
    await service().web.pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`select from ledger_heads where end_customer_id = ${customer} for update`)
      expectRefusal(await register(customer, '2026-01-01', NET_RATE), 409, 'tax_posted')
    })
  })
})

describe('an invoice of before a change of consideration that is booked behind it', () => {
  const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
  const CASES = [
    ['2026-01-03', EFFECTIVE, RECEIVED, [0, 0, 810], ['invoice_before_change_of_consideration']],
    // What the warning says to send.
    ['2025-12-31', EFFECTIVE, RECEIVED, [810, -810, 810], []],
    ['2026-01-03', RECEIVED, EFFECTIVE, [0, 810, 0], []],
  ] as const
  for (const [business_date, before, after, payable, warned] of CASES)
    it(`is declared once: to ${after.consideration}, on ${business_date}`, async () => {
      const { customer, invoiced, returnOf } = await filer([
        ['2025-01-01', before],
        ['2026-01-01', after],
      ])
      const dated = { document_date: '2025-12-31' }
      const fact = await invoiced(business_date, 10_810, [taxLine('V81', 10_000, 810)], dated)
      expect(fact.warnings?.map(({ code }) => code)).to.deep.equal(warned)
      const { id: document_id } = await firstOf('documents', customer, `&source_fact_id=${fact.id}`)
      await quietly(customer)
      const paid = { end_customer_id: customer, account_code: '1000', posting_date: '2026-04-10' }
      await post('/v1/allocations', { ...paid, lines: [{ document_id, amount: chf(10_810) }] }, { wait: 10 })
      const returns = [await returnOf('2025-Q4'), await returnOf('2026-Q1'), await returnOf('2026-Q2')]
      expect(returns.map(({ payable_tax }) => payable_tax.amount_minor)).to.deep.equal(payable)
      expect(returns.map(({ tie }) => tie.is_explained)).to.deep.equal([true, true, true])
    })

  it('names what to send where the return of its day is filed: 8.10 by its correction, and taken back with the change', async () => {
    const { customer, invoiced, returnOf, file } = await filer([
      ['2025-01-01', EFFECTIVE],
      ['2026-01-01', RECEIVED],
    ])
    expect((await file('2025-Q4')).payable).to.equal(0)
    const sale = [taxLine('V81', 10_000, 810)]
    const fact = await invoiced('2026-01-03', 10_810, sale, { document_date: '2025-12-31' })
    expect(fact.warnings?.map(({ message }) => message)).to.deep.equal([
      'Consideration was agreed on 2025-12-31, the day of the invoice, and is received on 2026-01-03: its tax is declared with its payment, and in no return before. Send it again with business_date: 2025-12-31 and vat_period: correction.',
    ])
    expect((await reverse(customer, fact.id)).status).to.equal(202)
    const again = await invoiced('2025-12-31', 10_810, sale, {}, { vat_period: 'correction' })
    const { id: document_id } = await firstOf('documents', customer, `&source_fact_id=${again.id}`)
    await quietly(customer)
    const paid = { end_customer_id: customer, account_code: '1000', posting_date: '2026-04-10' }
    await post('/v1/allocations', { ...paid, lines: [{ document_id, amount: chf(10_810) }] }, { wait: 10 })
    expect((await file('2025-Q4', 'correction')).added).to.equal(810)
    const returns = [await returnOf('2026-Q1'), await returnOf('2026-Q2')]
    expect(returns.map(({ payable_tax }) => payable_tax.amount_minor)).to.deep.equal([-810, 810])
    expect(await findings(customer)).to.deep.equal([])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf, post } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { register } from '../register.ts'

/** Books of an end customer whose consideration changes on 1 January 2026, with documents of December before. */
export function booksOfChange(before: object, after: object) {
  const books = booksOfReceived(before)
  const { customer } = books
  const of = (amount: number, lines: object[], day: string, more: object) => ({
    business_date: day,
    payload: { document_date: day, supply_date: day, gross_amount: chf(amount), tax_lines: lines, ...more },
  })
  const sold = async (day = '2025-12-10', lines = [taxLine('V81', 100_000, 8_100)], more = {}) => {
    const { body } = await post(INVOICES, invoice(customer(), of(108_100, lines, day, more)), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return { ...(await firstOf('documents', customer(), `&source_fact_id=${body.id}`)), fact_id: body.id }
  }
  const bought = async (day = '2025-12-10') => {
    const request = expense(customer(), of(54_050, [taxLine('I81', 50_000, 4_050)], day, {}))
    const { body } = await post(EXPENSES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return firstOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
  }
  const change = async (to = after, on = '2026-01-01') => {
    const { status, body } = await register(customer(), on, to)
    expect(status, JSON.stringify(body)).to.equal(202)
    await transferred(customer())
  }
  let count = 0
  const pay = async (document_id: string, amount: number, more: object) => {
    // Two equal entries in a row would be one that the bank has sent twice.
    const payment = await books.received(bankEntry({ amount: `${2_000 + ++count}.00` }))
    const { body } = await books.allocate(payment.id, [[document_id, amount]], more)
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }
  return { ...books, pay, sold, bought, change }
}

/** Waits until the tax of open items has been looked at. */
async function transferred(end_customer_id: string): Promise<void> {
  const count = () =>
    service().web.pool.oneFirst(sql.type(row<{ done: number }>())`
      select count(*)::integer as done from vat_transfers
      where end_customer_id = ${end_customer_id} and change_number = (
        select max(change_number) from vat_registration_changes where end_customer_id = ${end_customer_id}
      )
    `)
  for (let tries = 0; (await count()) === 0; tries += 1) {
    if (tries > 100) throw new Error('nothing was transferred')
    await sleep(100)
  }
}

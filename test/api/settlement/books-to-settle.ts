import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { camt053Message, IBAN } from '../../camt053/messages.ts'
import { findings } from '../../support/books.ts'
import { firstOf, get, itemsOf, post, upload } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

/** Books of a new end customer for each test, verified after it, and the requests that fill them and pay what is open. */
export function booksToSettle(newCustomer: () => Promise<string> = newKmuCustomer) {
  let end_customer_id: string
  beforeEach(async () => {
    end_customer_id = await newCustomer()
  })
  afterEach(async () => expect(await findings(end_customer_id)).to.deep.equal([]))

  const customer = () => end_customer_id
  return { customer, ...openItemsOf(customer), ...settlementsOf(customer) }
}

/** Open items by their amount in francs, and the payments that a bank statement of these entries makes. */
function openItemsOf(customer: () => string) {
  const list = <const Name extends string>(name: Name, more = '') => itemsOf(name, customer(), more)
  async function invoiced(amount: number, payload: object = {}, more: object = {}) {
    const request = invoice(customer(), { ...more, payload: { gross_amount: chf(amount), tax_lines: [], ...payload } })
    const { body } = await post(INVOICES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return firstOf('documents', customer(), `&source_fact_id=${body.id}`)
  }
  async function owed(amount: number, payload: object = {}) {
    const request = expense(customer(), { payload: { gross_amount: chf(amount), ...payload } })
    const { body } = await post(EXPENSES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return firstOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
  }
  const paid = (...bankEntries: string[]) => stated(IBAN, ...bankEntries)
  /** A bank statement of the account, which an IBAN or a number of the bank names. */
  async function stated(account: string, ...bankEntries: string[]) {
    const id = /^CH/.test(account) ? `<IBAN>${account}</IBAN>` : `<Othr><Id>${account}</Id></Othr>`
    const message = camt053Message({
      header: `<Id>${randomUUID()}</Id>`,
      bankAccount: `<Id>${id}</Id><Ccy>CHF</Ccy>`,
      bankEntries: bankEntries.join(''),
    })
    const { body } = await upload(customer(), message, { wait: 20 })
    expect(body.state).to.equal('imported')
    return list('payments', `&import_id=${body.id}`)
  }
  /** The payment of one credit. */
  const received = async (credit: string) => there((await paid(credit))[0])
  const openOf = async (name: 'documents' | 'payments' | 'supplier-payables', id: string) =>
    (await get(`/v1/${name}/${id}`)).body.open_amount.amount_minor
  return { list, invoiced, owed, paid, stated, received, openOf }
}

function settlementsOf(customer: () => string) {
  const allocate = (payment_id: string, lines: [string, number][], more: object = {}) => {
    const amounts = lines.map(([document_id, amount]) => ({ document_id, amount: chf(amount) }))
    const request = { end_customer_id: customer(), payment_id, lines: amounts, ...more }
    return post('/v1/allocations', request, { wait: 10 })
  }
  const settle = (payable: string, amount: number, more: object = {}) => {
    const settlement = { settlement_date: '2026-04-15', amount: chf(amount), reviewer_justification: 'checked' }
    const request = { end_customer_id: customer(), ...settlement, ...more }
    return post(`/v1/supplier-payables/${payable}/settlements`, request, { wait: 10 })
  }
  return { allocate, settle }
}

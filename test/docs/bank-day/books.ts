import { expect } from 'chai'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { eventually, findings, linesOf } from '../../support/books.ts'
import { get, itemsOf, notify, post, put, upload } from '../../support/client.ts'
import type { Reply } from '../../support/reply.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { ACCOUNT, entriesOf, notificationOf, statementOf } from './files.ts'
import { openDocuments } from './open-documents.ts'

type Order = Reply<'POST', '/v1/payment-orders'>
type Books = { readonly day: string; readonly customer: () => string }
const RULES = [
  { direction: 'DBIT', text: 'Kontoführung', lines: [{ account_code: '6940' }] },
  {
    direction: 'CRDT',
    text: 'Kartenterminal',
    lines: [
      { account_code: '6940', amount: chf(-300) },
      { account_code: '3200', tax_code: 'V81', share_bp: 7_000 },
      { account_code: '3400', tax_code: 'V26' },
    ],
  },
]
const MONEY = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

/** The books of the page about a day at the bank, and what is done with them. */
export function bankDayBooks(day: string) {
  let end_customer_id: string
  const books = { day, customer: () => end_customer_id }
  before(async () => {
    end_customer_id = await newKmuCustomer()
    await put(`/v1/end-customers/${end_customer_id}`, { name: 'Muster & Söhne AG' })
    const mappings = [{ mapping_key: `posting.bank.${ACCOUNT}`, account_code: '1020', valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id, mappings })
    await book(books, [debit('1020', 500_000), credit('2800', 500_000)], { business_date: addDays(day, -2) })
    await send(books, statementOf(addDays(day, -1), 'VORTAG', ['5000.00', '5000.00'], ''))
  })
  after(async () => expect(await findings(end_customer_id)).to.deep.equal([]))
  return {
    documents: () => openDocuments(end_customer_id, day),
    ...bankOf(books),
    ...proposalsOf(books),
    ...vouchersOf(books),
  }
}

async function send({ customer }: Books, statement: string) {
  const { body, text } = await upload(customer(), statement, { wait: 20 })
  expect(body.state, text).to.equal('imported')
}

function bankOf(books: Books) {
  const { day, customer } = books
  return {
    async order(): Promise<Order> {
      const select = { due_through: addDays(day, 5), currency: 'CHF' }
      const request = { end_customer_id: customer(), bank_account: ACCOUNT, execution_date: day, select }
      const { status, body, text } = await post('/v1/payment-orders', request)
      expect(status, text).to.equal(201)
      return body
    },
    async statesOf(order_id: string) {
      return (await get(`/v1/payment-orders/${order_id}`)).body.payments.map(({ state }) => state)
    },
    statement({ batches, payments }: Order) {
      const entries = entriesOf(day, there(batches[0]).payment_information_id, there(payments[1]).end_to_end_id)
      return send(books, statementOf(day, 'TAG', ['5000.00', '7241.70'], entries))
    },
    async notification() {
      const { body } = await notify(customer(), notificationOf(day), { wait: 20 })
      expect(body.state).to.equal('imported')
    },
    async reconciled() {
      const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer()}&date=${day}&bank_account=1020`
      const { body } = await get(path as '/v1/statements/bank-reconciliation')
      const { bank_balance, ledger_balance, differences, is_explained } = body
      const [bank, ledger] = [bank_balance.amount_minor, ledger_balance.amount_minor]
      return { bank, ledger, differences: differences.map(({ kind }) => kind), is_explained }
    },
  }
}

/** What is booked by a proposal, with its discount. */
function proposalsOf({ day, customer }: Books) {
  const discountOf = (amount: number) =>
    amount === 0 ? {} : { deductions: [{ type: 'discount', amount: chf(amount) }] }
  async function proposed(target: string) {
    const find = async () =>
      (await itemsOf('settlement-candidates', customer())).find(
        ({ target_document_id, target_supplier_payable_id }) =>
          target === target_document_id || target === target_supplier_payable_id,
      )
    await eventually(async () => (await find()) !== undefined)
    return there(await find())
  }
  return {
    async settled(payable: string, amount: number, discount = 0) {
      const { score, reasons } = await proposed(payable)
      expect([score, ...reasons]).to.deep.equal([100, 'payment_information_id'])
      const { canonical_entry_hash: evidence_sha256 } = await entryOf(customer(), 138_368)
      const settlement = { settlement_date: day, reviewer_justification: 'order', evidence_sha256 }
      const request = { ...settlement, amount: chf(amount), ...discountOf(discount) }
      const path = `/v1/supplier-payables/${payable}/settlements` as const
      const { body } = await post(path, { end_customer_id: customer(), ...request }, { wait: 10 })
      return linesInWords(body.journal_entry_id)
    },
    async allocated(document_id: string, amount: number, discount = 0) {
      const { payment_id } = await proposed(document_id)
      const lines = [{ document_id, amount: chf(amount), ...discountOf(discount) }]
      const request = { end_customer_id: customer(), payment_id, lines }
      const { body } = await post('/v1/allocations', request, { wait: 10 })
      return linesInWords(body.journal_entry_id)
    },
  }
}

function vouchersOf(books: Books) {
  const { customer } = books
  async function ofEntry(amount: number, lines: object[]) {
    const { id: entry_id } = await entryOf(customer(), amount)
    return book(books, lines, { bank_entries: [{ entry_id, amount: chf(amount) }] })
  }
  return {
    parked: () => ofEntry(50_000, [debit('1020', 50_000), credit('1099', 50_000)]),
    async switchRulesOn() {
      for (const { text, ...rule } of RULES) {
        const common = { end_customer_id: customer(), mode: 'automatic', state: 'on', name: text }
        const action = { text, lines: rule.lines }
        const conditions = { credit_debit_indicator: rule.direction, text }
        const { status, text: answer } = await post('/v1/bank-rules', { ...common, conditions, action })
        expect(status, answer).to.equal(201)
      }
    },
    bookedEntry: (amount: number) => bookedEntry(customer(), amount),
    /** The money of a payment that has come back. */
    async givenBack(amount: number) {
      const find = () => itemsOf('settlement-candidates', customer(), '&target_type=return')
      await eventually(async () => (await find()).length > 0)
      const { id, score, reasons } = there((await find())[0])
      expect([score, ...reasons]).to.deep.equal([100, 'end_to_end_id', 'amount'])
      const request = { end_customer_id: customer(), candidate_id: id, reason: 'Konto saldiert' }
      const { body } = await post('/v1/bank-returns', request, { wait: 10 })
      expect(body.state, JSON.stringify(body)).to.equal('booked')
      return bookedEntry(customer(), amount)
    },
    async takenUp() {
      const payments = await itemsOf('payments', customer())
      const { id } = there(payments.find(({ amount }) => amount.amount_minor === 50_000))
      const open_item = { payment_id: id, purpose: 'transfer' }
      return book(books, [debit('1099', 50_000), credit('2030', 50_000, { open_item })])
    },
  }
}

/** What books a bank entry by itself. */
async function bookedEntry(customer: string, amount: number) {
  const { id } = await entryOf(customer, amount)
  const uses = () => get(`/v1/camt-053/entries/${id}/uses`)
  await eventually(async () => Boolean((await uses()).body.data[0]?.journal_entry_id))
  return linesInWords(there((await uses()).body.data[0]).journal_entry_id)
}

async function book(
  { day, customer }: Books,
  lines: object[],
  { business_date = day, ...payload }: { business_date?: string; bank_entries?: object[] } = {},
) {
  const request = voucher(customer(), { business_date, payload: { lines, ...payload } })
  const { body } = await post(VOUCHERS, request, { wait: 10 })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  return linesInWords(body.journal_entry_id.id)
}

async function entryOf(customer: string, amount_minor: number) {
  const entries = await itemsOf('camt-053/entries', customer)
  return there(entries.find(({ amount }) => amount.amount_minor === amount_minor))
}

/** As the page writes them: debits before credits. */
async function linesInWords(journal_entry_id: string | null): Promise<string> {
  const lines = await linesOf(journal_entry_id)
  const isCredit = ([, ofDebit]: (typeof lines)[number]) => Number(ofDebit === 0)
  return lines
    .toSorted((a, b) => isCredit(a) - isCredit(b))
    .map(([account, ofDebit, ofCredit]) => {
      const [side, minor] = ofDebit !== 0 ? ['debit', ofDebit] : ['credit', ofCredit]
      return `${account} ${side} ${MONEY.format(Number(minor) / 100)}`
    })
    .join('; ')
}

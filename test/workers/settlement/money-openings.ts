import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message, IBAN } from '../../camt053/messages.ts'
import { firstOf, post, upload } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import type { Item, Payment } from './money-vouchers.ts'

type Openings = {
  readonly customer: string
  readonly documents: Item[]
  readonly notes: Item[]
  readonly payables: Item[]
  readonly payments: Payment[]
}

export type Settlement = {
  id: string
  payable: Item
  amount: number
  closed: number
  cash: boolean
  advance: Item | null
  is_reversed: boolean
}

export function openInvoice({ customer, documents }: Openings, amount: number): Promise<void> {
  return openDocument(customer, documents, amount)
}

/** A credit note. */
export function openNote({ customer, notes }: Openings, amount: number): Promise<void> {
  return openDocument(customer, notes, -amount)
}

/** Of two customers in turn. */
async function openDocument(customer: string, documents: Item[], amount: number): Promise<void> {
  const partner = documents.length % 2 === 0 ? 'A' : 'B'
  const payload = { gross_amount: chf(amount), tax_lines: [], customer: { name: partner } }
  const { body: fact } = await post(INVOICES, invoice(customer, { payload }), { wait: 20 })
  expect(fact.state).to.equal('posted')
  const { id } = await firstOf('documents', customer, `&source_fact_id=${fact.id}`)
  documents.push({ id, fact: fact.id, partner, amount, open: amount, is_reversed: false })
}

export async function openPayable({ customer, payables }: Openings, amount: number): Promise<void> {
  const supplier = { name: 'Supplier', structured_address: { town_name: 'Bern', country: 'CH' }, iban: IBAN }
  const payload = { gross_amount: chf(amount), tax_lines: [], supplier }
  const { body: fact } = await post(EXPENSES, expense(customer, { payload }), { wait: 20 })
  expect(fact.state).to.equal('posted')
  const { id } = await firstOf('supplier-payables', customer, `&source_fact_id=${fact.id}`)
  payables.push({ id, fact: fact.id, partner: 'Supplier', amount, open: amount, is_reversed: false })
}

export async function receivePayment({ customer, payments }: Openings, amount: number): Promise<void> {
  const entries = bankEntry({ amount: (amount / 100).toFixed(2), text: `Zahlung ${payments.length}` })
  const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: entries })
  const { body } = await upload(customer, message, { wait: 20 })
  const { id, entry_id } = await firstOf('payments', customer, `&import_id=${body.id}`)
  payments.push({ id, entry_id, amount, open: amount, booked_by: null, credit: 0, creditor: null })
}

/** What a settlement has paid beyond its payable. */
export function openAdvance(advances: Item[], id: string | null | undefined, amount: number): Item {
  const advance = { id: id ?? '', fact: '', partner: 'Supplier', amount: -amount, open: -amount, is_reversed: false }
  advances.push(advance)
  return advance
}

import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message, IBAN } from '../../../camt053/messages.ts'
import { firstOf, post, upload } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import type { Untaxed } from './money-tax.ts'
import type { Item, Payment } from './money-vouchers.ts'

type Openings = {
  readonly customer: string
  readonly documents: Item[]
  readonly notes: Item[]
  readonly payables: Item[]
  readonly supplierNotes: Item[]
  readonly payments: Payment[]
}

export type Settlement = {
  id: string
  payable: Item
  /** What the request says, and what it moves. */
  asked: number
  amount: number
  closed: number
  cash: boolean
  /** The tax that is taken off with its deduction, and the deduction. */
  untaxed: Untaxed
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
  const tax = taxWithin(amount)
  const payload = { gross_amount: chf(amount), tax_lines: linesOfTax('V81', amount, tax), customer: { name: partner } }
  const { body: fact } = await post(INVOICES, invoice(customer, { payload }), { wait: 20 })
  expect(fact.state).to.equal('posted')
  const { id } = await firstOf('documents', customer, `&source_fact_id=${fact.id}`)
  documents.push({ id, fact: fact.id, partner, amount, tax, open: amount, is_reversed: false })
}

/** Every second amount has tax. Credit notes have none: they reduce nothing of another document. */
function taxWithin(amount: number): number {
  return amount > 0 && amount % 2 === 1 ? Math.round((amount * 81) / 1_081) : 0
}

function linesOfTax(tax_code: string, amount: number, tax: number): object[] {
  return tax === 0 ? [] : [taxLine(tax_code, amount - tax, tax)]
}

export function openPayable({ customer, payables }: Openings, amount: number): Promise<void> {
  return owe(customer, payables, amount)
}

export function openSupplierNote({ customer, supplierNotes }: Openings, amount: number): Promise<void> {
  return owe(customer, supplierNotes, -amount)
}

async function owe(customer: string, payables: Item[], amount: number): Promise<void> {
  const supplier = { name: 'Supplier', structured_address: { town_name: 'Bern', country: 'CH' }, iban: IBAN }
  const tax = taxWithin(amount)
  const payload = { gross_amount: chf(amount), tax_lines: linesOfTax('I81', amount, tax), supplier }
  const { body: fact } = await post(EXPENSES, expense(customer, { payload }), { wait: 20 })
  expect(fact.state).to.equal('posted')
  const { id } = await firstOf('supplier-payables', customer, `&source_fact_id=${fact.id}`)
  payables.push({ id, fact: fact.id, partner: 'Supplier', amount, tax, open: amount, is_reversed: false })
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
  const money = { amount: -amount, tax: 0, open: -amount }
  const advance = { id: id ?? '', fact: '', partner: 'Supplier', ...money, is_reversed: false }
  advances.push(advance)
  return advance
}

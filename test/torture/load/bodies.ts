import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import type { Random } from '../../../shared/cli/demo/company/random.ts'
import {
  ACCOUNTS,
  chart,
  chf,
  credit,
  debit,
  expense,
  invoice,
  taxLine,
  voucher,
} from '../../support/requests/examples.ts'

/** Bodies as source systems send them: right ones, and ones that cannot be booked (yet). */

const MORE_ACCOUNTS = [
  ['1000', 'Kasse', 'asset'],
  ['1192', 'Anzahlungen an Lieferanten', 'asset'],
  ['2030', 'Erhaltene Anzahlungen', 'liability'],
  ['2201', 'Abrechnungskonto MWST', 'liability'],
  ['3805', 'Verluste aus Forderungen', 'revenue'],
  ['6940', 'Bankspesen', 'expense'],
  ['6945', 'Rundungsdifferenzen', 'expense'],
  ['6949', 'Währungsverluste', 'expense'],
  ['6999', 'Währungsgewinne', 'revenue'],
].map(([account_code = '', account_name = '', account_type = '']) => ({ account_code, account_name, account_type }))

const CHART_DATES = ['2015-01-01', '2018-01-01', '2025-07-01'] as const
export const EXPENSE_ACCOUNTS = ['6500', '6503', '6530', '6580'] as const

/** Clocks jump: most dates lie in one year, some in the years before, some far back, some ahead of any today. */
export function postingDate(random: Random): string {
  const clock = random.between(1, 20)
  if (clock <= 13) return dayBetween(random, '2026-01-01', 270)
  if (clock <= 17) return dayBetween(random, '2025-01-01', 365)
  if (clock <= 19) return dayBetween(random, '2019-01-01', 6 * 365)
  return dayBetween(random, '2026-10-01', 800)
}

export function chartBody(random: Random, customer: string, name: string) {
  const accounts = [...ACCOUNTS, ...MORE_ACCOUNTS]
  const without = random.isOneIn(4) ? pick(random, EXPENSE_ACCOUNTS) : null
  const listed = accounts.filter(({ account_code }) => account_code !== without)
  return { ...chart(customer, pick(random, CHART_DATES), listed), source_reference: name }
}

export function expenseBody(random: Random, customer: string, name: string) {
  const amounts = tradeAmounts(random, 'I81')
  const payload = {
    ...dated(random),
    ...amounts,
    ...numbered(random),
    ...supplied(random),
    receipt_required: true,
  }
  const request = expense(customer, {
    ...keyed(random, name),
    ...wordOf(random),
    business_date: payload.document_date,
    payload,
  })
  return random.isOneIn(12) ? { ...request, evidence_links: [] } : request
}

export function invoiceBody(random: Random, customer: string, name: string) {
  const payload = { ...dated(random), ...tradeAmounts(random, 'V81'), ...numbered(random) }
  // Some are booked weeks after their date, on which their tax arises.
  const business_date = addDays(payload.document_date, random.isOneIn(4) ? random.between(0, 50) : 0)
  return invoice(customer, { ...keyed(random, name), ...wordOf(random), business_date, payload })
}

/** What a voucher says that pays, refunds or opens an item. */
export type ItemPayload = { readonly lines: readonly object[]; readonly bank_entries?: readonly object[] }

/** @param ofItems in the place of lines that name no open item */
export function voucherBody(random: Random, customer: string, name: string, ofItems?: ItemPayload) {
  const amount = random.between(1, 500_000)
  const isOpening = random.isOneIn(12)
  const [from, to] = isOpening ? ['9100', '2800'] : [pick(random, EXPENSE_ACCOUNTS), pick(random, ['1020', '1520'])]
  const lines = [debit(from, amount), credit(to, random.isOneIn(15) ? amount + 1 : amount)]
  const payload = ofItems
    ? { text: name, ...ofItems }
    : { text: name, lines, ...(isOpening ? { entry_type: 'opening' } : {}) }
  return voucher(customer, { ...keyed(random, name), business_date: postingDate(random), payload })
}

type BookableEntry = {
  readonly id: string
  readonly credit_debit_indicator: string
  readonly amount: { readonly amount_minor: number }
}

/** A voucher that books a bank entry, or a part of it. */
export function bankVoucherBody(random: Random, customer: string, name: string, bankEntry: BookableEntry) {
  const { id: entry_id, credit_debit_indicator, amount } = bankEntry
  const used = random.isOneIn(3) ? Math.ceil(amount.amount_minor / 2) : amount.amount_minor
  const isCredit = credit_debit_indicator === 'CRDT'
  // A third of them pays returns, or is a refund.
  const isTax = random.isOneIn(3)
  const lines = isCredit
    ? [debit('1020', used), credit(isTax ? '2201' : '3400', used)]
    : [debit(isTax ? '2201' : '6500', used), credit('1020', used)]
  const payload = { text: name, lines, bank_entries: [{ entry_id, amount: chf(used) }] }
  return voucher(customer, { ...keyed(random, name), business_date: postingDate(random), payload })
}

/** Where tax of a filed period counts, as some senders say it. */
export function wordOf(random: Random): { vat_period?: 'current' | 'correction' | 'annual_reconciliation' } {
  return random.isOneIn(3) ? { vat_period: pick(random, ['current', 'correction', 'annual_reconciliation']) } : {}
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.between(0, items.length - 1)] as Item
}

export function dayBetween(random: Random, first: string, days: number): string {
  return addDays(first, random.between(0, days - 1))
}

function dated(random: Random) {
  return { document_date: postingDate(random) }
}

/** Some documents are sent a second time under another reference, some under the same one with other contents. */
function numbered(random: Random) {
  return random.isOneIn(10) ? { document_number: `R-${random.between(1, 200)}` } : {}
}

export const SUPPLIER_IBANS = ['CH5604835012345678009', 'CH0204835000626882001'] as const

/** Most suppliers can be paid by an order; they change their accounts. */
function supplied(random: Random) {
  const iban = random.isOneIn(8) ? undefined : pick(random, [...SUPPLIER_IBANS, SUPPLIER_IBANS[0]])
  const structured_address = { town_name: 'Bern', country: 'CH' }
  return { supplier: { name: `Papeterie ${random.between(1, 4)} AG`, structured_address, iban } }
}

function keyed(random: Random, name: string) {
  return { idempotency_key: name, external_reference: random.isOneIn(10) ? `shared-${random.between(1, 60)}` : name }
}

function tradeAmounts(random: Random, tax_code: string) {
  const net = random.between(1, 80) * 1_000
  const tax = Math.round((net * 81) / 1_000)
  const sign = random.isOneIn(15) ? -1 : 1
  if (random.isOneIn(8)) return { currency: 'EUR', gross_amount: { amount_minor: net, currency: 'EUR' }, tax_lines: [] }
  if (random.isOneIn(3)) return { gross_amount: chf(sign * net), tax_lines: [] }
  return { gross_amount: chf(sign * (net + tax)), tax_lines: [taxLine(tax_code, sign * net, sign * tax)] }
}

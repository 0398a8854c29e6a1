import { openClient } from '../../client/index.ts'
import { COMPANY } from './company/company.ts'
import { yearOfDocuments } from './company/documents.ts'
import { type DemoInvoice, yearOfInvoices } from './company/invoices.ts'
import { type Demo, type DemoCustomers, say } from './demo.ts'
import { printBlockers, printJournal, printStates } from './prints.ts'
import { runBank } from './steps/bank.ts'
import { changeBehindClosedYear } from './steps/closed-year.ts'
import { exportJournal, sendTwice } from './steps/export-and-replay.ts'
import { runFebruary } from './steps/february.ts'
import { bookFirstYear, putChart, sendTooEarly } from './steps/first-year.ts'
import { closeSecondYear, correctSpoiled, reverseSome, sendSecondYear } from './steps/second-year.ts'
import { verifyStatements } from './steps/statements.ts'
import { showVatReturns } from './steps/vat-returns.ts'
import { printStatement } from './tables.ts'

const EARLY = 12

/**
 * Two years of a company through the HTTP API: opening balances, expense documents, invoices, payroll, year-end and
 * closing, with everything that goes wrong in practice; then two months at the bank, and a year of VAT returns of four others.
 *
 * @throws Error when a figure differs from the sum of the documents
 */
export async function runDemo(
  base_url: string,
  key: string,
  { company: customer, stranger, taxed }: DemoCustomers,
  wanted: number,
): Promise<void> {
  const started = performance.now()
  const demo: Demo = { client: openClient({ url: base_url, key }), customer }
  const first_documents = yearOfDocuments(customer, 2024, Math.ceil(wanted / 2))
  const second_documents = yearOfDocuments(customer, 2025, wanted)
  const [first_invoices, second_invoices] = [2024, 2025].map((year) =>
    yearOfInvoices(customer, year, Math.max(24, Math.ceil(wanted / 5))),
  ) as [DemoInvoice[], DemoInvoice[]]
  say(`${COMPANY}, 2024 and 2025, as end customer ${customer}\n`)

  await sendTooEarly(demo, first_documents.slice(0, EARLY))
  await putChart(demo)
  const first_year = await bookFirstYear(demo, first_documents.slice(EARLY), first_invoices)
  const { spoiled, sound } = await sendSecondYear(demo, second_documents, second_invoices)
  const uncorrected = await correctSpoiled(demo, spoiled)
  const reversed = await reverseSome(demo, sound)
  const second_year = await closeSecondYear(demo, first_year.profit)

  await printStates(demo)
  await printBlockers(demo, 'What is left to do for somebody')
  await printJournal(demo)
  printStatement('Bilanz (OR Art. 959a)', second_year.statements.sheet)
  printStatement('Erfolgsrechnung (OR Art. 959b)', second_year.statements.income)
  const missing = new Set([...uncorrected, ...reversed])
  const booked = [...first_documents, ...second_documents.filter((document) => !missing.has(document))]
  const invoices = [...first_invoices, ...second_invoices]
  verifyStatements(second_year.statements, booked, invoices)
  await runBank(demo)
  await runFebruary(demo)
  await exportJournal(demo)
  await changeBehindClosedYear(demo, first_year.closed)
  await sendTwice({ ...demo, customer: stranger })
  await showVatReturns(demo, taxed)
  const seconds = (performance.now() - started) / 1000
  const count = booked.length + invoices.length + first_year.voucher_count + second_year.voucher_count
  say(`\nThe demo is complete: ${count} documents in ${seconds.toFixed(1)} s.`)
}

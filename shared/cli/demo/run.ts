import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Body, createClient, type DemoClient } from './client.ts'
import { ACCOUNTS, COMPANY } from './company/company.ts'
import { type DemoDocument, SPOILED, yearOfDocuments } from './company/documents.ts'
import { type DemoInvoice, yearOfInvoices } from './company/invoices.ts'
import {
  accrualReversed,
  appropriation,
  closing,
  type DemoVoucher,
  openingBalances,
  payroll,
  yearEnd,
} from './company/vouchers.ts'
import { feed } from './feed.ts'
import { printBlockers, printJournal, printStates } from './prints.ts'
import { listFacts, resultByAccount, until, untilDecided } from './queries.ts'
import { runBank } from './steps/bank.ts'
import { francs, printStatement } from './tables.ts'

const EXPENSES = '/v1/source-facts/expense-documents'
const INVOICES = '/v1/source-facts/customer-invoices'
const VOUCHERS = '/v1/source-facts/journal-vouchers'
const EARLY = 12
const say = (line: string) => console.log(line)

/**
 * Two years of a company through the HTTP API: opening balances, expense documents, invoices, payroll, year-end and
 * closing, with everything that goes wrong in practice; then a month at the bank.
 *
 * @throws Error when a figure is not what the documents themselves add up to
 */
export async function runDemo(base_url: string, key: string, wanted: number): Promise<void> {
  const started = performance.now()
  const client = createClient(base_url, key)
  const customer = randomUUID()
  const before = yearOfDocuments(customer, 2024, Math.ceil(wanted / 2))
  const documents = yearOfDocuments(customer, 2025, wanted)
  const invoices = [2024, 2025].map((year) => yearOfInvoices(customer, year, Math.max(24, Math.ceil(wanted / 5))))
  say(`${COMPANY}, 2024 and 2025, as end customer ${customer}\n`)

  say('1. Some documents arrive before there is a chart of accounts: accepted, and blocked.')
  const early = before.slice(0, EARLY)
  await feed('documents', early, (document) => client.send('POST', EXPENSES, document, { wait: 10 }))
  await printBlockers(client, customer, 'Blockers before the chart')

  say('\n2. The chart of accounts is put; what waited for it is booked by itself.')
  await client.send('PUT', `/v1/end-customers/${customer}`, { name: COMPANY })
  const chart = { end_customer_id: customer, valid_from: '2020-01-01', source_reference: 'demo', accounts: ACCOUNTS }
  await client.send('PUT', '/v1/accounts', chart)
  await until(async () => (await listFacts(client, customer, 'blocked')).length === 0, 'the early documents are booked')

  say('\n3. The year 2024: opening balances, documents, invoices, payroll, year-end, closing.')
  await feed('expense documents', before.slice(EARLY), (document) => client.send('POST', EXPENSES, document))
  await feed('invoices', invoices[0] as DemoInvoice[], (invoice) => client.send('POST', INVOICES, invoice))
  const vouchers = [...openingBalances(customer, 2024), ...payroll(customer, 2024), ...yearEnd(customer, 2024)]
  await feed('vouchers', vouchers, (voucher) => client.send('POST', VOUCHERS, voucher))
  await untilDecided(client, customer)
  const profit = await closeYear(client, customer, 2024)
  await client.send('POST', '/v1/fiscal-years/FY2024/close', { end_customer_id: customer, reason: 'annual accounts' })
  say(`   The fiscal year 2024 is closed with a profit of ${francs(profit)}.`)

  say('\n4. The year 2025 is sent; some documents are spoiled on purpose, one is sent twice under another reference.')
  const spoiled = SPOILED.map((kind, index) => ({ ...kind, document: pick(documents, index * 7 + 3, kind.blocker) }))
  const broken = new Map(spoiled.map(({ document, spoil }) => [document.external_reference, spoil(document)]))
  await feed('expense documents', documents, (document) =>
    client.send('POST', EXPENSES, broken.get(document.external_reference) ?? document),
  )
  await feed('invoices', invoices[1] as DemoInvoice[], (invoice) => client.send('POST', INVOICES, invoice))
  const sound = documents.find(({ external_reference }) => !broken.has(external_reference)) as DemoDocument
  await client.send('POST', EXPENSES, { ...sound, external_reference: 'E-TWICE', idempotency_key: 'E-TWICE' })
  await untilDecided(client, customer)
  await printBlockers(client, customer, 'Blockers after the year')

  say('\n5. The source system sends better versions under the same references; they supersede the blocked ones.')
  const corrected = spoiled
    .slice(0, -2)
    .map(({ document }) => ({ ...document, idempotency_key: `${document.external_reference}-v2` }))
  await feed('corrections', corrected, (document) => client.send('POST', EXPENSES, document))
  await untilDecided(client, customer)

  say('\n6. Some postings are reversed, and one of the documents is sent again.')
  const reversed = documents.filter(({ external_reference }) => !broken.has(external_reference)).slice(40, 44)
  const ids = new Map((await listFacts(client, customer, 'posted')).map((fact) => [fact.external_reference, fact.id]))
  await feed('reversals', reversed, ({ external_reference }) =>
    client.send(
      'POST',
      `/v1/source-facts/${ids.get(external_reference)}/reverse`,
      { end_customer_id: customer, reason: 'booked by mistake' },
      { wait: 10 },
    ),
  )
  const again = { ...(reversed[0] as DemoDocument), idempotency_key: 'sent-again' }
  const { body: rebooked } = await client.send('POST', EXPENSES, again, { wait: 10 })
  expectEqual('the document that was sent again', rebooked.state, 'posted')

  say('\n7. Payroll, appropriation of the profit, year-end and closing of 2025.')
  const later = [
    accrualReversed(customer, 2025),
    ...payroll(customer, 2025),
    appropriation(customer, 2025, profit),
    ...yearEnd(customer, 2025),
  ]
  await feed('vouchers', later, (voucher) => client.send('POST', VOUCHERS, voucher))
  await untilDecided(client, customer)
  const open = await statements(client, customer)
  await closeYear(client, customer, 2025)
  const closed = await statements(client, customer)
  expectEqual('the statements after the closing entries', figures(closed), figures(open))
  say('   The statements say the same before and after the closing entries.')

  await printStates(client, customer)
  await printBlockers(client, customer, 'What is left to do for somebody')
  await printJournal(client, customer)
  for (const [title, statement] of closed) printStatement(title, statement)
  const missing = new Set([...spoiled.slice(-2).map(({ document }) => document), ...reversed.slice(1)])
  const booked = [...before, ...documents.filter((document) => !missing.has(document))]
  verifyStatements(closed, booked, invoices.flat())
  say('\n8. January 2026 at the bank: a statement, proposals, a handoff, allocations, settlements, a manual payment.')
  await runBank(client, customer, say)
  await exportJournal(client, customer)
  await replay(client)
  const seconds = (performance.now() - started) / 1000
  const count = booked.length + invoices.flat().length + vouchers.length + later.length
  say(`\nThe demo is complete: ${count} documents in ${seconds.toFixed(1)} s.`)
}

/** Books the closing entries of a year from its own income statement, and says what its result is. */
async function closeYear(client: DemoClient, customer: string, year: number): Promise<number> {
  const accounts = await resultByAccount(client, customer, year)
  const [first, second] = closing(customer, year, accounts) as [DemoVoucher, DemoVoucher]
  for (const voucher of [first, second]) {
    const { body } = await client.send('POST', VOUCHERS, voucher, { wait: 10 })
    expectEqual(voucher.payload.text, body.state, 'posted')
  }
  return accounts.reduce((sum, [, amount]) => sum + amount, 0)
}

/** Both statements of the law for 2025, with the prior year and the quarters. */
function statements(client: DemoClient, customer: string): Promise<[string, Body][]> {
  const query = `end_customer_id=${customer}&fiscal_year_id=FY2025&granularity=quarter&comparison=prior_fiscal_year`
  const names: [string, string][] = [
    ['Bilanz (OR Art. 959a)', 'or-balance-sheet'],
    ['Erfolgsrechnung (OR Art. 959b)', 'or-income-statement'],
  ]
  return Promise.all(
    names.map(
      async ([title, name]): Promise<[string, Body]> => [title, await client.get(`/v1/statements/${name}?${query}`)],
    ),
  )
}

function figures(found: readonly [string, Body][]): string {
  return JSON.stringify(
    found.map(([, { rows, period_series }]) => [
      rows.map(({ row_key, amount, prior_amount }: Body) => [row_key, amount.amount_minor, prior_amount.amount_minor]),
      period_series,
    ]),
  )
}

/** The first document behind a position that the spoiling fits: an invoice, with input tax where tax is spoiled. */
function pick(documents: readonly DemoDocument[], from: number, blocker: string): DemoDocument {
  const found = documents.slice(from).find(({ payload }) => {
    const isInvoice = payload.gross_amount.amount_minor > 0
    return isInvoice && (blocker !== 'supplier_uid_invalid' || 'uid_mwst_number' in payload.supplier)
  })
  if (!found) throw new Error('too few documents; ask for more with --documents')
  return found
}

/** What is owed to suppliers and by customers is known from the documents alone; the statement has to say the same. */
function verifyStatements(
  found: readonly [string, Body][],
  booked: readonly DemoDocument[],
  invoices: readonly DemoInvoice[],
): void {
  const [sheet, income] = found.map(([, statement]) => statement) as [Body, Body]
  const amountOn = ({ rows }: Body, key: string) => rows.find((row: Body) => row.row_key === key).amount.amount_minor
  const grossOf = (documents: readonly { payload: { gross_amount: { amount_minor: number } } }[]) =>
    documents.reduce((sum, { payload }) => sum + payload.gross_amount.amount_minor, 0)
  const owed: [string, string, number][] = [
    ['what suppliers are owed', 'verbindlichkeiten_ll', grossOf(booked)],
    ['what customers owe', 'forderungen_ll', grossOf(invoices)],
  ]
  for (const [what, row_key, expected] of owed) {
    say(`${what}: ${francs(amountOn(sheet, row_key))} on the balance sheet, ${francs(expected)} by the documents`)
    expectEqual(what, amountOn(sheet, row_key), expected)
  }
  expectEqual('the result', amountOn(sheet, 'jahresgewinn_jahresverlust'), amountOn(income, 'jahresergebnis'))
  for (const [check, holds] of Object.entries({ ...sheet.checks, ...income.checks })) expectEqual(check, holds, true)
  say(`Checks: ${Object.keys(sheet.checks).join(', ')}.`)
}

async function exportJournal(client: DemoClient, customer: string): Promise<void> {
  const file = join(tmpdir(), `hauptbuch-demo-${customer}.journal`)
  writeFileSync(file, await client.text(`/v1/journal-entries?end_customer_id=${customer}&format=ledger`))
  say(`\nThe journal for hledger and ledger is in ${file}; try: hledger -f ${file} balancesheet`)
}

async function replay(client: DemoClient): Promise<void> {
  const [document] = yearOfDocuments(randomUUID(), 2025, 20)
  const key = randomUUID()
  const first = await client.send('POST', EXPENSES, document as DemoDocument, { key })
  const again = await client.send('POST', EXPENSES, document as DemoDocument, { key })
  expectEqual('the replayed fact', again.is_replay && again.body.id, first.body.id)
  say('A request sent twice with one Idempotency-Key was accepted once and replayed.')
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} should be ${expected} and is ${found}`)
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Body, createClient, type DemoClient } from './client.ts'
import { ACCOUNTS } from './company.ts'
import { type DemoDocument, SPOILED, yearOfDocuments } from './documents.ts'
import { feed } from './feed.ts'
import { francs, printEntries, printRows, printStatement } from './tables.ts'

const EXPENSES = '/v1/source-facts/expense-documents'
const EARLY = 12
const say = (line: string) => console.log(line)

/**
 * One year of a company's expense documents through the HTTP API, with everything that goes wrong in practice.
 *
 * @throws Error when a figure is not what the documents themselves add up to
 */
export async function runDemo(base_url: string, key: string, wanted: number): Promise<void> {
  const started = performance.now()
  const client = createClient(base_url, key)
  const customer = randomUUID()
  const documents = yearOfDocuments(customer, wanted)
  say(`${documents.length} expense documents of 2025 for end customer ${customer}\n`)

  say('1. Some documents arrive before there is a chart of accounts: accepted, and blocked.')
  const early = documents.slice(0, EARLY)
  await feed('documents', early, (document) => client.send('POST', EXPENSES, document, { wait: 10 }))
  await printBlockers(client, customer, 'Blockers before the chart')

  say('\n2. The chart of accounts is put; what waited for it is booked by itself.')
  await client.send('PUT', '/v1/accounts', {
    end_customer_id: customer,
    valid_from: '2020-01-01',
    source_reference: 'demo',
    accounts: ACCOUNTS,
  })
  await until(async () => (await listFacts(client, customer, 'blocked')).length === 0, 'the early documents are booked')

  say('\n3. The year is sent; some documents are spoiled on purpose, one is sent twice under another reference.')
  const rest = documents.slice(EARLY)
  const spoiled = SPOILED.map((kind, index) => ({ ...kind, document: pick(rest, index * 7 + 3, kind.blocker) }))
  const broken = new Map(spoiled.map(({ document, spoil }) => [document.external_reference, spoil(document)]))
  await feed('documents', rest, (document) =>
    client.send('POST', EXPENSES, broken.get(document.external_reference) ?? document),
  )
  const twice = { ...(early[0] as DemoDocument), external_reference: 'E-TWICE', idempotency_key: 'E-TWICE' }
  await client.send('POST', EXPENSES, twice)
  await untilDecided(client, customer)
  await printBlockers(client, customer, 'Blockers after the year')

  say('\n4. The source system sends better versions under the same references; they supersede the blocked ones.')
  const corrected = spoiled
    .slice(0, -2)
    .map(({ document }) => ({ ...document, idempotency_key: `${document.external_reference}-v2` }))
  await feed('corrections', corrected, (document) => client.send('POST', EXPENSES, document))
  await untilDecided(client, customer)

  say('\n5. Some postings are reversed, and one of the documents is sent again.')
  const reversed = rest.filter(({ external_reference }) => !broken.has(external_reference)).slice(40, 44)
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
  await untilDecided(client, customer)

  await printStates(client, customer)
  await printBlockers(client, customer, 'What is left to do for somebody')
  await printJournal(client, customer)
  const missing = new Set([...spoiled.slice(-2).map(({ document }) => document), ...reversed.slice(1)])
  const booked = documents.filter((document) => !missing.has(document))
  await verifyBalanceSheet(client, customer, booked)
  await replay(client)
  const seconds = (performance.now() - started) / 1000
  say(`\nThe demo is complete: ${documents.length} documents in ${seconds.toFixed(1)} s.`)
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

async function listFacts(client: DemoClient, customer: string, state: string): Promise<Body[]> {
  const facts: Body[] = []
  for (let after = ''; ; ) {
    const page = await client.get(`/v1/source-facts?end_customer_id=${customer}&state=${state}&limit=500${after}`)
    facts.push(...page.data)
    if (!page.has_more) return facts
    after = `&starting_after=${page.data.at(-1).id}`
  }
}

function untilDecided(client: DemoClient, customer: string): Promise<void> {
  return until(async () => (await listFacts(client, customer, 'received')).length === 0, 'every document is decided')
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited a minute until ${what}`)
    await sleep(50)
  }
}

async function printBlockers(client: DemoClient, customer: string, title: string): Promise<void> {
  const blockers = (await listFacts(client, customer, 'blocked')).flatMap(({ blockers: own }) => own)
  const byCode = Map.groupBy(blockers, ({ code }) => code)
  const rows = [...byCode].map(([code, [first, ...more]]) => [
    more.length + 1,
    code,
    first.message.slice(0, 72),
    first.remedy.slice(0, 60),
  ])
  printRows(title, ['facts', 'blocker', 'message', 'remedy'], rows, [0])
}

async function printStates(client: DemoClient, customer: string): Promise<void> {
  const states = ['posted', 'reversed', 'superseded', 'blocked', 'received']
  const rows = await Promise.all(
    states.map(async (state) => [state, (await listFacts(client, customer, state)).length]),
  )
  printRows('Source facts', ['state', 'facts'], rows, [1])
}

async function printJournal(client: DemoClient, customer: string): Promise<void> {
  const { data } = await client.get(`/v1/journal-entries?end_customer_id=${customer}&limit=500`)
  const has = (match: (line: Body) => boolean) => data.find(({ lines }: Body) => lines.some(match))
  const special = [
    has((line) => line.account_code === '2000' && line.debit),
    has((line) => line.tax?.tax_code === 'B81'),
    data.find(({ reversal_of }: Body) => reversal_of !== null),
  ].filter(Boolean)
  printEntries('Journal: the first entries, a credit note, acquisition tax, a reversal', [
    ...data.slice(0, 4),
    ...special,
  ])
}

/** What is owed to suppliers is known from the documents alone; the statement has to say the same. */
async function verifyBalanceSheet(
  client: DemoClient,
  customer: string,
  booked: readonly DemoDocument[],
): Promise<void> {
  const path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2025&granularity=quarter`
  const sheet = await client.get(path)
  printStatement('Bilanz (OR Art. 959a)', sheet)
  const income = await client.get(path.replace('or-balance-sheet', 'or-income-statement'))
  printStatement('Erfolgsrechnung (OR Art. 959b)', income)
  const payable = sheet.rows.find((row: Body) => row.row_key === 'verbindlichkeiten_ll').amount.amount_minor
  const expected = booked.reduce((sum, { payload }) => sum + payload.gross_amount.amount_minor, 0)
  say(
    `\nSuppliers are owed ${francs(payable)} on the balance sheet and ${francs(expected)} by the documents themselves.`,
  )
  expectEqual('what suppliers are owed', payable, expected)
  for (const [check, holds] of Object.entries(sheet.checks)) expectEqual(check, holds, true)
  say(`Checks: ${Object.keys(sheet.checks).join(', ')}.`)
}

async function replay(client: DemoClient): Promise<void> {
  const [document] = yearOfDocuments(randomUUID(), 20)
  const key = randomUUID()
  const first = await client.send('POST', EXPENSES, document as DemoDocument, { key })
  const again = await client.send('POST', EXPENSES, document as DemoDocument, { key })
  expectEqual('the replayed fact', again.is_replay && again.body.id, first.body.id)
  say('A request sent twice with one Idempotency-Key was accepted once and replayed.')
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} should be ${expected} and is ${found}`)
}

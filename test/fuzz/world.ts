import { randomUUID } from 'node:crypto'
import { endpoints } from '../../api/routes.ts'
import { DEBTOR, holz, tomorrow } from '../api/orders/books-to-order.ts'
import { bankEntry, camt053Message, transaction } from '../camt053/messages.ts'
import { eventually } from '../support/books.ts'
import { at } from '../support/client.ts'
import {
  chart,
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  VOUCHERS,
  voucher,
} from '../support/requests/examples.ts'
import type { Vocabulary } from './arbitrary-of-schema.ts'
import type { FuzzedService } from './fuzzed-service.ts'

/** Books in which every kind of resource exists, and the keys that may or may not touch them. */
export type World = {
  readonly keys: { readonly all: string; readonly limited: string; readonly reading: string }
  /** The end customer that the limited key covers, and the one that it does not. */
  readonly mine: string
  readonly theirs: string
  readonly vocabulary: Vocabulary
  /** Every id of every resource, to be sent where none or another one belongs. */
  readonly ids: readonly string[]
}

/** Words of bookkeeping for members that are plain text in the schemas. An endpoint is fuzzed without them too. */
// biome-ignore format: a table reads better in rows
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  currency: ['CHF', 'CHF', 'EUR', 'JPY', 'XXX'],
  base_currency: ['CHF', 'CHF', 'EUR'],
  tax_code: ['I81', 'M26', 'B81', 'V81', 'VS81', 'E100M', 'V0X', 'NONE', 'I77'],
  mapping_key: ['posting.bank', 'posting.expense.default', 'posting.accounts_payable', 'or.fluessige_mittel', 'or.nonsense'],
  rate: ['0.95', '999999999.99999999', '0.00000001', '1'],
  type: ['receipt', 'invoice', 'source_export'],
  uid: ['CHE-116.281.710', 'CHE-109.322.551', 'CHE 116281710 MWST', 'CHE-000.000.000'],
  uid_mwst_number: ['CHE-116.281.710 MWST', 'CHE-1'],
  payment_reference: ['RF18539007547034', '210000000003139471430009017'],
  fiscal_year_id: ['FY2024', 'FY2025', 'FY2026', 'FY2027', 'FY1989'],
  wait: [0],
  url: ['https://receiver.example/hook', 'https://receiver.example/hook', 'http://receiver.example/', 'https://127.1/'],
}

export async function createWorld(service: FuzzedService): Promise<World> {
  const mine = randomUUID()
  const theirs = randomUUID()
  const nobody = randomUUID()
  const keys = {
    all: await service.issueKey(),
    limited: await service.issueKey({ end_customer_ids: [mine] }),
    reading: await service.issueKey({ scopes: ['read'] }),
  }
  const names = new Map<string, Set<unknown>>()
  for (const customer of [mine, theirs]) await book(service, keys.all, customer, names)
  const ids = [...names.values()]
    .flatMap((values) => [...values].map(String))
    .filter((id) => /^[a-z]+_\w{26}$/.test(id))
  const vocabulary = (name: string): readonly unknown[] => {
    if (name === 'end_customer_id') return [mine, mine, mine, theirs, nobody]
    if (name === 'starting_after') return ids
    const exact =
      [...names].find(([known]) => known === name) ?? [...names].find(([known]) => name.endsWith(`_${known}`))
    const byTail = exact ?? [...names].find(([known]) => known.endsWith(`_${name}`))
    return WORDS[name] ?? [...(byTail?.[1] ?? (name.endsWith('_id') ? ids : []))]
  }
  return { keys, mine, theirs, vocabulary, ids }
}

type Names = Map<string, Set<unknown>>

/** Makes one resource of every kind, and learns all names and values that the service then answers. */
async function book(service: FuzzedService, key: string, customer: string, names: Names): Promise<void> {
  const client = at(service.base_url, key)
  const answers = [...(await bookFacts(client, customer)), ...(await moveMoney(client, customer))]
  for (const endpoint of endpoints)
    if (endpoint.method === 'get' && !endpoint.path.includes(':')) {
      const { status, body } = await client.get(`${endpoint.path}?end_customer_id=${customer}`)
      if (status === 200) answers.push(body)
    }
  for (const answer of answers) learn(names, answer)
}

type Client = ReturnType<typeof at>

async function bookFacts({ post, put, upload }: Client, end_customer_id: string): Promise<unknown[]> {
  await put('/v1/accounts', chart(end_customer_id))
  await put('/v1/exchange-rates', {
    end_customer_id,
    rates: [{ currency: 'EUR', rate_date: '2024-01-01', rate: '0.95' }],
  })
  const { body: fact } = await post(EXPENSES, expense(end_customer_id), { wait: 10 })
  await post(EXPENSES, expense(end_customer_id, { evidence_links: [] }), { wait: 10 })
  await post(VOUCHERS, voucher(end_customer_id), { wait: 10 })
  const open_item = { new: { partner: { name: 'Laufkundschaft' } } }
  const lines = [debit('1100', 900, { open_item }), credit('3400', 900)]
  await post(VOUCHERS, voucher(end_customer_id, { payload: { lines } }), { wait: 10 })
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Muster AG' })
  const mappings = [{ mapping_key: `posting.bank.${DEBTOR}`, account_code: '1020', valid_from: '2020-01-01' }]
  await put('/v1/account-mappings', { end_customer_id, mappings })
  await post(EXPENSES, expense(end_customer_id, { payload: { supplier: holz(), due_date: '2026-04-30' } }), {
    wait: 10,
  })
  for (let count = 0; count < 3; count += 1) await post(INVOICES, invoice(end_customer_id), { wait: 10 })
  const details = transaction({ amount: '108.10' })
  const bank_statement = camt053Message({
    bankEntries: bankEntry({ details }) + bankEntry({ amount: '108.10', direction: 'DBIT' }),
  })
  const { body: subscription } = await post('/v1/webhook-subscriptions', { url: 'https://receiver.example/hook' })
  const { body: imported } = await upload(end_customer_id, bank_statement, { wait: 10 })
  await post('/v1/manual-payments', { end_customer_id, amount: chf(500), event_date: '2026-03-31' }, { wait: 10 })
  return [fact, imported, { ...subscription, object: 'subscription' }]
}

async function moveMoney({ post, itemsOf, firstOf }: Client, end_customer_id: string): Promise<unknown[]> {
  await eventually(async () => (await itemsOf('settlement-candidates', end_customer_id)).length > 0)
  const payment = await firstOf('payments', end_customer_id)
  const receivable = await firstOf('documents', end_customer_id)
  const payable = await firstOf('supplier-payables', end_customer_id)
  const candidate = await firstOf('settlement-candidates', end_customer_id)
  const owed = (await itemsOf('supplier-payables', end_customer_id)).find(
    ({ supplier_name }) => supplier_name === holz().name,
  )
  const order = { end_customer_id, bank_account: DEBTOR, execution_date: tomorrow(), payables: [owed?.id] }
  const handoff = {
    end_customer_id,
    payment_id: payment.id,
    target_document_id: receivable.id,
    target_override_reason: 'x',
    open_ar_snapshot: chf(10_810),
    proposed_amount: chf(1),
    reviewer_justification: 'x',
  }
  const lines = [{ document_id: receivable.id, amount: chf(100) }]
  const settlement = { settlement_date: '2026-03-31', amount: chf(100), reviewer_justification: 'x' }
  const answers = [
    await post('/v1/payment-orders', order),
    await post(`/v1/settlement-candidates/${candidate.id}/allocation-handoffs`, handoff),
    await post('/v1/allocations', { end_customer_id, payment_id: payment.id, lines }, { wait: 10 }),
    await post(`/v1/supplier-payables/${payable.id}/settlements`, { end_customer_id, ...settlement }, { wait: 10 }),
  ]
  return answers.map(({ body }) => body)
}

/** Values by the name of their member, and ids by the kind of their resource: a `payment` has a `payment_id`. */
function learn(names: Names, value: unknown): void {
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value) learn(names, item)
    return
  }
  const { object, id } = value as { object?: unknown; id?: unknown }
  if (typeof object === 'string' && typeof id === 'string') remember(names, `${object}_id`, id)
  for (const [name, member] of Object.entries(value)) {
    if (/(_id|_code|_hash|sha256|reference)$/.test(name) && typeof member === 'string') remember(names, name, member)
    learn(names, member)
  }
}

function remember(names: Names, name: string, value: unknown): void {
  const known = names.get(name) ?? new Set()
  if (known.size < 20) names.set(name, known.add(value))
}

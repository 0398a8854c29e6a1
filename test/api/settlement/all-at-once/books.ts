import { randomUUID } from 'node:crypto'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { get, itemsOf, post, upload } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import type { Command } from './command.ts'
import { type Order, orderOf, reject, withdrawalOf } from './orders.ts'

type Named = { readonly id: string }
type Open = Named & { readonly amount: { readonly amount_minor: number } }
type Entry = Open & { readonly canonical_entry_hash: string; readonly credit_debit_indicator: string }

/** What there is when a round begins: commands of the round choose among it. */
export type Books = {
  readonly documents: readonly Open[]
  readonly payables: readonly Open[]
  readonly payments: readonly (Open & { readonly entry_id: string })[]
  readonly entries: readonly Entry[]
  readonly allocations: readonly Named[]
  readonly settlements: readonly string[]
  readonly facts: readonly Named[]
  readonly orders: readonly Order[]
  readonly bank_lines: readonly { journal_entry_id: string; line_number: number }[]
}

export async function readBooks(customer: string): Promise<Books> {
  const list = <const Name extends string>(name: Name) => itemsOf(name, customer, '&limit=100')
  const payables = await list('supplier-payables')
  const settlements: string[] = []
  for (const { id } of payables)
    for (const one of await list(`supplier-payables/${id}/settlements` as 'allocations'))
      settlements.push(`/v1/supplier-payables/${id}/settlements/${one.id}`)
  const { body } = await get(`/v1/journal-entries?end_customer_id=${customer}&limit=100`)
  const bank_lines = body.data.flatMap(({ journal_entry_id, lines }) =>
    lines.flatMap(({ account_code, line_number }) =>
      account_code === '1020' ? [{ journal_entry_id, line_number }] : [],
    ),
  )
  return {
    documents: await list('documents'),
    payables,
    payments: await list('payments'),
    entries: (await list('camt-053/entries')) as unknown as Entry[],
    allocations: await list('allocations'),
    settlements,
    orders: (await list('payment-orders')) as unknown as Order[],
    facts: await itemsOf('source-facts', customer, '&state=posted&limit=100'),
    bank_lines,
  }
}

/** Sends a command; a refusal is an answer too. @returns its status; 0 where there is nothing to do it with */
export async function send(customer: string, books: Books, command: Command): Promise<number> {
  const { kind, a, share } = command
  const request = async (path: string, more: object) =>
    (await post(path as '/v1/allocations', { end_customer_id: customer, ...more } as never, { wait: 10 })).status
  if (kind === 'import') return importOne(customer, command)
  const order = pick(books.orders, a)
  if (kind === 'reject_payment') return order ? reject(customer, order, command.b) : 0
  if (kind === 'withdraw_order') return order ? request(...withdrawalOf(order, command)) : 0
  if (kind === 'reverse_allocation') return undo(request, pathOf('/v1/allocations/', pick(books.allocations, a)))
  if (kind === 'reverse_settlement') return undo(request, pick(books.settlements, a))
  if (kind === 'reverse_fact') return undo(request, pathOf('/v1/source-facts/', pick(books.facts, a)))
  if (kind === 'unlink') return undo(request, await linkOf(customer, pick(books.entries, a)))
  const asked = requestOf(books, command)
  if (asked) return request(...asked)
  const lines = linesOf(books, command)
  const entry = pick(books.entries, a)
  if (!lines || !entry) return 0
  const used = kind === 'book_entry' ? { bank_entries: [{ entry_id: entry.id, amount: chf(share * 100) }] } : {}
  const payload = { lines, set_off_consent: 'agreed', ...used }
  return (await post(VOUCHERS, voucher(customer, { payload }), { wait: 10 })).status
}

type Request = (path: string, more: object) => Promise<number>

function undo(request: Request, path: string | undefined) {
  return path ? request(`${path}/reverse`, { reason: 'x' }) : Promise.resolve(0)
}

async function importOne(customer: string, { a, share }: Command): Promise<number> {
  const bankEntries = bankEntry({ amount: `${share}.00`, text: randomUUID(), direction: a % 2 ? 'CRDT' : 'DBIT' })
  const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries })
  return (await upload(customer, message, { wait: 10 })).status
}

async function linkOf(customer: string, entry: Entry | undefined): Promise<string | undefined> {
  if (!entry) return undefined
  const path = `/v1/camt-053/entries/${entry.id}`
  const { body } = await get(`${path}/uses?end_customer_id=${customer}` as '/v1/camt-053/entries/:entry_id/uses')
  const uses = (body as unknown as { data: { used_by: string; id: string }[] }).data
  return pathOf(
    `${path}/links/`,
    uses.find(({ used_by }) => used_by === 'link'),
  )
}

/** What is asked for by a request of its own. */
function requestOf(books: Books, command: Command): [path: string, body: object] | undefined {
  const { kind, a, b, share } = command
  const [document, payable, payment] = [pick(books.documents, a), pick(books.payables, b), pick(books.payments, b)]
  const [entry, line] = [pick(books.entries, a), pick(books.bank_lines, b)]
  if (kind === 'allocate' && document && payment) {
    const lines = [{ document_id: document.id, amount: chf(Math.min(part(document, share), part(payment, share))) }]
    return ['/v1/allocations', { payment_id: payment.id, lines, set_off_consent: 'agreed' }]
  }
  if (kind === 'order' || kind === 'order_part') {
    const body = orderOf(command, [payable, pick(books.payables, a)])
    return body && ['/v1/payment-orders', body]
  }
  if ((kind === 'settle' || kind === 'settle_evidence') && payable && entry) {
    const evidence = kind === 'settle' ? {} : { evidence_sha256: entry.canonical_entry_hash }
    const settlement = { settlement_date: '2026-04-15', amount: chf(part(payable, share)), reviewer_justification: 'x' }
    return [`/v1/supplier-payables/${payable.id}/settlements`, { ...settlement, ...evidence }]
  }
  if (!entry) return undefined
  const path = `/v1/camt-053/entries/${entry.id}`
  if (kind === 'dismiss' || kind === 'undismiss') return [`${path}/${kind}`, { reason: 'x' }]
  if (kind === 'link' && line) return [`${path}/links`, { ...line, amount: chf(share * 10) }]
  return undefined
}

/** The lines of a voucher. */
function linesOf(books: Books, { kind, a, b, share }: Command): object[] | undefined {
  const [document, payable, payment] = [pick(books.documents, a), pick(books.payables, b), pick(books.payments, b)]
  const item = (of: object, purpose: string) => ({ open_item: { ...of, purpose } })
  const ofDocument = { document_id: document?.id }
  if (kind === 'book_entry' || kind === 'park') {
    const isOut = pick(books.entries, a)?.credit_debit_indicator === 'DBIT'
    const [to, from] = isOut ? ['1099', '1020'] : ['1020', '1099']
    return [debit(there(to), share * 100), credit(there(from), share * 100)]
  }
  if (!document || !payable || !payment) return undefined
  const ofPayment = { payment_id: payment.id }
  const [owed, credited] = [part(payable, share), part(payment, share)]
  if (kind === 'give_credit') return [debit('1099', credited), credit('2030', credited, item(ofPayment, 'transfer'))]
  if (kind === 'refund') return [debit('2030', share, item(ofPayment, 'refund')), credit('1000', share)]
  if (kind === 'write_off') return [debit('3805', owed), credit('1100', owed, item(ofDocument, 'write_off'))]
  if (kind === 'set_off') {
    const ofPayable = item({ supplier_payable_id: payable.id }, 'set_off')
    return [debit('2000', owed, ofPayable), credit('1100', owed, item(ofDocument, 'set_off'))]
  }
  const revalued = item(ofDocument, 'revaluation')
  return [{ account_code: '1100', debit: chf(0), base_amount: chf(share), ...revalued }, credit('6999', share)]
}

function part({ amount }: Open, share: number): number {
  return Math.max(1, Math.trunc((amount.amount_minor * share) / 100))
}

function pathOf(path: string, named: Named | undefined): string | undefined {
  return named && path + named.id
}

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items.length === 0 ? undefined : there(items[at % items.length])
}

import { randomUUID } from 'node:crypto'
import { chf, EXPENSES, expense, taxLine, VOUCHERS, voucher } from './examples.ts'

const BATCH = '/v1/source-facts/batch'

/** A request with a body of about so many bytes. */
type HostileRequest = (bytes: number) => { readonly path: string; readonly text: string }

/** Text that repeats a piece, each with its number, until it has so many bytes. */
function repeated(bytes: number, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let size = 0; size < bytes; size += Buffer.byteLength(pieces.at(-1) as string) + 1)
    pieces.push(piece(pieces.length))
  return pieces.slice(0, -1).join()
}

const alone =
  (text: (bytes: number) => string): HostileRequest =>
  (bytes) => ({ path: EXPENSES, text: text(bytes) })
const items = (item: (index: number) => string): HostileRequest => {
  return (bytes) => ({ path: BATCH, text: `{"items":[${repeated(bytes - 12, item)}]}` })
}
/** As many facts as a batch may have, which share the bytes, each with one hostile member. */
const facts = (member: (bytes: number) => string): HostileRequest => {
  return (bytes) => {
    const fact = (index: number) => `{"fact_type":"expense_document",${member(bytes / 500 - 40)},"n":${index}}`
    return { path: BATCH, text: `{"items":[${Array.from({ length: 500 }, (_, index) => fact(index)).join()}]}` }
  }
}
const members = (bytes: number, value = '1') => repeated(bytes, (index) => `"m${index}":${value}`)

/** An expense or a voucher with one member replaced by something of the given size. */
const withinExpense = (name: string, value: (bytes: number) => string): HostileRequest => {
  return (bytes) => ({
    path: EXPENSES,
    text: JSON.stringify(expense(randomUUID(), { payload: { [name]: '?' } })).replace('"?"', value(bytes - 1_000)),
  })
}
const withinVoucher = (line: (index: number) => string): HostileRequest => {
  return (bytes) => ({
    path: VOUCHERS,
    text: JSON.stringify(voucher(randomUUID(), { payload: { lines: '?' } })).replace(
      '"?"',
      `[${repeated(bytes - 1_000, line)}]`,
    ),
  })
}

/** Bodies that cost more than they look, each below the limit. The kinds of each are in the order of its name. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileRequest>> = {
  'unsafe names in an array': items(() => '{"__proto__":1}'),
  'unsafe names in members': alone((bytes) => `{${members(bytes, '{"__proto__":1}')}}`),
  'unsafe names below a name of half the body': alone(
    (bytes) => `{"${'a'.repeat(bytes / 2)}":[${repeated(bytes / 2, () => '{"constructor":0}')}]}`,
  ),
  'unsafe names in the items of a batch': facts((bytes) => `"constructor":0,"x":"${'x'.repeat(bytes - 30)}"`),
  'many names': alone((bytes) => `{${members(bytes)}}`),
  'many names in the items of a batch': facts((bytes) => members(bytes)),
  'another name in each object': items((index) => `{"a${index}":1}`),
  'one name': alone((bytes) => `{"${'n'.repeat(bytes)}":1}`),
  'escaped names': items((index) => `{"\\u0061${index}":"\\u0061"}`),
  'duplicate names': alone((bytes) => `{${repeated(bytes, () => '"a":1')}}`),
  'deep arrays': alone((bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  'arrays of the deepest level': alone((bytes) => `[${repeated(bytes, () => '['.repeat(30) + ']'.repeat(30))}]`),
  'objects of the deepest level': items(() => `${'{"a":'.repeat(28)}1${'}'.repeat(28)}`),
  'empty objects': items(() => '{}'),
  'empty lines of a voucher': withinVoucher(() => '{}'),
  'wrong lines of a voucher': withinVoucher(() => '{"account_code":0,"debit":0,"credit":0,"text":0,"tax_code":0}'),
  'facts with empty lines': facts((bytes) => `"payload":{"tax_lines":[${repeated(bytes - 30, () => '{}')}]}`),
  'facts of the wrong type': items(() => '{"fact_type":0}'),
  'facts without anything': items(() => '{"fact_type":"journal_voucher"}'),
  'one number': alone((bytes) => `[${'1'.repeat(bytes)}]`),
  'long numbers': alone((bytes) => `[${repeated(bytes, () => `0.${'1'.repeat(300)}`)}]`),
  'small numbers': alone((bytes) => `[${repeated(bytes, () => '1')}]`),
  'one text': withinExpense('document_number', (bytes) => `"${'x'.repeat(bytes)}"`),
  'a text of escapes': withinExpense('document_number', (bytes) => `"${'\\u0041'.repeat(bytes / 6)}"`),
  'a text of emoji': withinExpense('document_number', (bytes) => `"${'\u{1F9FE}'.repeat(bytes / 4)}"`),
  'a text with half a surrogate at its end': withinExpense(
    'document_number',
    (bytes) => `"${'x'.repeat(bytes)}\\ud800"`,
  ),
  'small texts': alone((bytes) => `[${repeated(bytes, () => '""')}]`),
  blanks: alone((bytes) => `[1${' '.repeat(bytes)}]`),
  'no end': alone((bytes) => `"${'x'.repeat(bytes)}`),
}

/** The most that as many bytes can ask for: 500 facts, the smallest ones with as many tax lines as there is room for. */
export function validBatch(bytes: number, end_customer_id: string): { readonly path: string; readonly text: string } {
  const line = taxLine('I81', 1, 0)
  const room = bytes / 500 - JSON.stringify(smallestFact(end_customer_id, [])).length - 1
  const lines = Array.from({ length: Math.max(0, Math.floor(room / (JSON.stringify(line).length + 1))) }, () => line)
  const texts = Array.from({ length: 500 }, () => JSON.stringify(smallestFact(end_customer_id, lines)))
  return { path: BATCH, text: `{"items":[${texts.join()}]}` }
}

function smallestFact(end_customer_id: string, tax_lines: readonly object[]) {
  return {
    fact_type: 'expense_document',
    end_customer_id,
    business_date: '2026-03-15',
    source_system: 't',
    external_reference: 'R',
    idempotency_key: randomUUID(),
    source_hash: 'a',
    source_payload_hash: 'b',
    payload: {
      currency: 'CHF',
      document_date: '2026-03-15',
      gross_amount: chf(1),
      supplier: { name: 'x' },
      ...(tax_lines.length > 0 && { tax_lines }),
    },
  }
}

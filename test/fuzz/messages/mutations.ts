import fc, { type Arbitrary } from 'fast-check'
import { bankEntry } from '../../camt053/messages.ts'

/** Texts that are put somewhere into a message. */
// biome-ignore format: a list of values reads better in rows
const FRAGMENTS: readonly string[] = [
  '<!-- x -->', '<![CDATA[1]]>', '<![CDATA[<x>]]>', '<?pi x?>', '<?xml version="1.0"?>', '&amp;', '&lt;', '&#x30;', '&#0;', '&#xD800;', '&#x110000;', '&x;', '&', '<', '>', ']]>', '--', '\0', '\u0008', '\r', '\ufeff', '\u2028', '\u{1F4D2}', 'é',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>', '<Stmt>', '</Stmt>', '<Stmt/>', '<Ntry>', '</Ntry>', '<Ntry/>', '<TxDtls/>', '<NtryDtls><TxDtls/></NtryDtls>', '<GrpHdr/>', '<Acct/>', '<Bal/>', '<Amt>1</Amt>', '<Amt Ccy="CHF">1</Amt>',
  '<x:y/>', '<a xmlns="urn:x">', ' xmlns="urn:other"', ' Ccy="EUR"', ' a="1" a="1"', '<BkToCstmrAcctRpt/>', '<BkToCstmrStmt>', '<BkToCstmrDbtCdtNtfctn>', '<Ntfctn>', '</Ntfctn>', '<CstmrPmtStsRpt>', '<OrgnlPmtInfAndSts>', '<TxInfAndSts/>', '<OrgnlEndToEndId/>', '<StsRsnInf/>', '<GrpSts>RJCT</GrpSts>', '<TxSts>ACSC</TxSts>', '<PmtInfSts/>', 'RJCT', 'PART', '-', '+', '.', ',', '0', '9', '.001', 'e5', '99999999999999999999', '9000000000000000000', '2026-02-30', 'T25:00:00', 'RCDT', 'DBIT', 'CRDT', 'BOOK',
]

/** Large ones, made when they are needed. */
const LARGE: Readonly<Record<string, () => string>> = {
  'a long text': () => 'x'.repeat(150_000),
  'texts that repeat without end': () => `<Ustrd>${'é Å b '.repeat(300)}</Ustrd>`.repeat(80),
  'a text that does not compress': () =>
    Array.from({ length: 9_000 }, (_, index) => ((index * 7_919) % 104_729).toString(36)).join(''),
  'thousands of attributes': () => `<x ${Array.from({ length: 5_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  'thousands of namespaces': () =>
    `<x ${Array.from({ length: 3_000 }, (_, index) => `xmlns:n${index}="u"`).join(' ')}/>`,
  'deep nesting': () => '<d>'.repeat(500) + '</d>'.repeat(500),
  'thousands of elements': () => '<e/>'.repeat(20_000),
  'thousands of bank entries': () => bankEntry().repeat(500),
  'thousands of payments': () =>
    '<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts>'.repeat(1_000),
  'a long name': () => `<${'n'.repeat(20_000)}/>`,
  'a long number': () => '9'.repeat(20_000),
}

export type Mutation = (bytes: Buffer) => Buffer

const at = fc.nat(1_000_000)
const offset = (bytes: Buffer, where: number) => (bytes.length === 0 ? 0 : where % bytes.length)

function insert(bytes: Buffer, where: number, what: string | Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, where), Buffer.from(what as string), bytes.subarray(where)])
}

/** The begin or end of a text or an element: there a change makes a difference more often. */
function border(bytes: Buffer, where: number): number {
  const from = bytes.indexOf(where % 2 === 0 ? '<' : '>', offset(bytes, where))
  return from < 0 ? 0 : from + (where % 2)
}

/** From one `<` to the next but a few: most often whole elements. */
function piece(bytes: Buffer, where: number, count: number): [number, number] {
  const start = bytes.indexOf('<', offset(bytes, where))
  let end = start
  for (let step = 0; step < count && end >= 0; step += 1) end = bytes.indexOf('<', end + 1)
  return start < 0 || end < 0 ? [0, 0] : [start, end]
}

// biome-ignore format: one mutation after the other
export const mutation: Arbitrary<Mutation> = fc.oneof(
  named('flip', fc.tuple(at, fc.integer({ min: 1, max: 255 })), ([where, mask]) => (bytes) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[offset(copy, where)] = (copy[offset(copy, where)] ?? 0) ^ mask
    return copy
  }),
  named('remove', fc.tuple(at, fc.nat(60)), ([where, length]) => (bytes) =>
    Buffer.concat([bytes.subarray(0, offset(bytes, where)), bytes.subarray(offset(bytes, where) + length)])),
  named('cut off', at, (where) => (bytes) => bytes.subarray(0, offset(bytes, where))),
  named('insert', fc.tuple(at, fc.constantFrom(...FRAGMENTS)), ([where, text]) => (bytes) => insert(bytes, border(bytes, where), text)),
  named('insert anywhere', fc.tuple(at, fc.constantFrom(...FRAGMENTS)), ([where, text]) => (bytes) => insert(bytes, offset(bytes, where), text)),
  named('insert', fc.tuple(at, fc.constantFrom(...Object.keys(LARGE))), ([where, what]) => (bytes) => insert(bytes, border(bytes, where), LARGE[what]?.() ?? '')),
  named('drop elements', fc.tuple(at, fc.integer({ min: 1, max: 12 })), ([where, count]) => (bytes) => {
    const [start, end] = piece(bytes, where, count)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  }),
  named('repeat elements', fc.tuple(at, fc.integer({ min: 1, max: 12 })), ([where, count]) => (bytes) => {
    const [start, end] = piece(bytes, where, count)
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
  }),
  named('move elements', fc.tuple(at, fc.integer({ min: 1, max: 12 }), at), ([where, count, to]) => (bytes) => {
    const [start, end] = piece(bytes, where, count)
    const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
    return insert(rest, border(rest, to), bytes.subarray(start, end))
  }),
  named('write in', fc.constantFrom('utf16le', 'utf16be', 'latin1', 'utf-8 with mark', 'twice'), (encoding) => (bytes) => encoded(bytes, encoding)),
  named('declare', fc.constantFrom('UTF-16', 'ISO-8859-1', 'windows-1252', 'x-nonsense', 'utf-7', 'EUC-JP', ''), (name) => (bytes) =>
    Buffer.from(bytes.toString('latin1').replace(/encoding="[^"]*"/, `encoding="${name}"`), 'latin1')),
)

function encoded(bytes: Buffer, encoding: string): Buffer {
  const text = bytes.toString('utf8')
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  if (encoding === 'utf-8 with mark') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'twice') return Buffer.from(bytes.toString('latin1'))
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf16le' ? wide : wide.swap16()
}

function named<T>(what: string, values: Arbitrary<T>, make: (value: T) => Mutation): Arbitrary<Mutation> {
  return values.map((value) =>
    Object.assign(make(value), { [fc.toStringMethod]: () => `${what} ${fc.stringify(value)}` }),
  )
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import { bankStatement } from '../../../shared/cli/demo/company/bank-statement.ts'
import {
  asNotification,
  balance,
  bankEntry,
  camt053Message,
  camt054Message,
  transaction,
} from '../../camt053/messages.ts'
import { statusReport } from '../../camt053/status-report.ts'
import { type Mutation, mutation } from './mutations.ts'

const SHARED = resolve(import.meta.dirname, '../../../../shared')

/** A bank statement with its balances, and with entries in and out. */
export const BALANCED = camt053Message({
  balances: balance('OPBD', '1000.00') + balance('CLBD', '1016.20'),
  bankEntries:
    bankEntry({ details: transaction({ amount: '108.10', reference: 'RF18539007547034' }), ref: 'N-1' }) +
    bankEntry({ amount: '91.90', direction: 'DBIT', text: 'Miete' }),
})

const open = (amount_minor: number, number: number) => ({
  open_amount: { amount_minor },
  customer_name: 'Kundin & Co',
  payment_reference: 'RF18539007547034',
  document_number: `N-${number}`,
})

const ordered = { amount: { amount_minor: 5_000 }, creditor: { name: 'Lieferant' }, end_to_end_id: 'E-5' }

export type MessageName = 'camt.053' | 'camt.054' | 'pain.002'

/** What a report may say of the only payment of an order. */
const RJCT = { status: 'RJCT', reason: 'AC04 Konto & Name' }
const payments = [
  { id: 'E-5', ...RJCT },
  { id: 'E-6', status: 'ACSC' },
]

/** Written ones first: not every checkout has the samples beside it, and a seed should mean the same without them. */
const MESSAGES: Readonly<Record<MessageName, readonly Buffer[]>> = {
  'camt.053': [...written().map((text) => Buffer.from(text)), ...samples('camt053')],
  'camt.054': [...notified().map((text) => Buffer.from(text)), ...samples('camt054')],
  'pain.002': reportsOf('M-1', 'M-1-1').map((text) => Buffer.from(text)),
}

function notified(): string[] {
  const two = bankEntry({ details: transaction() + transaction({ name: 'B' }) })
  return [camt054Message(), camt054Message({ version: '04', bankEntries: two }), ...written().map(asNotification)]
}

/** Reports on an order with a batch: on the whole of it, on the batch, on its payments. */
function reportsOf(message_id: string, batch: string): string[] {
  return [
    statusReport(message_id, RJCT),
    statusReport(message_id, { status: 'PART' }, [{ id: batch, status: 'PART', payments }]),
    statusReport(message_id, {}, [{ id: batch, ...RJCT }]),
    statusReport(message_id, { status: 'ACCP' }),
  ]
}

function written(): string[] {
  return [
    BALANCED,
    camt053Message({ version: '02', bankEntries: bankEntry({ details: transaction() + transaction({ name: 'B' }) }) }),
    camt053Message({
      header: '<Id>S-1</Id><StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>',
      bankEntries: bankEntry({ currency: 'JPY', amount: '5' }),
    }),
    bankStatement(100_000, [1, 2, 3, 4].map((n) => open(n * 1_000, n)) as never, [ordered] as never).xml,
  ]
}

function samples(of_message: string): Buffer[] {
  const folder = join(SHARED, of_message, 'samples')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).map((name) => join(folder, name))
  return files.filter((file) => statSync(file).size < 12_000).map((file) => readFileSync(file))
}

type MutatedMessage = { readonly message: number; readonly mutations: readonly Mutation[] }

export function messageBytes(name: MessageName): Arbitrary<MutatedMessage> {
  return fc.record({
    message: fc.nat(MESSAGES[name].length - 1),
    mutations: fc.array(mutation, { minLength: 0, maxLength: 4 }),
  })
}

export function bytesOf(name: MessageName, { message, mutations }: MutatedMessage): Buffer {
  return mutated(MESSAGES[name][message] as Buffer, mutations)
}

/** Messages with up to four mutations. */
export function mutatedMessage(name: MessageName): Arbitrary<Uint8Array> {
  return messageBytes(name).map((message) => bytesOf(name, message))
}

/** The same of reports on orders that exist. */
export function mutatedReport(message_ids: readonly string[], batches: readonly string[]): Arbitrary<Uint8Array> {
  if (message_ids.length === 0 || batches.length === 0) return mutatedMessage('pain.002')
  return fc
    .tuple(
      fc.constantFrom(...message_ids),
      fc.constantFrom(...batches),
      fc.nat(3),
      fc.oneof(fc.constant([]), fc.array(mutation, { minLength: 1, maxLength: 3 })),
    )
    .map(([message_id, batch, kind, mutations]) =>
      mutated(Buffer.from(reportsOf(message_id, batch)[kind] ?? ''), mutations),
    )
}

function mutated(message: Buffer, mutations: readonly Mutation[]): Buffer {
  return mutations.reduce<Buffer>((bytes, mutate) => mutate(bytes), message)
}

/** Elements that say what the sender likes. */
const FREE = /<(Nm|Ustrd|AddtlNtryInf|AddtlTxInf|AddtlInf|NtryRef|AcctSvcrRef|EndToEndId|MsgId|Id|OrgnlInstrId)>[^<]*</g

/** A message with a text in every place that it has for one. */
export function withTexts(message: Uint8Array, text: string): Buffer {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return Buffer.from(String(Buffer.from(message)).replace(FREE, (_, element) => `<${element}>${escaped}<`))
}

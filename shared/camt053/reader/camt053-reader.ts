import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type Arithmetic, addBankEntry, checkArithmetic, type Sums } from '../arithmetic.ts'
import { type BankEntry, bankEntryOf } from '../bank-entry/bank-entry.ts'
import { type TransactionDetails, transactionDetailsOf } from '../bank-entry/transaction-details.ts'
import {
  type BankBalance,
  type BankStatementHeader,
  balancesOf,
  bankStatementHeaderOf,
  type MessageHeader,
  messageHeaderOf,
} from '../bank-statement.ts'
import type { Element } from '../element.ts'
import { Refusal } from '../refusal.ts'
import { createDecoder } from './decode-text.ts'
import { inBlocks } from './in-blocks.ts'

/** The parts of a message, in the order of the file. */
export type Camt053Event =
  | { readonly kind: 'message'; readonly header: MessageHeader }
  | { readonly kind: 'bank_statement'; readonly header: BankStatementHeader }
  | { readonly kind: 'bank_entry'; readonly bankEntry: BankEntry }
  | { readonly kind: 'bank_statement_end'; readonly end: BankStatementEnd }

export type BankStatementEnd = {
  readonly balances: readonly BankBalance[]
  readonly entry_count: number
  readonly sums_by_currency: ReadonlyMap<string, Sums>
  readonly arithmetic: Arithmetic
}

/**
 * Feeds on bytes and hands out what they complete; no more than one entry is held at a time. What comes in does not
 * depend on the pieces in which it comes.
 */
export type Camt053Reader = { write(bytes: Uint8Array): Camt053Event[]; end(): Camt053Event[] }

const MAX_DEPTH = 40
const MAX_TEXT = 100_000
/** Characters without anything complete: longer than any text, and than any start tag. */
const MAX_UNFINISHED = 1_000_000
/**
 * Memory for what is kept of a document at one moment: what its statements say of themselves, and one entry, which may
 * have some 20,000 transactions. Without a bound, a hostile file of a few megabytes would take gigabytes.
 */
const MAX_KEPT_BYTES = 48_000_000
/** Measured, about: an element of the tree, and what is left of it, of a transaction and of a statement when it has been read. */
const BYTES = { element: 200, read_element: 30, transaction: 1_000, statement: 1_000, currency: 300 } as const

/** Messages that are often mistaken for a statement. */
const OTHER_MESSAGES: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'camt.052 (account report)',
  BkToCstmrDbtCdtNtfctn: 'camt.054 (debit and credit notification)',
  CstmrCdtTrfInitn: 'pain.001 (credit transfer initiation)',
  CstmrPmtStsRpt: 'pain.002 (payment status report)',
  CstmrDrctDbtInitn: 'pain.008 (direct debit initiation)',
}

/**
 * Reads a camt.053 message of any version by local element names: prefixes, envelopes and versions do not matter.
 * Document types are refused whole, so there are no entities that could grow or reach out.
 *
 * @throws Refusal from `write` and `end`; then nothing of the document counts
 * @source ISO 20022, BankToCustomerStatement
 */
export function createCamt053Reader(): Camt053Reader {
  const decoder = createDecoder()
  const parser = new SaxesParser({ xmlns: true, position: false })
  const state = createState()
  parser.on('error', (error) => {
    throw new Refusal('not_xml', `The file is not well-formed XML: ${error.message.replace(/\.+$/, '')}.`)
  })
  parser.on('doctype', () => {
    throw new Refusal('document_type', 'The file has a document type declaration (DTD). Send it without one.')
  })
  // The parser keeps what it has not yet seen the end of, however long that is. Comments have no handler to say that they
  // have ended: with one more handler the parser's fields become a dictionary, and reading takes twice as long.
  let unfinished = 0
  parser.on('opentag', (tag) => {
    unfinished = 0
    state.open(tag)
  })
  const tellText = (text: string) => {
    unfinished = 0
    state.text(text)
  }
  parser.on('text', tellText)
  parser.on('cdata', tellText)
  parser.on('closetag', () => {
    unfinished = 0
    state.close()
  })
  const parse = (text: string) => {
    unfinished += text.length
    parser.write(text)
    if (unfinished > MAX_UNFINISHED)
      throw new Refusal('text_too_long', `The file has a text or tag of more than ${MAX_UNFINISHED} characters.`)
  }
  const blocks = inBlocks((bytes) => parse(decoder.write(bytes)))
  return {
    write(bytes) {
      blocks.write(bytes)
      return state.take()
    },
    end() {
      blocks.end()
      parse(decoder.end())
      parser.close()
      state.finish()
      return state.take()
    },
  }
}

/** Keeps the path to where the reader is, and a tree only of what is being read. */
function createState() {
  let events: Camt053Event[] = []
  const path: string[] = []
  let branch: Element[] = []
  let version: string | null = null
  let isMessage = false
  let header: MessageHeader | null = null
  let statements = 0
  let statement: Element | null = null
  let isHeadDone = false
  let details: TransactionDetails[] = []
  let entry_count = 0
  let sums: Map<string, Sums> = new Map()
  /** Elements of the tree, and bytes of all else that is kept. */
  let elements = 0
  let bytes = 0
  /** What they were before the statement, entry and transaction that are being read. */
  let beforeStatement = 0
  let beforeEntry: readonly [number, number] = [0, 0]
  let beforeTransaction = 0

  function requireRoom() {
    if (elements * BYTES.element + bytes <= MAX_KEPT_BYTES) return
    const message = 'A booking, or what the file says beside its bookings, is too large. Send it in several files.'
    throw new Refusal('too_large', message)
  }

  /** What has been read is smaller than its elements were. */
  function keepInstead(elementsBefore: number, ownBytes: number) {
    bytes += ownBytes + (elements - elementsBefore) * BYTES.read_element
    elements = elementsBefore
    requireRoom()
  }

  /** Depth below which a tree is built: children of GrpHdr and of Stmt. */
  const isRoot = (name: string) => isMessage && branch.length === 0 && (name === 'GrpHdr' || name === 'Stmt')
  const isEntry = () => statement !== null && branch.length === 2 && branch[1]?.name === 'Ntry'
  const isTransaction = () =>
    branch.length === 4 && branch[3]?.name === 'TxDtls' && branch[2]?.name === 'NtryDtls' && branch[1]?.name === 'Ntry'

  function tellHead() {
    if (!statement || isHeadDone) return
    isHeadDone = true
    events.push({ kind: 'bank_statement', header: bankStatementHeaderOf(statement, header?.page ?? null) })
  }

  function closeElement(element: Element) {
    if (isTransaction()) {
      details.push(transactionDetailsOf(element))
      forgetLast()
      keepInstead(beforeTransaction, BYTES.transaction)
    }
    if (isEntry()) {
      tellHead()
      const bankEntry = bankEntryOf(element, details)
      details = []
      addBankEntry(sums, bankEntry)
      entry_count += 1
      events.push({ kind: 'bank_entry', bankEntry })
      forgetLast()
      ;[elements, bytes] = beforeEntry
    }
    if (branch.length > 1) return
    if (element.name === 'GrpHdr') {
      header = messageHeaderOf(element, version)
      events.push({ kind: 'message', header })
    } else closeStatement(element)
  }

  function closeStatement(element: Element) {
    tellHead()
    const balances = balancesOf(element)
    const arithmetic = checkArithmetic(balances, sums)
    events.push({ kind: 'bank_statement_end', end: { balances, entry_count, sums_by_currency: sums, arithmetic } })
    keepInstead(beforeStatement, BYTES.statement + sums.size * BYTES.currency)
    statement = null
    isHeadDone = false
    statements += 1
    entry_count = 0
    sums = new Map()
  }

  function dropText(element: Element) {
    bytes -= element.text.length
    element.text = ''
  }

  /** The element that closes is the last child of its parent. */
  const forgetLast = () => branch.at(-2)?.children.pop()

  return {
    open({ local, uri, attributes }: SaxesTagNS) {
      if (path.push(local) > MAX_DEPTH)
        throw new Refusal('too_deep', `The file nests elements more than ${MAX_DEPTH} deep.`)
      const other = OTHER_MESSAGES[local]
      if (!isMessage && other)
        throw new Refusal('not_camt053', `The file is a ${other}. Send a camt.053 (bank to customer statement).`)
      if (local === 'BkToCstmrStmt') {
        isMessage = true
        version = /camt\.053\.\d{3}\.\d{2}/.exec(uri)?.[0] ?? null
      }
      if (branch.length === 0 && !isRoot(local)) return
      const element = { name: local, currency: currencyOf(attributes), text: '', children: [] }
      const parent = branch.at(-1)
      // What stands between elements is indentation, never text.
      if (parent) dropText(parent)
      parent?.children.push(element)
      branch.push(element)
      if (local === 'Stmt' && branch.length === 1) {
        statement = element
        beforeStatement = elements
      }
      if (isEntry()) beforeEntry = [elements, bytes]
      if (isTransaction()) beforeTransaction = elements
      elements += 1
      requireRoom()
    },
    text(text: string) {
      const element = branch.at(-1)
      if (!element) return
      if (element.text.length + text.length > MAX_TEXT)
        throw new Refusal('text_too_long', `The text of a ${element.name} is longer than ${MAX_TEXT} characters.`)
      element.text += text
      bytes += text.length
      requireRoom()
    },
    close() {
      const element = branch.at(-1)
      if (element) {
        closeElement(element)
        branch.pop()
        // Blanks between elements are no text.
        if (element.children.length > 0) element.text = ''
      }
      path.pop()
      if (path.length === 0) branch = []
    },
    finish() {
      if (!isMessage) throw new Refusal('not_camt053', 'The file is XML, but no camt.053 (there is no BkToCstmrStmt).')
      if (statements === 0) throw new Refusal('statement_missing', 'The message contains no statement (Stmt).')
    },
    take(): Camt053Event[] {
      const taken = events
      events = []
      return taken
    },
  }
}

function currencyOf(attributes: SaxesTagNS['attributes']): string | null {
  for (const { local, value } of Object.values(attributes)) if (local === 'Ccy') return value
  return null
}

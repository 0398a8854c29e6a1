import type { RefusalCode } from '../../contract/platform/detail-codes.ts'
import { Refusal } from '../refusal.ts'

/** A message that the reader reads, by its elements. */
export type BankMessage = {
  readonly name: 'camt.053' | 'camt.054'
  readonly title: string
  /** The element that holds the message. */
  readonly element: string
  /** The element that holds the bank entries of an account, and its noun. */
  readonly part: string
  readonly noun: string
  /** The page of that part. */
  readonly page: string
  readonly refusals: { readonly other: RefusalCode; readonly no_part: RefusalCode }
}

export const CAMT053: BankMessage = {
  name: 'camt.053',
  title: 'bank to customer statement',
  element: 'BkToCstmrStmt',
  part: 'Stmt',
  noun: 'statement',
  page: 'StmtPgntn',
  refusals: { other: 'not_camt053', no_part: 'statement_missing' },
}

export const CAMT054: BankMessage = {
  name: 'camt.054',
  title: 'debit and credit notification',
  element: 'BkToCstmrDbtCdtNtfctn',
  part: 'Ntfctn',
  noun: 'notification',
  page: 'NtfctnPgntn',
  refusals: { other: 'not_camt054', no_part: 'notification_missing' },
}

/** Messages that are often mistaken for each other, by the element that holds the message. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrAcctRpt', 'camt.052 (account report)'],
  ...[CAMT053, CAMT054].map(({ element, name, title }) => [element, `${name} (${title})`] as const),
  ['CstmrCdtTrfInitn', 'pain.001 (credit transfer initiation)'],
  ['CstmrPmtStsRpt', 'pain.002 (payment status report)'],
  ['CstmrDrctDbtInitn', 'pain.008 (direct debit initiation)'],
])

/** Recognizes a message by the element that holds it, in whatever envelope it comes. */
export function createMessageType({ name, title, element, refusals }: BankMessage) {
  const versions = new RegExp(`${name.replace('.', '\\.')}\\.\\d{3}\\.\\d{2}`)
  let isHere = false
  let version: string | null = null
  return {
    /** @throws Refusal of another message as soon as it begins */
    open(opened: string, namespace: string): void {
      if (opened === element) {
        isHere = true
        version = versions.exec(namespace)?.[0] ?? null
        return
      }
      const other = isHere ? undefined : MESSAGES.get(opened)
      if (other) throw new Refusal(refusals.other, `The file is a ${other}. Send a ${name} (${title}).`)
    },
    isHere: () => isHere,
    /** Like `camt.053.001.08`; null where the namespace does not name one. */
    version: () => version,
    /** @throws Refusal for a whole file without a message that is known */
    requireMessage(): void {
      if (!isHere) throw new Refusal(refusals.other, `The file is XML, but no ${name} (there is no ${element}).`)
    },
  }
}

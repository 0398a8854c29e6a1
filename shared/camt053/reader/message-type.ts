import { Refusal } from '../refusal.ts'

/** Messages that are often mistaken for a camt.053, by the element that holds the message. */
const OTHER_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrAcctRpt', 'camt.052 (account report)'],
  ['BkToCstmrDbtCdtNtfctn', 'camt.054 (debit and credit notification)'],
  ['CstmrCdtTrfInitn', 'pain.001 (credit transfer initiation)'],
  ['CstmrPmtStsRpt', 'pain.002 (payment status report)'],
  ['CstmrDrctDbtInitn', 'pain.008 (direct debit initiation)'],
])

/** Recognizes a camt.053 by the element that holds the message, in whatever envelope it comes. */
export function createMessageType() {
  let isCamt053 = false
  let version: string | null = null
  return {
    /** @throws Refusal not_camt053 as soon as another message begins */
    open(name: string, namespace: string): void {
      const other = OTHER_MESSAGES.get(name)
      if (!isCamt053 && other)
        throw new Refusal('not_camt053', `The file is a ${other}. Send a camt.053 (bank to customer statement).`)
      if (name !== 'BkToCstmrStmt') return
      isCamt053 = true
      version = /camt\.053\.\d{3}\.\d{2}/.exec(namespace)?.[0] ?? null
    },
    isCamt053: () => isCamt053,
    /** Like `camt.053.001.08`; null where the namespace does not name one. */
    version: () => version,
    /** @throws Refusal not_camt053 for a whole file without a message that is known */
    requireCamt053(): void {
      if (!isCamt053) throw new Refusal('not_camt053', 'The file is XML, but no camt.053 (there is no BkToCstmrStmt).')
    },
  }
}

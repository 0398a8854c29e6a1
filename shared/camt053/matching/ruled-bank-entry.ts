import { isPaymentReference } from '../../accounting/documents/payment-references.ts'
import type { BankEntry } from '../bank-entry/bank-entry.ts'
import type { BankTransactionCode } from '../bank-entry/transaction-code.ts'
import type { TransactionDetails } from '../bank-entry/transaction-details.ts'
import type { Direction } from '../figures.ts'
import { paymentReferencesIn } from './orders/references-in-text.ts'

/** One transaction of a bank entry, as rules look at it. */
export type RuledTransaction = {
  /** The other side: who pays a credit, who gets a debit. */
  readonly counterparty_iban: string | null
  readonly counterparty_names: readonly string[]
  readonly texts: readonly string[]
  readonly code: BankTransactionCode | null
}

/** A bank entry as rules look at it. */
export type RuledBankEntry = {
  readonly credit_debit: Direction
  /** The IBAN, also where the bank statement came under the QR-IBAN. */
  readonly bank_account: string
  readonly currency: string
  readonly amount_minor: bigint
  /** Money that the bank takes back or returns: no rule applies to it. */
  readonly is_return: boolean
  readonly code: BankTransactionCode | null
  readonly texts: readonly string[]
  readonly transactions: readonly RuledTransaction[]
}

type KeptRuledEntry = {
  readonly bank_account: string
  readonly credit_debit: Direction
  readonly currency: string
  readonly amount_minor: bigint
  readonly is_reversal: boolean
  /** One of its transactions came back. */
  readonly has_return: boolean
  /** As it is kept; amounts are text. */
  readonly entry: object
}

type WrittenEntry = Pick<BankEntry, 'bank_tx_code' | 'additional_info' | 'tx_details'>

/** A bank entry that is kept, as rules look at it. */
export function ruledBankEntryOf({ entry, is_reversal, has_return, ...figures }: KeptRuledEntry): RuledBankEntry {
  const { bank_tx_code, additional_info, tx_details } = entry as WrittenEntry
  return {
    ...figures,
    is_return: is_reversal || has_return,
    code: bank_tx_code,
    texts: textsOf([additional_info]),
    transactions: tx_details.map((details) => transactionOf(details, figures.credit_debit)),
  }
}

/**
 * The references that a bank entry that is kept names: in their own place, or where none stands there, in the texts of its transactions. Somebody
 * has typed them in e-banking then.
 */
export function referencesOf({ entry }: { readonly entry: object }): string[] {
  const { tx_details } = entry as WrittenEntry
  const structured = textsOf(tx_details.flatMap(({ creditor_refs }) => creditor_refs.map(({ ref }) => ref)))
  if (structured.some(isPaymentReference)) return structured
  const texts = tx_details.flatMap(({ unstructured, additional_remittance, additional_info }) =>
    textsOf([...unstructured, ...additional_remittance, additional_info]),
  )
  return [...structured, ...texts.flatMap(paymentReferencesIn)]
}

/** Of what somebody or a bank has written of a bank entry that is kept, so many characters are looked through. */
const MOST_TEXT = 10_000

/** All that is written of a bank entry that is kept, and may name documents. */
export function textsOfEntry({ entry }: { readonly entry: object }): string {
  const { additional_info, tx_details } = entry as WrittenEntry
  const texts = tx_details.flatMap(({ referred_documents = [], ...one }) => [
    ...textsOf([...one.unstructured, ...one.additional_remittance, one.additional_info, one.end_to_end_id]),
    ...referred_documents.flatMap(({ type, number }) => (number === null ? [] : `${wordFor(type)} ${number}`)),
  ])
  return [...textsOf([additional_info]), ...texts].join('\n').slice(0, MOST_TEXT)
}

/** What says of a document that it is one, or a purchase order. */
function wordFor(type: string | null): string {
  return type === 'PUOR' ? 'ORDER' : 'INVOICE'
}

/** Whether its transactions say which documents they pay (`RfrdDocInf`). */
export function refersToDocuments({ entry }: { readonly entry: object }): boolean {
  return (entry as WrittenEntry).tx_details.some(({ referred_documents = [] }) => referred_documents.length > 0)
}

/** Who pays a credit is the debtor; who gets a debit is the creditor. */
function transactionOf(details: TransactionDetails, credit_debit: Direction): RuledTransaction {
  const isCredit = credit_debit === 'CRDT'
  const account = isCredit ? details.debtor_account : details.creditor_account
  const names = isCredit
    ? [details.ultimate_debtor_name, details.debtor_name]
    : [details.ultimate_creditor_name, details.creditor_name]
  const { unstructured, additional_remittance, additional_info, end_to_end_id } = details
  return {
    counterparty_iban: account?.iban ?? account?.other ?? null,
    counterparty_names: textsOf(names),
    texts: textsOf([...unstructured, ...additional_remittance, additional_info, end_to_end_id]),
    code: details.bank_tx_code,
  }
}

function textsOf(texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null)
}

import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { Rates } from '../amounts/rate.ts'
import type { AccountingDocument } from '../documents/accounting-document.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { postExpense } from './expense-posting.ts'
import { postInvoice } from './invoice-posting.ts'
import type { JournalLine, Movement } from './journal-entry.ts'
import { postVoucher } from './voucher-posting.ts'

/** Changes with every change of the rules that an entry was made by; it is kept with the entry (GeBüV Art. 4). */
export const RULE_VERSION = 2

export type Posting = {
  readonly entry_type: EntryType
  readonly lines: readonly JournalLine[]
  /** The amount owed to a supplier (negative) or by a customer (positive) from now on; null for a voucher. */
  readonly open_item: Movement | null
}

/**
 * The entry that a fact becomes once nothing blocks it.
 *
 * @param rates of the foreign currencies that the document uses, on its business date
 */
export function postDocument(document: AccountingDocument, settings: PostingSettings, rates: Rates): Posting {
  if (document.fact_type === 'journal_voucher') {
    return { entry_type: document.entry_type, lines: postVoucher(document, settings, rates), open_item: null }
  }
  const rate_e8 = rates.get(document.gross?.currency ?? '') ?? null
  const post = document.fact_type === 'expense_document' ? postExpense : postInvoice
  return { entry_type: 'standard', ...post(document, settings, rate_e8) }
}

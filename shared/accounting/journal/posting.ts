import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { Rates } from '../amounts/rate.ts'
import type { Invoice, JournalVoucher } from '../documents/accounting-document.ts'
import type { ItemStates } from '../documents/voucher-item.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { postExpense } from './expense-posting.ts'
import { postInvoice } from './invoice-posting.ts'
import type { JournalLine, Movement } from './journal-entry.ts'
import type { ItemChange, LineNumbers } from './vouchers/changes-of-voucher.ts'
import { postVoucher } from './vouchers/voucher-posting.ts'

/** Changes with every change of the rules that an entry was made by; it is kept with the entry (GeBüV Art. 4). */
export const RULE_VERSION = 5

export type Posting = {
  readonly entry_type: EntryType
  readonly lines: readonly JournalLine[]
  /** The amount owed to a supplier (negative) or by a customer (positive) from now on; null for a voucher. */
  readonly open_item: Movement | null
  /** What the lines of a voucher do to open items; absent where they do nothing. */
  readonly item_changes?: readonly ItemChange[]
  /** Those of a voucher. */
  readonly line_numbers?: LineNumbers
}

/** @throws AssertionError where a blocker should have stopped the document earlier */
export function postingOfExpense(document: Invoice, settings: PostingSettings, rates: Rates): Posting {
  return { entry_type: 'standard', ...postExpense(document, settings, rateOf(document, rates)) }
}

/** @throws AssertionError where a blocker should have stopped the invoice earlier */
export function postingOfInvoice(invoice: Invoice, settings: PostingSettings, rates: Rates): Posting {
  return { entry_type: 'standard', ...postInvoice(invoice, settings, rateOf(invoice, rates)) }
}

/** @throws AssertionError where a blocker should have stopped the voucher earlier */
export function postingOfVoucher(
  voucher: JournalVoucher,
  settings: PostingSettings,
  rates: Rates,
  open_items: ItemStates,
): Posting {
  const { lines, item_changes, line_numbers } = postVoucher(voucher, { settings, rates, open_items })
  return {
    entry_type: voucher.entry_type,
    lines,
    line_numbers,
    open_item: null,
    ...(item_changes.length > 0 ? { item_changes } : {}),
  }
}

function rateOf({ gross }: Invoice, rates: Rates): bigint | null {
  return rates.get(gross?.currency ?? '') ?? null
}

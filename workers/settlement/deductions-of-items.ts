import assert from 'node:assert/strict'
import type { MoneyEntry } from '../../shared/accounting/settlement/entry-of-legs.ts'
import type { DeductedFromItem } from '../../shared/accounting/settlement/item-legs.ts'
import type { Deduction } from '../../shared/contract/settlement/deductions.ts'
import { findDocumentsOfItems } from '../../shared/store/journal/documents-of-items.ts'
import type { IntentContext } from '../intent.ts'

type DeductedItem = { readonly open_item_id: string; readonly deductions: readonly Deduction[] | undefined }

/** The deductions of items with the documents behind them, by the ids of the items. No query is made without deductions. */
export async function deductionsOfItems(
  { tx, settings }: IntentContext,
  { end_customer_id, posting_date: day }: MoneyEntry,
  items: readonly DeductedItem[],
): Promise<ReadonlyMap<string, DeductedFromItem>> {
  const deducted = items.flatMap(({ open_item_id, deductions }) => (deductions ? [{ open_item_id, deductions }] : []))
  if (deducted.length === 0) return new Map()
  const ids = deducted.map(({ open_item_id }) => open_item_id)
  const documents = await findDocumentsOfItems(tx, end_customer_id, ids)
  return new Map(
    deducted.map(({ open_item_id, deductions }) => {
      const document = documents.get(open_item_id)
      assert(document, 'an open item has the entry that opened it')
      return [open_item_id, { document, deductions, settings, day }]
    }),
  )
}

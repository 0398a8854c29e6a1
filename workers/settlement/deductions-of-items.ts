import assert from 'node:assert/strict'
import type { Blocker } from '../../shared/accounting/facts/blockers.ts'
import { findUnfitReduction } from '../../shared/accounting/settlement/deductions/reductions.ts'
import { namedByOthers } from '../../shared/accounting/settlement/deductions/reductions-so-far.ts'
import type { MoneyEntry } from '../../shared/accounting/settlement/entry-of-legs.ts'
import type { DeductedFromItem, TaxOfPart } from '../../shared/accounting/settlement/item-legs.ts'
import type { Deduction } from '../../shared/contract/settlement/deductions.ts'
import { findDocumentsOfItems } from '../../shared/store/journal/documents-of-items.ts'
import type { IntentContext } from '../intent.ts'

type DeductedItem = { readonly open_item_id: string; readonly deductions: readonly Deduction[] | undefined }

type FoundDeductions =
  | { readonly deducted: ReadonlyMap<string, DeductedFromItem> }
  | { readonly blockers: readonly Blocker[] }

/**
 * The deductions of items with the documents behind them, by the ids of the items. No query is made without deductions. A
 * voucher of the release before may have reduced a document since the request; the ledger is held, so nothing else does now.
 *
 * @param taxes of the items, where tax is due with payments
 */
export async function deductionsOfItems(
  { tx, settings }: IntentContext,
  { end_customer_id, source_id, posting_date: day }: MoneyEntry,
  items: readonly DeductedItem[],
  taxes: ReadonlyMap<string, TaxOfPart>,
): Promise<FoundDeductions> {
  const deducted = items.flatMap(({ open_item_id, deductions }) => (deductions ? [{ open_item_id, deductions }] : []))
  if (deducted.length === 0) return { deducted: new Map() }
  const ids = deducted.map(({ open_item_id }) => open_item_id)
  const documents = await findDocumentsOfItems(tx, end_customer_id, ids)
  const found = new Map(
    deducted.map(({ open_item_id, deductions }): [string, DeductedFromItem] => {
      const document = documents.get(open_item_id)
      assert(document, 'an open item has the entry that opened it')
      const reduced = namedByOthers(document.reduced, source_id)
      return [open_item_id, { document: { ...document, reduced }, deductions, settings, day }]
    }),
  )
  const blockers = [...found].flatMap(([id, { document, deductions }]) => {
    const tax = taxes.get(id)?.item
    const unfit = findUnfitReduction(document, deductions, settings, tax ? { tax, day } : null)
    return unfit ? [{ ...REDUCED_TOO_FAR, message: unfit.message, pointer: '' }] : []
  })
  return blockers.length > 0 ? { blockers } : { deducted: found }
}

const REDUCED_TOO_FAR = {
  code: 'open_item_exceeded',
  remedy: 'Reverse first what has reduced the document; or reverse this one, and deduct less.',
} as const

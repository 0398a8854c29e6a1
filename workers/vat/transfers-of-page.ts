import type { TaxOfItem, TaxSnapshot } from '../../shared/accounting/documents/tax-record.ts'
import { isFirstTransfer, taxOfRest } from '../../shared/accounting/settlement/tax-of-rest.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import {
  type ChangeOfConsideration,
  changeForItem,
} from '../../shared/accounting/vat/consideration/changes-of-consideration.ts'
import { declaredBefore } from '../../shared/accounting/vat/consideration/declared-before.ts'
import { transferInOwnMethod } from '../../shared/accounting/vat/consideration/transfer-in-own-method.ts'
import { transferTaxOfItem } from '../../shared/accounting/vat/consideration/transfer-of-item.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findDocumentsOfItems } from '../../shared/store/journal/documents-of-items.ts'
import { findTaxOfItems } from '../../shared/store/open-items/tax-of-items.ts'
import { findItemsToTransfer } from '../../shared/store/vat/consideration/items-to-transfer.ts'
import { findItemsWithMemo } from '../../shared/store/vat/consideration/items-with-memo.ts'

/** Items that are looked at under the lock of the ledger at a time, and whose tax one entry transfers. */
const PAGE = 200

export type PageOfTransfers = ChangeOfConsideration & {
  readonly records: readonly TaxSnapshot[]
  /** Those with records. */
  readonly items: readonly string[]
  /** The last item of the page; null where there are no more. */
  readonly last: string | null
}

/** What changes of consideration up to a day do to the tax of the next open items. The caller holds the ledger. */
export async function transfersOfPage(
  tx: Tx,
  end_customer_id: string,
  settings: PostingSettings,
  { day, seen_through, until }: { readonly day: string; readonly seen_through: bigint | null; readonly until: string },
  after: string | null,
): Promise<PageOfTransfers> {
  const page = await findItemsToTransfer(tx, end_customer_id, day, after, PAGE, seen_through)
  const wanted = page.map(({ open_item_id }) => ({ end_customer_id, open_item_id }))
  const whole = page.length === 0 ? new Map<string, TaxOfItem>() : await findTaxOfItems(tx, wanted, true)
  const taxes = await withoutPaid(tx, end_customer_id, whole)
  const others = page.flatMap(({ open_item_id }) => (taxes.has(open_item_id) ? [] : open_item_id))
  const memos = others.length === 0 ? new Map<string, never>() : await findItemsWithMemo(tx, end_customer_id, others)
  const transfers = page.flatMap(({ open_item_id, posting_date, moves }) => {
    const booked = taxes.get(open_item_id)
    const transferred_on = booked?.not_due.find(({ transfers }) => transfers)?.transfers?.at(-1)?.on ?? null
    const change = changeForItem(settings.vat_registrations, { posting_date, transferred_on }, until)
    if (!change) return []
    const memo = memos.get(open_item_id)
    const tax = booked ?? (memo ? declaredBefore(memo, settings, change.on) : null)
    if (!tax) return []
    const later = moves
      .filter(({ on_date }) => on_date >= change.on)
      .map(({ on_date, amount_minor }) => ({ on_date, amount_minor: BigInt(amount_minor) }))
    const records = tax.not_due.flatMap((one) => {
      const its = transferTaxOfItem({ ...tax, not_due: [one] }, later, change.to, change.on)
      return transferInOwnMethod(its, change, settings)
    })
    return records.length === 0 ? [] : [{ open_item_id, change, records }]
  })
  return {
    on: transfers[0]?.change.on ?? day,
    to: transfers[0]?.change.to ?? 'agreed',
    records: transfers.flatMap(({ records }) => records),
    items: transfers.map(({ open_item_id }) => open_item_id),
    last: page.length < PAGE ? null : (page.at(-1)?.open_item_id ?? null),
  }
}

/** Without what advances have paid of tax that was due with its document, and was never transferred. */
async function withoutPaid(
  tx: Tx,
  end_customer_id: string,
  taxes: ReadonlyMap<string, TaxOfItem>,
): Promise<ReadonlyMap<string, TaxOfItem>> {
  const ids = [...taxes].flatMap(([id, { not_due }]) => (not_due.some(isFirstTransfer) ? id : []))
  if (ids.length === 0) return taxes
  const documents = await findDocumentsOfItems(tx, end_customer_id, ids)
  return new Map(
    [...taxes].map(([id, tax]) => {
      const document = documents.get(id)
      return [id, document ? taxOfRest(tax, document) : tax]
    }),
  )
}

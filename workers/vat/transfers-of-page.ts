import type { TaxOfItem, TaxSnapshot } from '../../shared/accounting/documents/tax-record.ts'
import {
  type ChangeOfConsideration,
  changeForItem,
} from '../../shared/accounting/vat/consideration/changes-of-consideration.ts'
import { transferTaxOfItem } from '../../shared/accounting/vat/consideration/transfer-of-item.ts'
import type { VatRegistration } from '../../shared/contract/vat/registrations.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findTaxOfItems } from '../../shared/store/open-items/tax-of-items.ts'
import { findItemsToTransfer } from '../../shared/store/vat/consideration/items-to-transfer.ts'

/** Items that are looked at under the lock of the ledger at a time, and whose tax one entry transfers. */
const PAGE = 200

export type PageOfTransfers = ChangeOfConsideration & {
  readonly records: readonly TaxSnapshot[]
  /** Those with records. */
  readonly items: readonly string[]
  /** The last item of the page; null where there are no more. */
  readonly last: string | null
}

/** What changes of consideration do to the tax of the next open items. The caller holds the ledger. */
export async function transfersOfPage(
  tx: Tx,
  end_customer_id: string,
  registrations: readonly VatRegistration[],
  day: string,
  after: string | null,
  today: string,
): Promise<PageOfTransfers> {
  const page = await findItemsToTransfer(tx, end_customer_id, day, after, PAGE)
  const wanted = page.map(({ open_item_id }) => ({ end_customer_id, open_item_id }))
  const taxes = page.length === 0 ? new Map<string, TaxOfItem>() : await findTaxOfItems(tx, wanted, true)
  const transfers = page.flatMap(({ open_item_id, posting_date, moves }) => {
    const tax = taxes.get(open_item_id)
    if (!tax) return []
    const transferred_on = tax.not_due.find(({ transferred }) => transferred)?.transferred?.on ?? null
    const change = changeForItem(registrations, { posting_date, transferred_on }, today)
    if (!change) return []
    const later = moves
      .filter(({ on_date }) => on_date >= change.on)
      .map(({ on_date, amount_minor }) => ({ on_date, amount_minor: BigInt(amount_minor) }))
    const records = transferTaxOfItem(tax, later, change.to, change.on)
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

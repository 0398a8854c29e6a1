import { amountInWords } from '../../../amounts/decimal.ts'
import type { JournalVoucher } from '../../../documents/accounting-document.ts'
import { forVouchers, type RuleContext } from '../../../documents/rule-context.ts'
import type { ItemState, MoneyBeside } from '../../../documents/voucher-item.ts'
import { itemsOfVoucher } from '../../../open-items/items-of-voucher.ts'

/**
 * A voucher uses an advance that a final invoice has taken off with its tax: what is left of the advances of that partner is less than what
 * its final invoices have taken off. One that sets both off takes nothing on the whole.
 */
export const findTakenOffTwice = forVouchers((context) =>
  advancesUsedTwice(context).map(({ index, item, taken }) => {
    const credit = `the credit ${taken.id} of a final invoice has ${amountInWords(taken.open_minor, item.currency)} open`
    const message = `On account ${item.account_code} ${credit}: it has taken an advance of this partner off, with its tax, and after the voucher there is none left for it.`
    return { message, pointer: `/payload/lines/${index}/open_item` }
  }),
)

type UsedTwice = { readonly index: number; readonly item: ItemState; readonly taken: MoneyBeside }

/** The lines of advances that a final invoice has taken off already, with the credit of that invoice. */
export function advancesUsedTwice(context: RuleContext<JournalVoucher>): UsedTwice[] {
  const { document, open_items } = context
  if (![...open_items.values()].some(({ beside }) => beside)) return []
  const { lines } = itemsOfVoucher(document, context)
  const before = new Map([...open_items.values()].map((state) => [state.moved_item_id, state.open_minor]))
  return lines.flatMap(({ index, item, amount_minor }): UsedTwice[] => {
    if (!item?.beside || amount_minor <= 0n) return []
    // An earlier fact of the batch may have used what is beside it.
    const beside = item.beside.map((money) => ({
      ...money,
      open_minor: before.get(money.open_item_id) ?? money.open_minor,
    }))
    const ids = new Set([item.moved_item_id, ...beside.map(({ open_item_id }) => open_item_id)])
    const moved = lines.filter((line) => line.item && ids.has(line.item.moved_item_id))
    const used = moved.reduce((sum, line) => sum + line.amount_minor, 0n)
    const open = beside.reduce((sum, { open_minor }) => sum + open_minor, before.get(item.moved_item_id) ?? 0n)
    const taken = beside.find(({ open_minor }) => open_minor > 0n)
    return taken && used > 0n && open + used > 0n ? [{ index, item, taken }] : []
  })
}

import { usedBeforeInWords } from '../../../shared/accounting/open-items/used-before.ts'

/** An item of an allocation or settlement, with the day on which it was opened; null where nothing has opened it yet. */
type UsedItem = { readonly opened_on: string | null; readonly pointer: string }

/** The items that were opened behind the day of an allocation or a settlement, in their order, as vouchers tell of them. */
export function warnOfUsedBefore(noun: 'allocation' | 'settlement', day: string, items: readonly UsedItem[]) {
  return items.flatMap(({ opened_on, pointer }) => {
    const message = usedBeforeInWords(opened_on, day)
    if (message === null) return []
    const remedy = `Nothing, where it happened in that order; else reverse the ${noun} and send it again with its own day.`
    return [{ code: 'item_used_before_it_was_opened', message, pointer, remedy }]
  })
}

import { ITEM_USED } from '../../shared/accounting/facts/open-items/open-item-rules.ts'

/** The blocker of a reversal that gives an amount back to an item that would be worth less than nothing. */
export function worthNothing(item: string) {
  const message = `Open item ${item} would be worth less than nothing: take back its revaluation first.`
  return { ...ITEM_USED, message, pointer: '' }
}

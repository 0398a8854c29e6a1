import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { ItemNamedByBank } from '../documents/bank-entry-finding.ts'
import type { Finding } from '../documents/rule-context.ts'
import { type ItemStates, keyOfItem } from '../documents/voucher-item.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'

/** Of one bank entry. */
const MOST_TOLD = 5

/**
 * The open items that the bank entries of a voucher name, and that none of its lines is for, where too little is left for them. The credit of a payment can still be allocated, so it takes nothing
 * away. What is used for another item is told where that is compared.
 */
export function findNamedBeside(
  { bank_entries, lines }: Pick<JournalVoucher, 'bank_entries' | 'lines'>,
  uses: readonly PlannedUse[],
  open_items: ItemStates,
  find: (use: PlannedUse) => UsableBankEntry | undefined,
): Finding[] {
  const items = lines.flatMap(({ open_item: item }) => (item === null || item.by === 'new' ? [] : item))
  if (items.some(({ by }) => by === 'payment_id')) return []
  const own = new Set(items.map((item) => open_items.get(keyOfItem(item))?.open_item_id))
  const pointer = bank_entries === null ? '/evidence_links' : '/payload/bank_entries'
  return [...Map.groupBy(uses, find)].flatMap(([bankEntry, ofEntry]) => {
    if (!bankEntry?.named_items || isDoubted(bankEntry, own)) return []
    const { public_id, amount_minor, used_minor, named_items } = bankEntry
    const left = ofEntry.reduce((rest, use) => rest - use.amount_minor, amount_minor - used_minor)
    const isBooked = new Set(named_items.flatMap(({ open_item_id, name }) => (own.has(open_item_id) ? name : [])))
    return named_items
      .filter(({ name, taken_minor }) => !isBooked.has(name) && left < (taken_minor ?? amount_minor))
      .slice(0, MOST_TOLD)
      .map((item) => ({ message: `Bank entry ${public_id} ${inWords(item)}.`, pointer }))
  })
}

function isDoubted({ doubts }: UsableBankEntry, own: ReadonlySet<string | undefined>): boolean {
  return doubts !== undefined && [...doubts.keys()].some((id) => own.has(id))
}

function inWords({ name, is_number, public_id }: ItemNamedByBank): string {
  const named = is_number ? `names the number ${name} of ${public_id}` : `has the reference ${name} of ${public_id}`
  return `${named}, which is open${is_number ? ' with just that amount' : ''}, and no line of the voucher is for it`
}

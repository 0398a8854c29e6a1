/** An item that an entry changed, as it is now, and the change. Amounts are signed like the item. */
export type ChangedItem = {
  readonly open_item_id: string
  readonly amount_minor: bigint
  /** What nothing has used or reserved. */
  readonly open_minor: bigint
  /** What nothing has used: drafts only reserve. */
  readonly balance_minor: bigint
  readonly open_base_minor: bigint
  readonly changed_minor: bigint
  readonly changed_base_minor: bigint
  /** The entry opened the item, or booked the payment of which it is the credit. */
  readonly is_opening: boolean
  /** Nothing was booked as open when the entry came: it changed a value that was left of the item. */
  readonly was_closed: boolean
  /** A part that was taken or given since, or is reserved, has had its share of the value. */
  readonly is_shared_since: boolean
}

/**
 * Whether the change of an item can be undone: what was taken can be given back always, and what was given or opened
 * while nothing has used it. What others have given meanwhile counts, and what drafts reserve: an item never has more than
 * it was opened with. A revaluation whose change a part has taken its share of cannot be undone: the rest would have the
 * share of the part too. A value that was left of a closed item changes in either direction.
 *
 * `undo_changes_of_items` says the same for whoever does not ask here; its comment says why both exist.
 */
export function canBeUndone(item: ChangedItem): boolean {
  const { amount_minor, open_minor, balance_minor, open_base_minor, changed_minor, changed_base_minor, is_opening } =
    item
  const after = open_minor - changed_minor
  const base_after = open_base_minor - changed_base_minor
  if (after === 0n && changed_minor === 0n && item.was_closed) return true
  if (changed_minor === 0n && item.is_shared_since) return false
  if (is_opening || after === 0n) return after === 0n && base_after === 0n
  const balance = balance_minor - changed_minor
  const isWithin = amount_minor > 0n ? after > 0n && balance <= amount_minor : after < 0n && balance >= amount_minor
  const isOnItsSide = amount_minor > 0n ? base_after >= 0n : base_after <= 0n
  return isWithin && isOnItsSide
}

/** What a settlement or allocation has moved at the bank, and what of it has not come back yet. */
export type ReturnedSubject = {
  /** What it has used of its bank entry. */
  readonly moved_minor: bigint
  /** What of that was for the item: bank charges of a supplier's payment are not. */
  readonly for_item_minor: bigint
  /** What has come back of it before. */
  readonly returned_before_minor: bigint
}

type ReturnedAmount = {
  /** The money comes back to us (CRDT), or is taken back from us (DBIT). */
  readonly credit_debit: 'CRDT' | 'DBIT'
  readonly amount_minor: bigint
  readonly charges_minor: bigint | null
  readonly instructed_minor: bigint | null
}

export type ReturnPlan = {
  /** What the item gets back. */
  readonly returned_minor: bigint
  /** What the bank has kept of that, or has taken on top. */
  readonly charges_minor: bigint
  /** The whole is undone as it was booked; otherwise a voucher books the part. */
  readonly is_whole: boolean
}

/**
 * What of a payment has come back. The bank says what it keeps as charges, or which amount it returns; what it does not say is
 * a part. What it takes back beyond the payment can only be charges.
 *
 * @returns null where more comes back than is left
 */
export function planReturn(subject: ReturnedSubject, money: ReturnedAmount): ReturnPlan | null {
  const { moved_minor, for_item_minor, returned_before_minor } = subject
  const { amount_minor, credit_debit } = money
  if (amount_minor === moved_minor && returned_before_minor === 0n)
    return { returned_minor: moved_minor, charges_minor: 0n, is_whole: true }
  const left_minor = for_item_minor - returned_before_minor
  const part = { returned_minor: amount_minor, charges_minor: 0n, is_whole: false }
  const stated = statedCharges(money)
  if (credit_debit === 'CRDT') {
    if (amount_minor > left_minor) return null
    const fits = amount_minor + stated <= left_minor
    return fits ? { ...part, returned_minor: amount_minor + stated, charges_minor: stated } : part
  }
  const returned_minor = amount_minor - stated > left_minor ? left_minor : amount_minor - stated
  return returned_minor <= 0n ? null : { ...part, returned_minor, charges_minor: amount_minor - returned_minor }
}

function statedCharges({ credit_debit, amount_minor, charges_minor, instructed_minor }: ReturnedAmount): bigint {
  const difference = instructed_minor === null ? 0n : instructed_minor - amount_minor
  const kept = credit_debit === 'CRDT' ? difference : -difference
  if (kept > 0n) return kept
  return charges_minor !== null && (credit_debit === 'CRDT' || charges_minor < amount_minor) ? charges_minor : 0n
}

/** What a settlement or allocation has moved at the bank, and what of it has not come back yet. */
export type ReturnedSubject = {
  /** What it has used of its bank entry. */
  readonly moved_minor: bigint
  /** What of that was for the item: bank charges of a supplier's payment are not. */
  readonly for_item_minor: bigint
  /** What has come back of it before. */
  readonly returned_before_minor: bigint
  /** A discount, say: it falls with the whole payment, and its tax with it. */
  readonly has_deductions: boolean
  /** Whether the money is in another currency than the item, and one voucher can give all of it back. */
  readonly exchange: 'none' | 'plain' | 'unclear'
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

/** What comes back at the rate of another day is not far from what was paid: one twentieth. */
const OF_RATE = 20n

/** Banks take some francs for a payment that they take back. */
const MOST_UNSTATED_MINOR = 100_00n

/**
 * What of a payment has come back. The bank says what it keeps as charges, or which amount it returns; what it does not say is
 * a part. What it takes back beyond the payment are charges, as far as it may be. Money that has paid an item in another currency comes back as a whole, at the
 * rate of its day.
 *
 * @returns null where more comes back than is left, or is taken back than may be charges; where money in another currency than the item is not the whole of it;
 *   and where all of a payment with
 *   deductions comes back beside charges: no voucher gives the deductions back, so it is undone by hand
 */
export function planReturn(subject: ReturnedSubject, money: ReturnedAmount): ReturnPlan | null {
  const { moved_minor, for_item_minor, returned_before_minor } = subject
  const { amount_minor, credit_debit } = money
  if (amount_minor === moved_minor && returned_before_minor === 0n)
    return { returned_minor: moved_minor, charges_minor: 0n, is_whole: true }
  if (subject.exchange !== 'none') return planExchanged(subject, money)
  const left_minor = for_item_minor - returned_before_minor
  const part = { returned_minor: amount_minor, charges_minor: 0n, is_whole: false }
  const stated = statedCharges(money)
  if (credit_debit === 'CRDT') {
    if (amount_minor > left_minor) return null
    const fits = amount_minor + stated <= left_minor
    if (fits && amount_minor + stated === for_item_minor && subject.has_deductions) return null
    return fits ? { ...part, returned_minor: amount_minor + stated, charges_minor: stated } : part
  }
  const returned_minor = amount_minor - stated > left_minor ? left_minor : amount_minor - stated
  const charges_minor = amount_minor - returned_minor
  if (returned_minor === for_item_minor && subject.has_deductions) return null
  if (returned_minor <= 0n || !mayBeCharges(charges_minor - stated, returned_minor)) return null
  return { ...part, returned_minor, charges_minor }
}

/** Of what part of the item a part of the money is, nobody knows, and what are charges beside the rate, neither. */
function planExchanged(subject: ReturnedSubject, money: ReturnedAmount): ReturnPlan | null {
  const { moved_minor, for_item_minor, returned_before_minor, has_deductions } = subject
  const difference = money.amount_minor - moved_minor
  const isNear = (difference < 0n ? -difference : difference) * OF_RATE <= moved_minor
  const isPlain =
    subject.exchange === 'plain' && returned_before_minor === 0n && for_item_minor === moved_minor && !has_deductions
  if (!isNear || !isPlain || statedCharges(money) !== 0n) return null
  return { returned_minor: moved_minor, charges_minor: 0n, is_whole: false }
}

/** What nobody calls charges is some only where it is little: no more than banks take, and than what comes back. */
function mayBeCharges(unstated_minor: bigint, returned_minor: bigint): boolean {
  return unstated_minor <= MOST_UNSTATED_MINOR && unstated_minor <= returned_minor
}

function statedCharges({ credit_debit, amount_minor, charges_minor, instructed_minor }: ReturnedAmount): bigint {
  const difference = instructed_minor === null ? 0n : instructed_minor - amount_minor
  const kept = credit_debit === 'CRDT' ? difference : -difference
  if (kept > 0n) return kept
  return charges_minor !== null && (credit_debit === 'CRDT' || charges_minor < amount_minor) ? charges_minor : 0n
}

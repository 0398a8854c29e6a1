/** A bank entry as a voucher may use it. */
export type UsableBankEntry = {
  readonly end_customer_id: string
  readonly entry_id: string
  /** Its id as clients see it. */
  readonly public_id: string
  readonly canonical_entry_hash: string
  readonly bank_account: string
  readonly currency: string
  readonly credit_debit: 'CRDT' | 'DBIT'
  readonly is_booked: boolean
  /** Why nobody can book it, as it follows its name: "is dismissed: …"; null for most. */
  readonly refusal: string | null
  readonly amount_minor: bigint
  readonly used_minor: bigint
  readonly payment_count: number
  /** Its only payment, or those that vouchers name. */
  readonly payments: readonly UsablePayment[]
  /** What has used it, by ids as clients see them. */
  readonly holders: readonly string[]
}
type UsablePayment = {
  readonly payment_id: string
  readonly public_id: string
  readonly amount_minor: bigint
  readonly used_minor: bigint
}

/** The bank entries that the vouchers of a batch name; they change with every voucher that uses one. */
export type NamedBankEntries = {
  /** By end customer and id or canonical hash. */
  readonly keys: ReadonlyMap<string, string>
  readonly states: Map<string, UsableBankEntry>
}

/** A part of a bank entry that a line of a voucher books. */
export type PlannedUse = {
  readonly entry_id: string
  readonly payment_id: string | null
  readonly amount_minor: bigint
  /** The line of the voucher, from 0. */
  readonly line_index: number
}

export function nameBankEntries(bankEntries: readonly UsableBankEntry[]): NamedBankEntries {
  const keys = bankEntries.flatMap((bankEntry) => {
    const { end_customer_id, entry_id, public_id, canonical_entry_hash } = bankEntry
    const key = keyOf(end_customer_id, entry_id)
    return [public_id, canonical_entry_hash].map((named) => [keyOf(end_customer_id, named), key] as const)
  })
  const states = bankEntries.map((one) => [keyOf(one.end_customer_id, one.entry_id), one] as const)
  return { keys: new Map(keys), states: new Map(states) }
}

/** @param named the id of a bank entry as clients see it, or its canonical hash */
export function findNamedBankEntry(
  { keys, states }: NamedBankEntries,
  end_customer_id: string,
  named: string,
): UsableBankEntry | undefined {
  return states.get(keys.get(keyOf(end_customer_id, named)) ?? '')
}

/** Takes out what a voucher uses, so that later vouchers of the batch find less. */
export function takeUses(
  { states }: NamedBankEntries,
  end_customer_id: string,
  uses: readonly PlannedUse[],
  holder: string,
): void {
  for (const { entry_id, payment_id, amount_minor } of uses) {
    const key = keyOf(end_customer_id, entry_id)
    const before = states.get(key)
    if (!before) continue
    const payments = before.payments.map((payment) =>
      payment.payment_id === payment_id ? { ...payment, used_minor: payment.used_minor + amount_minor } : payment,
    )
    const holders = [...new Set([...before.holders, holder])]
    states.set(key, { ...before, used_minor: before.used_minor + amount_minor, payments, holders })
  }
}

function keyOf(end_customer_id: string, named: string): string {
  return `${end_customer_id} ${named}`
}

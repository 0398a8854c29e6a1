import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'

/** A bank entry that a voucher names as booked by it. */
export type VoucherBankEntry = {
  /** Its id as clients see it, or its canonical hash. */
  readonly named: string
  /** The id of one of its payments; null for the whole bank entry. */
  readonly payment_id: string | null
  /** Null: all that is left. */
  readonly amount: { readonly amount_minor: bigint; readonly currency: string } | null
}

/** @returns null where the voucher leaves it to its evidence */
export function voucherBankEntriesOf({ payload }: JournalVoucherRequest): VoucherBankEntry[] | null {
  if (!payload.bank_entries) return null
  return payload.bank_entries.map(({ entry_id, canonical_entry_hash, payment_id, amount }) => ({
    named: entry_id ?? canonical_entry_hash ?? '',
    payment_id: payment_id ?? null,
    amount: amount ? { amount_minor: BigInt(amount.amount_minor), currency: amount.currency } : null,
  }))
}

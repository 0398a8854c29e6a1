import type { VoucherLineRequest } from '../../contract/facts/journal-vouchers.ts'
import type { Money } from '../../contract/primitives.ts'

/** The bank entry that a rule books, whole. */
export type AmountToBook = {
  readonly bank_account: string
  readonly credit_debit: 'CRDT' | 'DBIT'
  readonly amount_minor: bigint
  readonly currency: string
  /** Posting date of the voucher: the day on which the bank has booked. */
  readonly booking_date: string
}

/** Why a rule that applies books nothing. */
export type RuleRefusal = {
  readonly code:
    | 'account_mapping_missing'
    | 'currency_mismatch'
    | 'no_open_payable'
    | 'parts_exceed_entry'
    | 'several_open_payables'
    | 'tax_code_unknown'
    | 'tax_too_small'
  readonly message: string
  readonly pointer: string
}

/** A line of the voucher; debit where the amount is positive. */
export function voucherLine(
  account_code: string,
  signed_minor: bigint,
  currency: string,
  more: Omit<VoucherLineRequest, 'account_code' | 'debit' | 'credit'> = {},
): VoucherLineRequest {
  const amount = moneyOf(signed_minor < 0n ? -signed_minor : signed_minor, currency)
  const line = signed_minor < 0n ? { account_code, credit: amount } : { account_code, debit: amount }
  return { ...line, ...more }
}

export function moneyOf(amount_minor: bigint, currency: string): Money {
  return { amount_minor: Number(amount_minor), currency }
}

import type { Locale } from '../../../contract/setup/settings.ts'
import type { VatDeclaration } from '../ech-0217/declaration.ts'
import type { TaxedActivity, TaxTotal } from '../return/tax-total.ts'
import type { TaxAccount, Tie } from '../return/tie.ts'
import type { KeptOpenWork } from './open-work.ts'

/** A VAT return as it stands at one moment, with what its file, its page and its answer need. */
export type ReturnRead = {
  readonly end_customer_id: string
  readonly locale: Locale
  readonly ledger: { readonly last_entry_number: bigint; readonly last_entry_hash: string }
  /** Of the reconciliation of a year that was reconciled before: the last entry that is not in it any more. */
  readonly after_entry_number?: bigint
  readonly declaration: VatDeclaration
  /** Those of the last day. */
  readonly activities: readonly TaxedActivity[]
  /**
   * Those of other days, whose supplies may still count. Absent in returns that were kept before net tax rates were those of the
   * day of supply.
   */
  readonly former_activities?: readonly TaxedActivity[]
  readonly tie: Tie
  readonly accounts: readonly TaxAccount[]
  /** At the end of the period; null where consideration was never reported as received. */
  readonly tax_not_due: readonly TaxTotal[] | null
  /** Absent in returns that were kept before lines of one rate were taxed together. */
  readonly is_by_rate?: boolean
  /** What of its days is not booked. Absent in returns that were kept before anybody looked. */
  readonly open_work?: readonly KeptOpenWork[]
}

/** Tax on an account; what is owed is positive. */
export type OwedTax = { readonly account_code: string; readonly owed_minor: bigint }

/** A return that was filed, with the accounts that its tax stood on. */
export type KeptReturn = ReturnRead & { readonly owed: readonly OwedTax[] }

const INTEGERS = /_(minor|bp|number)$/

/** The return behind its kept text: integers are kept as digits, so that none is rounded. */
export function returnOfKept(content: string): KeptReturn {
  return JSON.parse(content, (name, value) =>
    typeof value === 'string' && INTEGERS.test(name) ? BigInt(value) : value,
  ) as KeptReturn
}

import type { Direction } from '../../../camt053/figures.ts'
import { publicId } from '../../../process/ids.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import {
  type Holder,
  holdersOf,
  presentHolders,
  type RefusalColumns,
  refusalColumns,
  refusalOf,
} from './bank-entry-holders.ts'

/** A bank entry that a request is about to use, dismiss or link. */
export type LockedBankEntry = {
  readonly entry_id: string
  /** Its id as clients see it. */
  readonly public_id: string
  readonly account: string
  readonly booking_date: string | null
  readonly currency: string
  readonly amount_minor: bigint
  readonly used_minor: bigint
  readonly credit_debit: Direction
  readonly is_booked: boolean
  readonly is_reversal: boolean
  readonly dismissed_by: string | null
  readonly repeat_state: RefusalColumns['repeat_state']
  /** Why nobody can book it, as it follows its name: "is dismissed: …"; null for most. */
  readonly refusal: string | null
  /** What has used it, by ids as clients see them. */
  readonly holders: readonly string[]
}

/** @param canonical_entry_hash the bank entry that a settlement names as its evidence */
export function lockEvidence(tx: Tx, end_customer_id: string, canonical_entry_hash: string) {
  return lock(tx, end_customer_id, sql.fragment`canonical_entry_hash = ${canonical_entry_hash}`)
}

export function lockBankEntry(tx: Tx, end_customer_id: string, entry_id: string) {
  return lock(tx, end_customer_id, sql.fragment`entry_id = ${entry_id}`)
}

type LockedRow = Omit<LockedBankEntry, 'public_id' | 'refusal' | 'holders'> &
  RefusalColumns & { readonly holders: readonly Holder[] }

/** sql.md: lock, then read */
async function lock(tx: Tx, end_customer_id: string, condition: Fragment): Promise<LockedBankEntry | null> {
  const entry_id = await tx.maybeOneFirst(sql.type(row<{ entry_id: string }>())`
    select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and ${condition} for update
  `)
  if (entry_id === null) return null
  const { holders, ...bankEntry } = await tx.one(
    sql.type(row<LockedRow>())`
      select entry_id, bank_account_of(entry.end_customer_id, account) as account, booking_date, currency, amount_minor, used_minor, credit_debit, is_booked, is_reversal,
        dismissed_by, ${refusalColumns(sql.fragment`entry`)}, ${holdersOf(sql.fragment`entry`)} as holders
      from camt053_entries entry
      where entry.end_customer_id = ${end_customer_id} and entry.entry_id = ${entry_id}
    `,
  )
  return {
    ...bankEntry,
    public_id: publicId('camt053_entry', entry_id),
    refusal: refusalOf(bankEntry),
    holders: presentHolders(holders),
  }
}

/** What uses of a payment have taken of it, and whether one of its allocations is among them. */
export function findUsesOfPayment(tx: Tx, end_customer_id: string, entry_id: string, payment_id: string) {
  return tx.one(sql.type(row<{ used_minor: bigint; is_allocated: boolean }>())`
    select coalesce(sum(amount_minor), 0)::bigint as used_minor,
      coalesce(bool_or(used_by = 'allocation'), false) as is_allocated
    from bank_entry_uses
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and payment_id = ${payment_id}
      and state <> 'released'
  `)
}

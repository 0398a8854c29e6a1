import { laterDayWithRoom } from '../amounts/day-with-room.ts'
import { amountInWords } from '../amounts/decimal.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'

/** What one voucher is about to use of a bank entry, and where it names it. */
export type WantedUse = Pick<PlannedUse, 'payment_id' | 'amount_minor'> & {
  readonly bankEntry: UsableBankEntry
  readonly pointer: string
}

/**
 * A bank entry that a reversal has given back on a later day was booked until then. A voucher that uses it before would have the
 * money in the books twice for some days.
 */
export function findUsedUntilLater(wanted: readonly WantedUse[], day: string): BankEntryFinding[] {
  return [...Map.groupBy(wanted, ({ bankEntry }) => bankEntry)].flatMap(([bankEntry, uses]) => {
    const { changes, amount_minor, currency, public_id, payments } = bankEntry
    if (changes.length === 0) return []
    const sumOf = (some: readonly { amount_minor: bigint }[]) => some.reduce((sum, one) => sum + one.amount_minor, 0n)
    const ofPayments = payments.flatMap(({ payment_id, amount_minor: whole }) => {
      const own = changes.filter((change) => change.payment_id === payment_id)
      const taken = sumOf(uses.filter((use) => use.payment_id === payment_id))
      return taken === 0n ? [] : (laterDayWithRoom(whole, own, taken, day) ?? [])
    })
    const from = [...ofPayments, laterDayWithRoom(amount_minor, changes, sumOf(uses), day) ?? ''].sort().at(-1)
    if (!from) return []
    const message = `On ${day} less than ${amountInWords(sumOf(uses), currency)} of bank entry ${public_id} was free: what had used it gave it back on ${from} only. Send the voucher with ${from} or a later day.`
    return [{ code: 'bank_entry_exhausted' as const, message, pointer: uses[0]?.pointer ?? '/payload/bank_entries' }]
  })
}

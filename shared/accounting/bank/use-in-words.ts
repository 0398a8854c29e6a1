import { amountInWords } from '../amounts/decimal.ts'
import type { UsableBankEntry } from './bank-entry-state.ts'

/** A bank entry with what uses it, by ids as clients see them. */
type HeldBankEntry = Pick<UsableBankEntry, 'public_id' | 'currency' | 'amount_minor' | 'used_minor' | 'holders'>

/** For requests that book a bank entry, where nothing is left of it. */
const WAY_OUT = ' Reverse first what books it, or name another bank entry.'

/**
 * How much of a bank entry is booked and by what, in one wording for vouchers, links, allocations, settlements and
 * dismissals.
 *
 * @param left what is left of the bank entry, or of its payment that is named
 * @param asked null where all that is left is wanted
 * @param way_out what to do where nothing is left of the bank entry
 */
export function useInWords(bankEntry: HeldBankEntry, left: bigint, asked: bigint | null, way_out = WAY_OUT): string {
  const { public_id, currency, amount_minor, used_minor, holders } = bankEntry
  const words = (minor: bigint) => amountInWords(minor, currency)
  const asking = asked === null ? '' : `, and ${words(asked)} is asked for`
  const holding = holders.length > 0 ? `; it is booked by ${holders.join(', ')}` : ''
  if (left > 0n)
    return `Of bank entry ${public_id} ${words(left)} of ${words(amount_minor)} is not booked yet${asking}${holding}.`
  const named = `Bank entry ${public_id} of ${words(amount_minor)} is`
  if (used_minor < amount_minor) return `${named} booked already, as far as it is named here${asking}${holding}.`
  return `${named} wholly booked already${asking}${holding}.${way_out}`
}

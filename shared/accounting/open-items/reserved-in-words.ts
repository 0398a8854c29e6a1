import type { ItemState } from '../documents/voucher-item.ts'
import { words } from './item-step.ts'

/** What of an item or payment is booked, and what nobody has used or reserved. */
export type Reservation = Pick<ItemState, 'balance_minor' | 'open_minor' | 'currency' | 'reserved_by'>

/** What drafts have reserved of an item: a sentence that follows another one, or nothing. */
export function reservedInWords({ balance_minor, open_minor, currency, reserved_by }: Reservation): string {
  const reserved_minor = balance_minor - open_minor
  if (reserved_minor === 0n || reserved_by.length === 0) return ''
  const verb = reserved_by.length > 1 ? 'are' : 'is'
  return ` ${words(reserved_minor, currency)} of it is reserved by ${reserved_by.join(', ')}, which ${verb} not booked yet.`
}

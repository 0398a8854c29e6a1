import type { Reservation } from '../../shared/accounting/open-items/reserved-in-words.ts'
import { reservedInWords } from '../../shared/accounting/open-items/reserved-in-words.ts'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findReservations } from '../../shared/store/open-items/named/find-reservations.ts'

export type Reservations = ReadonlyMap<string, Reservation>

/** Checks once more where more is asked than is open, to say which drafts have reserved the rest: others need not know. */
export async function withReservations(
  tx: Tx,
  end_customer_id: string,
  ids: readonly (string | null)[],
  check: (reserved: Reservations) => ErrorDetail[],
): Promise<ErrorDetail[]> {
  const details = check(new Map())
  if (!details.some(({ code }) => code === 'exceeds_open_amount')) return details
  return check(
    await findReservations(
      tx,
      end_customer_id,
      ids.filter((id) => id !== null),
    ),
  )
}

/** Sentences that follow another one, for those of some items and payments of which something is reserved; each once. */
export function inWords(reserved: Reservations, ids: readonly (string | undefined)[]): string {
  const found = ids.flatMap((id) => reserved.get(id ?? '') ?? [])
  return [...new Set(found.map(reservedInWords))].join('')
}

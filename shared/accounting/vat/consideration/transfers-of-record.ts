import type { Consideration, NotDue, Transfer } from '../../documents/tax-record.ts'

/** The consideration that tax of a document follows on a day, or now: that of its last transfer until then, else what it was booked by. */
export function considerationOf(not_due: NotDue, day?: string): Consideration {
  const last = changesThatHold(not_due).findLast(({ on }) => day === undefined || on <= day)
  return last?.to ?? bookedBy(not_due)
}

/** The transfers of a record that hold, by their days: one that is booked afterwards takes back those from its day on. */
export function changesThatHold(not_due: NotDue): readonly Transfer[] {
  const held: Transfer[] = []
  for (const transfer of not_due.transfers ?? []) {
    while ((held.at(-1)?.on ?? '') >= transfer.on) held.pop()
    if (transfer.to !== (held.at(-1)?.to ?? bookedBy(not_due))) held.push(transfer)
  }
  return held
}

/**
 * Whether a part of a day does anything to the tax of a record: since a change to agreed consideration none does, but a later
 * change has transferred what was open, and is less by the part.
 */
export function isSettledOn(not_due: NotDue, day: string): boolean {
  return isReceivedOn(not_due, day) || changesThatHold(not_due).some(({ on }) => on > day)
}

/** Whether tax of a record was due with payments on a day. What was agreed then is reduced, whatever a later change has transferred. */
export function isReceivedOn(not_due: NotDue, day: string): boolean {
  return considerationOf(not_due, day) === 'received'
}

function bookedBy({ is_due = false }: NotDue): Consideration {
  return is_due ? 'agreed' : 'received'
}

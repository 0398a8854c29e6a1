import type { Difference, ReconciledEntry, ReconciledLine, ReconciledUse } from './reconciliation.ts'

/** A difference without a place. */
export const NOWHERE = {
  date: null,
  bank_account: null,
  entry_id: null,
  journal_entry_id: null,
  line_number: null,
  text: null,
} as const

/** What of a bank entry the lines do not have, or twice: what nothing uses, and what lines that do not count use. */
export function differencesOfEntry(entry: ReconciledEntry): Difference[] {
  const { entry_id, bank_account, date, text, uses } = entry
  const place = { ...NOWHERE, entry_id, bank_account, text }
  return [
    ...restsOf(entry).map((rest) => ({ ...place, date, ...rest })),
    ...elsewhere(uses).map(({ amount_minor, other_date }) => ({
      ...place,
      kind: 'entry_booked_elsewhere' as const,
      date: other_date ?? date,
      amount_minor,
    })),
  ]
}

/** Of what nothing uses a dismissal takes as much as was left when it was made: the rest was booked on a later day. */
function restsOf(entry: ReconciledEntry) {
  const { dismissed_minor, dismissal_reason, booked_beyond_until, amount_minor } = entry
  const rest = restOf(entry)
  if (rest === 0n) return []
  const sign = amount_minor < 0n ? -1n : 1n
  if (rest * sign < 0n) {
    const place = booked_beyond_until === null ? {} : { date: booked_beyond_until }
    return [{ kind: 'entry_booked_beyond' as const, ...place, amount_minor: rest }]
  }
  const dismissed = rest * sign < dismissed_minor ? rest : dismissed_minor * sign
  const reason = dismissal_reason === null ? {} : { text: dismissal_reason }
  return [
    ...(rest === dismissed ? [] : [{ kind: kindOfRest(entry), amount_minor: rest - dismissed }]),
    ...(dismissed === 0n ? [] : [{ kind: 'entry_dismissed' as const, ...reason, amount_minor: dismissed }]),
  ]
}

/** What of a line no bank entry has. The bank is without it, so it counts with the other sign. */
export function differencesOfLine(line: ReconciledLine): Difference[] {
  const { journal_entry_id, line_number, date, text, uses } = line
  const place = { ...NOWHERE, journal_entry_id, line_number, text }
  const rest = restOf(line)
  return [
    ...(rest === 0n ? [] : [{ ...place, kind: 'line_without_entry' as const, date, amount_minor: -rest }]),
    ...elsewhere(uses).map(({ amount_minor, other_date }) => ({
      ...place,
      kind: 'line_linked_elsewhere' as const,
      date: other_date ?? date,
      amount_minor: -amount_minor,
    })),
  ]
}

function restOf({ amount_minor, uses }: ReconciledEntry | ReconciledLine): bigint {
  return uses.reduce((rest, use) => rest - use.amount_minor, amount_minor)
}

function elsewhere(uses: readonly ReconciledUse[]): readonly ReconciledUse[] {
  return uses.filter(({ is_elsewhere }) => is_elsewhere)
}

function kindOfRest({ is_undecided, uses }: ReconciledEntry) {
  if (is_undecided) return 'possible_repeat' as const
  return uses.length > 0 ? ('entry_partly_booked' as const) : ('entry_unbooked' as const)
}

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

/** What of a bank entry the lines do not have: what nothing uses, and what lines of other days or accounts use. */
export function differencesOfEntry(entry: ReconciledEntry): Difference[] {
  const { entry_id, bank_account, date, text, reason, uses } = entry
  const place = { ...NOWHERE, entry_id, bank_account, text }
  const rest = restOf(entry)
  return [
    ...(rest === 0n ? [] : [{ ...place, kind: kindOfRest(entry), date, amount_minor: rest, text: reason ?? text }]),
    ...elsewhere(uses).map(({ amount_minor, other_date }) => ({
      ...place,
      kind: 'entry_booked_elsewhere' as const,
      date: other_date ?? date,
      amount_minor,
    })),
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

function kindOfRest({ is_dismissed, is_undecided, uses }: ReconciledEntry) {
  if (is_dismissed) return 'entry_dismissed' as const
  if (is_undecided) return 'possible_repeat' as const
  return uses.length > 0 ? ('entry_partly_booked' as const) : ('entry_unbooked' as const)
}

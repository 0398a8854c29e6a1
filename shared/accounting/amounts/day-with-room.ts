/** What an item or a bank entry has more (positive) or less from a day on. */
export type RoomChange = { readonly date: string; readonly amount_minor: bigint }

/**
 * The first day from which an amount fits on every day: what somebody else has given back on a later day was his until then, so
 * that an earlier use would have the same money twice.
 *
 * @param whole_minor what there is while nothing has used it
 * @param day the day that is asked for
 * @returns null where the amount fits from the day on; the last change where it fits on none
 */
export function laterDayWithRoom(
  whole_minor: bigint,
  changes: readonly RoomChange[],
  wanted_minor: bigint,
  day: string,
): string | null {
  const dates = [...new Set([day, ...changes.map(({ date }) => date)])].filter((date) => date >= day).sort()
  const leftOn = (date: string) =>
    changes.reduce((left, change) => (change.date <= date ? left + change.amount_minor : left), whole_minor)
  const last = dates.findLastIndex((date) => leftOn(date) < wanted_minor)
  return last < 0 ? null : (dates[last + 1] ?? dates.at(-1) ?? day)
}

import type { VatRegistration } from '../../../contract/vat/registrations.ts'
import type { Consideration } from '../../documents/tax-record.ts'

/** From a day on tax is due otherwise than before. */
export type ChangeOfConsideration = { readonly on: string; readonly to: Consideration }

/**
 * The changes of consideration, oldest first. Who was not registered before, or is no longer, changes nothing.
 *
 * @source MWSTV Art. 106
 */
export function changesOfConsideration(registrations: readonly VatRegistration[]): readonly ChangeOfConsideration[] {
  return registrations.flatMap(({ valid_from: on, consideration: to }, index) => {
    const before = registrations[index - 1]?.consideration
    return before && to && before !== to ? [{ on, to }] : []
  })
}

/**
 * What the tax of an open item follows on a day, and since when: the last change behind its posting. One that was transferred
 * for a change that was taken back follows the registration of its posting again.
 *
 * @returns null where it follows what it was booked by, or a later change has transferred it already
 */
export function changeForItem(
  registrations: readonly VatRegistration[],
  item: { readonly posting_date: string; readonly transferred_on: string | null },
  until: string,
): ChangeOfConsideration | null {
  if (item.transferred_on !== null && item.transferred_on > until) return null
  const last = changesOfConsideration(registrations).findLast(({ on }) => on <= until)
  // What was transferred for a later change that was taken back is transferred back on the day of that.
  if (last && item.posting_date < last.on)
    return item.transferred_on !== null && item.transferred_on > last.on ? { ...last, on: item.transferred_on } : last
  if (item.transferred_on === null) return null
  const own = registrations.findLast(({ valid_from }) => valid_from <= item.posting_date)?.consideration
  return own ? { on: item.transferred_on, to: own } : null
}

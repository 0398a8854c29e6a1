import type { VatRegistration } from '../../../contract/vat/registrations.ts'

/** A change after which tax of open items would be due in returns of another method than their own. */
export type ChangeOfMethod = {
  readonly on: string
  /** Items of before this day are those whose tax would have no line. */
  readonly items_before: string
  readonly kind: 'method_alone' | 'to_received_too' | 'consideration_later'
}

/**
 * Changes that the registrations have now and had not before, and that no open item with tax may live through: of the method
 * while tax is due with payments, of the method and to received consideration on one day, and of consideration after the method. Where
 * the method changes and consideration is agreed from then on, the last return of the method before has the tax of what is open.
 *
 * @source MWSTV Art. 79, 81, 106 Abs. 3, 107 Abs. 3
 */
export function changesThatStrandTax(
  before: readonly VatRegistration[],
  after: readonly VatRegistration[],
): readonly ChangeOfMethod[] {
  const keyOf = ({ on, items_before, kind }: ChangeOfMethod) => `${on} ${items_before} ${kind}`
  const known = new Set(strandingChanges(before).map(keyOf))
  return strandingChanges(after).filter((change) => !known.has(keyOf(change)))
}

function strandingChanges(registrations: readonly VatRegistration[]): ChangeOfMethod[] {
  let method_since: string | null = null
  return registrations.flatMap((next, index): ChangeOfMethod[] => {
    const before = registrations[index - 1]
    const { valid_from: on, consideration, method } = next
    if (!before?.consideration || !consideration) {
      method_since = null
      return []
    }
    const isOther = before.consideration !== consideration
    if (before.method !== method) {
      method_since = on
      if (consideration === 'agreed') return []
      return [{ on, items_before: on, kind: isOther ? 'to_received_too' : 'method_alone' }]
    }
    return isOther && method_since !== null ? [{ on, items_before: method_since, kind: 'consideration_later' }] : []
  })
}

/** What to do, in which order: agreed tax stays with its method, and the change to agreed consideration declares the rest by it. */
export function orderOfChanges({ on, kind }: ChangeOfMethod): string {
  const year = Number(on.slice(0, 4))
  const next = `${year + 1}-01-01`
  if (kind === 'to_received_too')
    return `Settle them first; or let the method change on ${on}, while their tax stays where it was declared, and the consideration on ${next}.`
  if (kind === 'method_alone')
    return `Settle them first; or report agreed consideration from ${on} on, too: the last return of the method before then has their tax.`
  return 'Their tax is that of the method before. Settle them first.'
}

import { FIRST_DAY, type VatRegistration } from '../../../contract/vat/registrations.ts'

type MethodChange = { readonly valid_from: string; readonly to: 'effective' | 'net_tax_rate' }

/**
 * The days on which the method changes, from a registration with a day: before the first one nobody may have said what holds.
 *
 * @source MWSTV Art. 79, 81
 */
export function methodChanges(
  registrations: readonly Pick<VatRegistration, 'valid_from' | 'method'>[],
): MethodChange[] {
  return registrations.flatMap(({ valid_from, method }, index): MethodChange[] => {
    const before = registrations[index - 1]
    if (!before || before.valid_from === FIRST_DAY || before.method === method) return []
    return method === 'not_registered' || before.method === 'not_registered' ? [] : [{ valid_from, to: method }]
  })
}

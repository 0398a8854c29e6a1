import { FIRST_DAY, type VatRegistration } from '../../../contract/vat/registrations.ts'

/**
 * Registrations under the net tax rate method that follow the effective method before three years of it. Whether the tax
 * administration grants it depends on what these books do not know, such as when somebody was registered first.
 *
 * @returns their first days
 * @source MWSTG Art. 37 Abs. 4
 */
export function changedEarly(
  registrations: readonly Pick<VatRegistration, 'valid_from' | 'method'>[],
): readonly string[] {
  return registrations.flatMap(({ valid_from, method }, index) => {
    if (method !== 'net_tax_rate' || registrations[index - 1]?.method !== 'effective') return []
    const others = registrations.slice(0, index).findLastIndex((one) => one.method !== 'effective')
    const since = registrations[others + 1]?.valid_from ?? FIRST_DAY
    const hasBegun = since > FIRST_DAY || others >= 0
    return hasBegun && Number(valid_from.slice(0, 4)) - Number(since.slice(0, 4)) < 3 ? [valid_from] : []
  })
}

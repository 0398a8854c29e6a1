import assert from 'node:assert/strict'
import type { VatRegistration } from '../../contract/vat/registrations.ts'
import { periodOfLine, type SupplyOfLine } from '../documents/supply.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'

/**
 * What the end customer is registered as on a day. A document follows the registration of its supply, whenever it is
 * posted.
 *
 * @source MWSTG Art. 37 (net tax rate), Art. 39 (consideration agreed or received)
 */
export function registrationOn(
  { vat_registrations }: Pick<PostingSettings, 'vat_registrations'>,
  date: string,
): VatRegistration {
  const found = vat_registrations.findLast(({ valid_from }) => valid_from <= date)
  assert(found, 'the first registration holds from the first day on')
  return found
}

/** How the tax of a line is declared: by the registration of the day of its supply, or of the last day of it. */
export function registrationOfLine(
  settings: Pick<PostingSettings, 'vat_registrations'>,
  line: SupplyOfLine,
  { supply_date }: { readonly supply_date: string },
): VatRegistration {
  return registrationOn(settings, periodOfLine(line, supply_date).to)
}

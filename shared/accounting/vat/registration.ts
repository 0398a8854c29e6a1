import assert from 'node:assert/strict'
import type { VatRegistration } from '../../contract/vat/registrations.ts'
import { periodOfLine, type SupplyOfLine } from '../documents/supply.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'

/**
 * What the end customer is registered as on a day. The method and the activities of a document are those of its supply,
 * whenever it is posted; its consideration is that of the day on which it is.
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

/**
 * Which consideration the tax of a line follows: that of the day on which it is booked, because its tax arises with the
 * document or with its payment, whenever the supply was. So a document counts with all of its lines as the open items do that a
 * change has transferred. Where the method has changed since, the return of the supply has it, by the consideration of then.
 *
 * @source MWSTG Art. 40; MWSTV Art. 106
 */
export function considerationOfLine(
  settings: Pick<PostingSettings, 'vat_registrations'>,
  line: SupplyOfLine,
  document: { readonly supply_date: string; readonly business_date: string },
): VatRegistration['consideration'] {
  const ofSupply = registrationOfLine(settings, line, document)
  const ofDocument = registrationOn(settings, document.business_date)
  return (ofDocument.method === ofSupply.method ? ofDocument : ofSupply).consideration
}

import type { VatRegistration } from '../../contract/vat/registrations.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { TaxCode, TaxDirection } from './tax-codes.ts'

/** Import tax is deducted in the period of its assessment, corrections in that of their voucher: whatever the consideration. */
const NEVER: readonly TaxDirection[] = ['import_material', 'import_operating', 'input_correction', 'none']

/**
 * Whether the tax of a document is due with its payment and not with itself. That acquisition tax is too is not sure.
 *
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2
 */
export function isDueWithPayment({ direction }: TaxCode, consideration: VatRegistration['consideration']): boolean {
  return consideration === 'received' && !NEVER.includes(direction)
}

/** Whether a document of this end customer can have tax that was not due with it. */
export function hasReceivedConsideration({ vat_registrations }: Pick<PostingSettings, 'vat_registrations'>): boolean {
  return vat_registrations.some(({ consideration }) => consideration === 'received')
}

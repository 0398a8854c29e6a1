import { shareOf } from '../../amounts/share-of.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { activityOfRecord } from '../../vat/activity.ts'
import { registrationOn } from '../../vat/registration.ts'
import { formFigure, grossFigure, TAX_CODES, type TaxCode } from '../../vat/tax-codes.ts'
import type { DocumentOfItem } from './taxed-document.ts'
import { type PartOfItem, untaxedPart, withUntaxedRest } from './untaxed-part.ts'

/**
 * The parts of an item that was taken over: its tax as the memo says it, by the registration on the day of its document.
 * What the memo does not mention has no tax.
 */
export function partsOfMemo(document: DocumentOfItem, settings: PostingSettings): readonly PartOfItem[] {
  const { memo, amount_minor, base_amount_minor } = document
  const inBase = (minor: bigint) => shareOf(base_amount_minor, minor, amount_minor)
  const parts = memo.map(({ tax_code, net_minor, tax_minor }): PartOfItem => {
    const code = TAX_CODES.get(tax_code)
    const isOwed = code?.direction !== 'acquisition'
    const gross_minor = inBase(net_minor + (isOwed ? tax_minor : 0n))
    const none = untaxedPart(gross_minor)
    return code && isOwed
      ? { ...none, ...taxed(document, settings, tax_code, code, gross_minor, inBase(tax_minor)) }
      : none
  })
  return withUntaxedRest(parts, base_amount_minor)
}

function taxed(
  { document_date, side }: DocumentOfItem,
  settings: PostingSettings,
  tax_code: string,
  code: TaxCode,
  gross_minor: bigint,
  tax_minor: bigint,
): Partial<PartOfItem> {
  const registration = registrationOn(settings, document_date)
  const { method } = registration
  if (method === 'not_registered' || (method === 'net_tax_rate' && side === 'payable')) return {}
  const isGross = method === 'net_tax_rate'
  const record: TaxSnapshot = {
    tax_code,
    direction: code.direction,
    rate_bp: Number(code.rate_bp),
    form_figure: (isGross ? grossFigure : formFigure)(code, document_date),
    supply_date: document_date,
    ...(isGross && activityOfRecord(registration, undefined, null)),
    currency: settings.base_currency,
    base_minor: isGross ? gross_minor : gross_minor - tax_minor,
    tax_minor: isGross ? 0n : tax_minor,
  }
  const role = roleOf(code)
  if (isGross || role === null) return { record }
  return { record, tax_minor, tax_account: { keys: [role] } }
}

function roleOf({ direction }: TaxCode): string | null {
  if (direction.startsWith('output')) return 'posting.output_tax'
  if (direction.endsWith('material')) return 'posting.input_tax.material'
  return direction.endsWith('operating') ? 'posting.input_tax.operating' : null
}

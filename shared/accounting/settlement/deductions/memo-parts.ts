import { shareOf } from '../../amounts/share-of.ts'
import { supplyOfRecord } from '../../documents/supply.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { activityOfRecord } from '../../vat/activity.ts'
import { registrationOn } from '../../vat/registration.ts'
import { formFigure, grossFigure, TAX_CODES, type TaxCode } from '../../vat/tax-codes.ts'
import type { DocumentOfItem, MemoOfLine } from './taxed-document.ts'
import { type PartOfItem, untaxedPart, withUntaxedRest } from './untaxed-part.ts'

/**
 * The parts of an item that was taken over: its tax as the memo says it, by the registration on the day of supply.
 * What the memo does not mention has no tax.
 */
export function partsOfMemo(document: DocumentOfItem, settings: PostingSettings): readonly PartOfItem[] {
  const { memo, amount_minor, base_amount_minor } = document
  const inBase = (minor: bigint) => shareOf(base_amount_minor, minor, amount_minor)
  const parts = memo.map((line): PartOfItem => {
    const { tax_code, net_minor, tax_minor } = line
    const code = TAX_CODES.get(tax_code)
    const isOwed = code?.direction !== 'acquisition'
    const gross_minor = inBase(net_minor + (isOwed ? tax_minor : 0n))
    const none = untaxedPart(gross_minor)
    return code && isOwed ? { ...none, ...taxed(document, settings, line, code, gross_minor, inBase(tax_minor)) } : none
  })
  return withUntaxedRest(parts, base_amount_minor)
}

function taxed(
  { document_date, side }: DocumentOfItem,
  settings: PostingSettings,
  line: MemoOfLine,
  code: TaxCode,
  gross_minor: bigint,
  tax_minor: bigint,
): Partial<PartOfItem> {
  const supply = supplyOfRecord(line, document_date)
  const registration = registrationOn(settings, supply.supply_date)
  const { method } = registration
  if (method === 'not_registered' || (method === 'net_tax_rate' && side === 'payable')) return {}
  const isGross = method === 'net_tax_rate'
  const record: TaxSnapshot = {
    tax_code: line.tax_code,
    direction: code.direction,
    rate_bp: Number(code.rate_bp),
    form_figure: (isGross ? grossFigure : formFigure)(code, supply.supply_date),
    ...supply,
    ...(isGross && activityOfRecord(registration, undefined, line.activity_id)),
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

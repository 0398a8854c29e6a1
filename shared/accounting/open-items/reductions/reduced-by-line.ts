import type { JournalVoucher } from '../../documents/accounting-document.ts'
import type { ReducibleTax, TaxedSupply } from '../../documents/voucher-item.ts'
import { isUnregisteredAcquisition } from '../../vat/input-tax-rules.ts'
import { reductionCodeOf } from '../../vat/tax-codes.ts'
import type { ItemsContext } from '../line-of-item.ts'
import type { TaxedLine } from '../tax-due-with-item.ts'
import { dayNamed } from './as-originals.ts'
import { baseOfLine } from './base-of-line.ts'
import { supplyOfVoucherLine } from './taxed-supply.ts'

/** What a line takes back of a tax, signed like the items whose documents have it: negative of a credit note. */
export type Reduced = Omit<ReducibleTax, 'supplies'> & {
  /** How the open items of such documents are named. */
  readonly by: 'document_id' | 'supplier_payable_id'
  /** Converted at another rate than the document, its base may be worth more. */
  readonly is_foreign: boolean
  /** As the line is taxed. */
  readonly supply: TaxedSupply
  /** The line or its voucher says when the supply was. */
  readonly has_day: boolean
}

const OF_SALES = ['output', 'output_reduction']
const OF_PURCHASES = ['input_material', 'input_operating', 'acquisition']

/** @returns null for tax that reduces no document, and while a rate is missing */
export function reducedByLine(
  { line, code }: TaxedLine,
  voucher: JournalVoucher,
  context: ItemsContext,
): Reduced | null {
  const isOfSale = OF_SALES.includes(code.direction)
  if (!isOfSale && !OF_PURCHASES.includes(code.direction)) return null
  const { amount, tax_base } = line
  const converted = baseOfLine(line, context)
  const base_minor = tax_base ? baseOfLine({ amount: tax_base, base: null }, context) : 0n
  if (converted === null || base_minor === null) return null
  // Acquisition tax is owed, as that of a sale is; where none is owed, the line is the expense.
  const isUntaxed = isUnregisteredAcquisition(voucher, line, context.settings)
  const amount_minor = isOfSale || (code.direction === 'acquisition' && !isUntaxed) ? converted : -converted
  const supply = supplyOfVoucherLine(line, voucher, context.settings)
  const isWhole = supply.is_gross || isUntaxed
  const net_minor = base_minor < 0n === amount_minor < 0n ? base_minor : -base_minor
  return {
    tax_code: reductionCodeOf({ tax_code: line.tax_code ?? '', direction: code.direction }),
    by: isOfSale ? 'document_id' : 'supplier_payable_id',
    is_foreign: amount.currency !== context.settings.base_currency,
    supply,
    has_day: dayNamed(line, voucher) !== null,
    gross_minor: isWhole ? amount_minor : net_minor + amount_minor,
    tax_minor: isWhole ? 0n : amount_minor,
  }
}

import { minorDigits } from '../amounts/currency.ts'
import type { Invoice, TaxLine } from './accounting-document.ts'

/**
 * A difference of rounding on a document: a line without tax of at most five hundredths beside other lines, for which the
 * sender names no category. It is neither expense of that kind nor revenue.
 *
 * @source practice: cash totals are rounded to five Rappen, and the difference goes to 6945
 */
export function isRoundingLine({ tax_lines }: Invoice, line: TaxLine | undefined): boolean {
  return line !== undefined && isSmall(line) && tax_lines.some((other) => !isSmall(other))
}

function isSmall({ tax_code, net: { amount_minor, currency }, category }: TaxLine): boolean {
  const magnitude = amount_minor < 0n ? -amount_minor : amount_minor
  return tax_code === 'NONE' && category === null && magnitude * 100n <= 5n * 10n ** BigInt(minorDigits(currency))
}

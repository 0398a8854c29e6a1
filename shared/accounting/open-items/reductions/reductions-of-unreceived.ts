import type { JournalVoucher } from '../../documents/accounting-document.ts'
import { IN_CREDIT } from '../../vat/tax-of-item.ts'
import { mismatch } from '../item-violation.ts'
import type { LineOfItem } from '../line-of-item.ts'
import type { TaxedLine, TaxViolation } from '../tax-due-with-item.ts'

/**
 * Lines that reduce tax of items which is not due yet: a discount or a loss of an unpaid part is no reduction of what was received. The tax of an
 * advance is, as it was declared with its money.
 */
export function reductionsOfUnreceived(
  taxed: readonly TaxedLine[],
  items: readonly LineOfItem[],
  voucher: JournalVoucher,
): TaxViolation[] {
  const reducing = taxed.filter(reduces)
  if (!items.some(({ tax }) => tax !== null) || isTaxOfAdvances(reducing, items, voucher)) return []
  return reducing.map(({ index, line }) => ({
    index,
    ...mismatch(
      `${line.tax_code} reduces what was not received: take that part from the open item in a line of its own, with purpose write_off.`,
      '/tax_code',
    ),
  }))
}

/** Whether lines have all that taxed advances, which the voucher uses, were taxed on; at net rates the line of the advance has it itself. */
function isTaxOfAdvances(taxed: readonly TaxedLine[], items: readonly LineOfItem[], { lines }: JournalVoucher) {
  const used = new Set(items.flatMap(({ index, item }) => (item?.is_taxed_advance ? index : [])))
  const amounts = [...used].map((index) => lines[index]?.amount.amount_minor ?? 0n)
  const bases = taxed.map(({ index, line }) => (used.has(index) ? line.amount : line.tax_base)?.amount_minor ?? 0n)
  const sum = (some: readonly bigint[]) => some.reduce((total, one) => total + one, 0n)
  return sum(amounts) !== 0n && sum(amounts) === sum(bases)
}

function reduces({ code, line: { amount } }: TaxedLine): boolean {
  if (code.direction === 'output_reduction') return true
  return IN_CREDIT.includes(code.direction) ? amount.amount_minor > 0n : amount.amount_minor < 0n
}

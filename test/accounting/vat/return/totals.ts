import type { TaxTotal } from '../../../../shared/accounting/vat/return/tax-total.ts'
import { formFigure, TAX_CODES, type TaxCode } from '../../../../shared/accounting/vat/tax-codes.ts'

/** Net tax rates of activities; the rates are examples. */
const NET_RATES: Readonly<Record<string, bigint>> = { '10001': 620n, '10002': 130n }

/** The total of a code as records of that day have it. */
export function totalOfCode(
  tax_code: string,
  base_minor: bigint,
  tax_minor: bigint,
  { on = '2026-02-01', activity_id = null as string | null } = {},
): TaxTotal {
  const code = TAX_CODES.get(tax_code) as TaxCode
  const { direction } = code
  const rate_bp = activity_id === null ? code.rate_bp : (NET_RATES[activity_id] ?? 500n)
  return { tax_code, direction, rate_bp, form_figure: formFigure(code, on), activity_id, base_minor, tax_minor }
}

/** A quarter with sales, an export, a discount, purchases, corrections and a service from abroad; in Rappen. */
export const WORKED_EXAMPLE = [
  totalOfCode('V81', 1_000_000n, 81_000n),
  totalOfCode('V26', 200_000n, 5_200n),
  totalOfCode('V0X', 300_000n, 0n),
  totalOfCode('VS81', 20_000n, 1_620n),
  totalOfCode('M81', 200_000n, 16_200n),
  totalOfCode('I81', 100_000n, 8_100n),
  totalOfCode('K415', 0n, 324n),
  totalOfCode('K410', 0n, 500n),
  totalOfCode('B81', 100_000n, 8_100n),
  // The deduction of the acquisition tax.
  totalOfCode('I81', 100_000n, 8_100n),
]

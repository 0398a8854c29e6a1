import type { TaxTotal } from '../../../../shared/accounting/vat/return/tax-total.ts'
import { formFigure, TAX_CODES, type TaxCode } from '../../../../shared/accounting/vat/tax-codes.ts'

/** The total of a code as records of that day have it. */
export function totalOfCode(
  tax_code: string,
  base_minor: bigint,
  tax_minor: bigint,
  { on = '2026-02-01', activity_id = null as string | null } = {},
): TaxTotal {
  const code = TAX_CODES.get(tax_code) as TaxCode
  const { direction, rate_bp } = code
  return { tax_code, direction, rate_bp, form_figure: formFigure(code, on), activity_id, base_minor, tax_minor }
}

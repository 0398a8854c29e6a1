import type { VatDeclaration } from '../../../../shared/accounting/vat/ech-0217/declaration.ts'
import { periodOfName, type ReturnPeriod } from '../../../../shared/accounting/vat/return/periods.ts'
import type { TaxTotal } from '../../../../shared/accounting/vat/return/tax-total.ts'
import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'

const ACTIVITIES = [
  { activity_id: '10001', rate_bp: 620n, text: 'Beratung' },
  { activity_id: '10002', rate_bp: 130n, text: 'Handel' },
]

/** A declaration that nothing stands against; what a test is about comes last. */
export function declarationOf(
  name: string,
  totals: readonly TaxTotal[],
  more: Partial<VatDeclaration> = {},
): VatDeclaration {
  const period = periodOfName(name) as ReturnPeriod
  const method = more.method ?? 'effective'
  const activities = method === 'effective' ? [] : ACTIVITIES
  return {
    uid: 'CHE-116.281.710 MWST',
    organisation_name: 'Schreinerei Meier & Söhne <GmbH>',
    base_currency: 'CHF',
    generated_at: '2026-04-12T08:15:00.000Z',
    period,
    from: period.from,
    to: period.to,
    is_cut: false,
    submission: 'first',
    method,
    consideration: 'agreed',
    filing_period: period.filing_period,
    changes_within: false,
    product_version: '1.22.33-beta.4',
    business_reference: 'CHE116281710-2026-Q1-42',
    various_deduction: 'Diverse Abzüge',
    vat_return: vatReturnOf(totals, { method, activities, last_day: period.to }),
    ...more,
  }
}

import type { TaxTotal } from '../return/tax-total.ts'
import { TAX_CODES } from '../tax-codes.ts'
import type { KeptReturn } from './return-read.ts'

/**
 * The totals as a kept return has taxed them. Before net tax rates were those of the day of supply, an activity had the rate of the
 * last day, and a reduction of its turnover stood in an effective return as if it had none.
 */
export function taxedAsKept(
  totals: readonly TaxTotal[],
  { activities, former_activities, declaration }: KeptReturn,
): readonly TaxTotal[] {
  if (former_activities !== undefined) return totals
  return totals.map((total) => {
    if (total.activity_id === null) return total
    const rate_bp =
      declaration.method === 'net_tax_rate'
        ? activities.find(({ activity_id }) => activity_id === total.activity_id)?.rate_bp
        : TAX_CODES.get(total.tax_code)?.rate_bp
    const activity_id = declaration.method === 'net_tax_rate' ? total.activity_id : null
    return { ...total, activity_id, rate_bp: rate_bp ?? total.rate_bp }
  })
}

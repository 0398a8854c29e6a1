import type { FiscalYear } from '../../../shared/accounting/setup/fiscal-years.ts'

export function presentFiscalYear(
  end_customer_id: string,
  { fiscal_year_id, start_date, end_date, state }: FiscalYear,
) {
  return { object: 'fiscal_year', fiscal_year_id, end_customer_id, start_date, end_date, state }
}

import { reconciledYear } from '../../../shared/accounting/vat/filing/business-year.ts'
import { periodOfName } from '../../../shared/accounting/vat/return/periods.ts'
import { table } from '../../support/table.ts'
import { there } from '../../support/there.ts'

/** Business years as `from to`, reconciliations that were filed as `name from to`. */
const days = (name: string, years: readonly string[], filed: readonly string[]) => {
  const fiscal_years = years.map((year) => {
    const [start_date = '', end_date = ''] = year.split(' ')
    return { start_date, end_date }
  })
  const reconciled = filed.map((one) => {
    const [of = '', from = '', to = ''] = one.split(' ')
    return { name: of, from, to }
  })
  const found = reconciledYear(there(periodOfName(name)), fiscal_years, reconciled)
  return found && `${found.from} ${found.to}${found.first_end ? ` ${found.first_end}` : ''}`
}
const JUNE = ['2024-07-01 2025-06-30', '2025-07-01 2026-06-30']
table('days of the reconciliation of a year', days, [
  ['2026', [], [], '2026-01-01 2026-12-31'],
  ['2026', ['2026-01-01 2026-12-31'], [], '2026-01-01 2026-12-31'],
  ['2024', ['2026-01-01 2026-12-31'], [], '2024-01-01 2024-12-31'],
  ['2026', JUNE, [], '2025-07-01 2026-06-30'],
  ['2025', JUNE, [], '2024-07-01 2025-06-30'],
  // A long first year ends in 2026, and none in 2025.
  ['2026', ['2025-07-01 2026-12-31'], [], '2025-07-01 2026-12-31'],
  ['2025', ['2025-07-01 2026-12-31'], [], null],
  // A short year makes two that end in 2026.
  ['2026', ['2025-07-01 2026-06-30', '2026-07-01 2026-12-31'], [], '2025-07-01 2026-12-31 2026-06-30'],
  // Filed for the calendar year before: its days are in no second one, and it keeps them.
  ['2026', JUNE, ['2025 2025-01-01 2025-12-31'], '2026-01-01 2026-06-30'],
  ['2025', JUNE, ['2025 2025-01-01 2025-12-31'], '2025-01-01 2025-12-31'],
  ['2025', ['2025-01-01 2025-12-31'], ['2026 2025-07-01 2026-06-30'], '2025-01-01 2025-06-30'],
  ['2026', ['2026-01-01 2026-06-30'], ['2025 2025-07-01 2026-06-30'], null],
])

import { canHaveFiscalYear, fiscalYearsToAdd } from '../../../shared/accounting/setup/fiscal-years.ts'
import { table } from '../../support/table.ts'

const years = (spans: [string, string][], date: string, today: string) =>
  fiscalYearsToAdd(
    spans.map(([start_date, end_date]) => ({ fiscal_year_id: 'x', start_date, end_date, state: 'open' as const })),
    date,
    today,
  ).map(({ fiscal_year_id, start_date, end_date }) => `${fiscal_year_id} ${start_date} ${end_date}`)
table('fiscal years grow by themselves', years, [
  [[], '2026-03-15', '2026-11-21', ['FY2026 2026-01-01 2026-12-31']],
  [[['2026-01-01', '2026-12-31']], '2026-12-31', '2026-11-21', []],
  [
    [['2026-01-01', '2026-12-31']],
    '2024-05-01',
    '2026-11-21',
    ['FY2024 2024-01-01 2024-12-31', 'FY2025 2025-01-01 2025-12-31'],
  ],
  [
    [['2025-07-01', '2026-06-30']],
    '2027-07-01',
    '2026-11-21',
    ['FY2027 2026-07-01 2027-06-30', 'FY2028 2027-07-01 2028-06-30'],
  ],
  [[['2025-07-01', '2026-06-30']], '2025-06-30', '2026-11-21', ['FY2025 2024-07-01 2025-06-30']],
  [[], '1989-12-31', '2026-11-21', []],
])
const mayHave = (closed_from: string | null, date: string, today: string) =>
  canHaveFiscalYear(
    closed_from === null
      ? []
      : [{ fiscal_year_id: 'x', start_date: closed_from, end_date: '2025-12-31', state: 'closed' as const }],
    date,
    today,
  )
table('days that may have a fiscal year', mayHave, [
  [null, '1990-01-01', '2026-11-21', true],
  [null, '1989-12-31', '2026-11-21', false],
  [null, '2027-11-21', '2026-11-21', true],
  [null, '2027-11-22', '2026-11-21', false],
  ['2025-01-01', '2024-12-31', '2026-11-21', false],
  ['2025-01-01', '2026-01-01', '2026-11-21', true],
])

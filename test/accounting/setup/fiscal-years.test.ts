import { addDays } from '../../../shared/accounting/amounts/dates.ts'
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
  [[['9999-01-01', '9999-12-31']], '2026-03-15', '2026-11-21', []],
])
const named = (years: readonly [string, string, string][], date: string) =>
  fiscalYearsToAdd(
    years.map(([fiscal_year_id, start_date, end_date]) => ({ fiscal_year_id, start_date, end_date, state: 'open' })),
    date,
    '2026-11-21',
  ).map(({ fiscal_year_id, start_date }) => `${fiscal_year_id} ${start_date}`)
table('fiscal years that grow have names of their own', named, [
  [[['FY2024', '2024-02-01', '2024-12-31']], '2024-01-03', ['FY2024-2 2023-02-01']],
  [[['FY2024', '2024-02-01', '2024-12-31']], '2023-01-03', ['FY2023 2022-02-01', 'FY2024-2 2023-02-01']],
  [[['FY2026', '2025-01-01', '2025-12-31']], '2026-01-03', ['FY2026-2 2026-01-01']],
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
/** Of years of one day each, the last one on the day before. */
const mayHaveBehind = (count: number, first_day: string, date: string) =>
  canHaveFiscalYear(
    Array.from({ length: count }, (_, index) => addDays(first_day, index)).map((day) => ({
      fiscal_year_id: day,
      start_date: day,
      end_date: day,
      state: 'open' as const,
    })),
    date,
    '2026-11-21',
  )
table('days that may have a fiscal year behind as many as there may be', mayHaveBehind, [
  [299, '2026-01-01', '2026-10-27', true],
  [300, '2026-01-01', '2026-10-28', false],
  [298, '2026-01-01', '2027-11-21', true],
  [299, '2026-01-01', '2027-11-21', false],
  [1, '2289-12-31', '1990-01-01', false],
  [1, '2288-12-31', '1990-01-01', true],
])

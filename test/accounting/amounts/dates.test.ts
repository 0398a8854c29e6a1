import { addDays, addYears, isDate, startOfMonth } from '../../../shared/accounting/amounts/dates.ts'
import { table } from '../../support/table.ts'

table('dates', isDate, [
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
])
table('days later', addDays, [
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-01-01', 365, '2027-01-01'],
])
table('years later', addYears, [
  ['2024-02-29', 1, '2025-02-28'],
  ['2026-07-01', -1, '2025-07-01'],
])
table('months later', startOfMonth, [
  ['2026-11-15', 0, '2026-11-01'],
  ['2026-11-15', 3, '2027-02-01'],
  ['2026-01-31', -1, '2025-12-01'],
])

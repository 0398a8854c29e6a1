import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { table } from '../support/table.ts'

table('today in Switzerland', (instant: string) => todayInSwitzerland(new Date(instant)), [
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
])

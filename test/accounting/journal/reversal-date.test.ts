import { expect } from 'chai'
import { isOpenDay, reversalDate } from '../../../shared/accounting/journal/reversal-date.ts'
import type { FiscalYearState } from '../../../shared/contract/setup/settings.ts'
import { table } from '../../support/table.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'

const open = { ...SETTINGS.fiscal_years[0], fiscal_year_id: 'FY2026', start_date: '2026-01-01', end_date: '2026-12-31' }
const reversed = (state: FiscalYearState, locked_through: string | null, date: string) =>
  reversalDate({ ...SETTINGS, fiscal_years: [{ ...open, state }], locked_through }, date, '2026-11-21')
table('the day of a reversal', reversed, [
  ['open', null, '2026-03-15', '2026-03-15'],
  ['open', '2026-03-31', '2026-03-15', '2026-04-01'],
  ['open', '2026-03-14', '2026-03-15', '2026-03-15'],
  ['closed', null, '2026-03-15', '2027-01-01'],
  ['open', '2027-12-31', '2026-03-15', null],
])
it('an open day is in an open year and behind the lock', () => {
  expect(isOpenDay(SETTINGS, '2026-03-15', '2026-11-21')).to.equal(true)
  expect(isOpenDay({ ...SETTINGS, locked_through: '2026-03-15' }, '2026-03-15', '2026-11-21')).to.equal(false)
  expect(isOpenDay({ ...SETTINGS, fiscal_years: [{ ...open, state: 'closed' }] }, '2026-03-15', '2026-11-21')).to.equal(
    false,
  )
})

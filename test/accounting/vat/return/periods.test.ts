import { periodOfName, registeredPart } from '../../../../shared/accounting/vat/return/periods.ts'
import { table } from '../../../support/table.ts'

const days = (name: string) => {
  const period = periodOfName(name)
  return period && `${period.filing_period} ${period.from} ${period.to}`
}
table('periods of a VAT return', days, [
  ['2026-Q1', 'quarter 2026-01-01 2026-03-31'],
  ['2026-Q4', 'quarter 2026-10-01 2026-12-31'],
  ['2028-02', 'month 2028-02-01 2028-02-29'],
  ['2026-H2', 'half_year 2026-07-01 2026-12-31'],
  ['2026', 'year 2026-01-01 2026-12-31'],
  ['2026-Q5', null],
  ['2026-13', null],
  ['2026-H0', null],
  ['0000', null],
  ['26-Q1', null],
  ['2026-q1', null],
])

const part = (...changes: string[]) => {
  const registrations = changes.map((change) => {
    const [valid_from = '', method = ''] = change.split(' ')
    return { valid_from, method }
  })
  const found = registeredPart({ from: '2026-01-01', to: '2026-03-31' }, registrations)
  return found && `${found.from} ${found.to}${found.is_cut ? ' cut' : ''}`
}
table('the part of a quarter with a registration', part, [
  ['0001-01-01 effective', '2026-01-01 2026-03-31'],
  ['0001-01-01 not_registered', null],
  ['0001-01-01 not_registered', '2026-02-15 effective', '2026-02-15 2026-03-31 cut'],
  ['0001-01-01 effective', '2026-02-15 not_registered', '2026-01-01 2026-02-14 cut'],
  ['0001-01-01 effective', '2026-02-15 net_tax_rate', '2026-01-01 2026-03-31'],
  ['0001-01-01 effective', '2026-04-01 not_registered', '2026-01-01 2026-03-31'],
  ['0001-01-01 effective', '2026-01-01 not_registered', null],
  ['0001-01-01 not_registered', '2026-04-01 effective', null],
] as never)

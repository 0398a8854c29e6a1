import { formFigure, isRateValid, TAX_CODES } from '../../../shared/accounting/vat/tax-codes.ts'
import { table } from '../../support/table.ts'

const rateOf = (code: string, date: string) => isRateValid(TAX_CODES.get(code) as never, date)
table('tax rates by day of supply', rateOf, [
  ['I81', '2024-01-01', true],
  ['I81', '2023-12-31', false],
  ['I77', '2023-12-31', true],
  ['I77', '2024-01-01', false],
  ['I77', '2017-12-31', false],
  ['M25', '2011-01-01', true],
  ['M25', '2023-12-31', true],
  ['M26', '2023-12-31', false],
  ['I38', '2017-12-31', true],
  ['I38', '2020-06-01', false],
  ['I38', '2024-01-01', true],
  ['NONE', '1990-01-01', true],
  ['E100M', '1990-01-01', true],
])
table('lines of the VAT return', (code: string, date: string) => formFigure(TAX_CODES.get(code) as never, date), [
  ['M81', '2026-01-01', '400'],
  ['I26', '2026-01-01', '405'],
  ['B81', '2026-01-01', '383'],
  ['B77', '2020-01-01', '382'],
  ['E100I', '2026-01-01', '405'],
  ['NONE', '2026-01-01', null],
])

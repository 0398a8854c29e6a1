import { toBaseCurrency } from '../../../shared/accounting/amounts/currency.ts'
import { table } from '../../support/table.ts'

table(
  'conversion into francs',
  (minor: number, currency: string, rate: number) =>
    Number(toBaseCurrency(BigInt(minor), currency, 'CHF', BigInt(rate))),
  [
    [50_000, 'EUR', 95_000_000, 47_500],
    [-50_000, 'EUR', 95_000_000, -47_500],
    [10_000, 'JPY', 570_000, 5_700],
    [1_000, 'KWD', 290_000_000, 290],
  ],
)

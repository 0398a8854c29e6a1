import { divideHalfAwayFromZero, taxOnNet } from '../../../shared/accounting/amounts/rounding.ts'
import { table } from '../../support/table.ts'

table('tax on a net amount', (net: number, rate_bp: number) => Number(taxOnNet(BigInt(net), BigInt(rate_bp))), [
  [10_000, 810, 810],
  [5_000, 260, 130],
  [3_333, 810, 270],
  [47_500, 810, 3_848],
  [10_000, 770, 770],
  [50, 260, 1],
  [-10_000, 810, -810],
  [1, 810, 0],
  [6, 810, 0],
  [7, 810, 1],
  [18_750, 770, 1_444],
  [87_500, 770, 6_738],
])

table('rounding half away from zero', (a: number, b: number) => Number(divideHalfAwayFromZero(BigInt(a), BigInt(b))), [
  [5, 10, 1],
  [-5, 10, -1],
  [4, 10, 0],
  [-4, 10, 0],
  [15, 10, 2],
  [0, 7, 0],
])

import { amount, voucherContext, voucherLine } from '../rule-contexts.ts'
import { type BlockerCase, euroAt } from './blocker-case.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
const sized = (minor: number, turnover_minor = 0n) =>
  voucherContext({ lines: [voucherLine('6500', minor), voucherLine('1520', -minor)] }, { turnover_minor })

export const SIZES: readonly BlockerCase[] = [
  ['the largest amount', sized(LARGEST), []],
  ['as much turnover as a ledger takes', sized(1, BigInt(LARGEST) - 1n), []],
  ['a Rappen more than that', sized(2, BigInt(LARGEST) - 1n), ['amount_too_large']],
  [
    'two of the largest amounts',
    voucherContext({ lines: [LARGEST, LARGEST, -LARGEST, -LARGEST].map((minor) => voucherLine('6500', minor)) }),
    ['amount_too_large'],
  ],
  [
    'an amount that the rate makes too large',
    voucherContext(
      { lines: [LARGEST, -LARGEST].map((minor) => voucherLine('6500', 0, { amount: amount(minor, 'EUR') })) },
      euroAt(99_999_999_999_999_999n),
    ),
    ['amount_too_large'],
  ],
  [
    'a bank entry whose line is worth nothing',
    voucherContext(
      {
        lines: [
          voucherLine('1020', 1, { amount: { amount_minor: 1n, currency: 'VND' } }),
          voucherLine('1020', 500),
          voucherLine('6500', -500),
        ],
      },
      { bank_entry_uses: [{ line_index: 0 }], rates: new Map([['VND', 3_000n]]) },
    ),
    ['amount_too_small'],
  ],
]

import { TAX_CODES } from '../../../../shared/accounting/vat/tax-codes.ts'

/** Amounts in Rappen. What a case adds to the lines of a return; a line of a rate has base and tax, others one amount. */
type Added = Readonly<Record<string, number | readonly [base: number, tax: number]>>

/** A code with a day of supply on which its rate was law, and what it adds to the return of the effective method. */
export type CodeCase = {
  readonly code: string
  readonly on: string
  readonly net: number
  readonly tax: number
  readonly effective: Added
}

const NOW = '2026-02-01'
const BEFORE_2024 = '2023-12-31'
const BEFORE_2018 = '2017-12-31'

const one = (code: string, on: string, net: number, tax: number, effective: Added): CodeCase => {
  return { code, on, net, tax, effective }
}

/** Turnover of a rate: the figure of its rate with the tax, in 200 and 299. */
const sale = (code: string, on: string, net: number, tax: number, figure: string, opted: Added = {}) =>
  one(code, on, net, tax, { '200': net, ...opted, '299': net, [figure]: [net, tax], '399': tax, payable: tax })

/** Opted turnover stands in 205 as well. */
const optedSale = (code: string, on: string, net: number, tax: number, figure: string) =>
  sale(code, on, net, tax, figure, { '205': net })

/** A reduction is in 235 and 289, and off 299 and the figure of its rate. 200 stays. */
const reduction = (code: string, on: string, net: number, tax: number, figure: string) =>
  one(code, on, -net, -tax, { '235': net, '289': net, '299': -net, [figure]: [-net, -tax], '399': -tax, payable: -tax })

const input = (code: string, on: string, net: number, tax: number, figure: string) =>
  one(code, on, net, tax, { [figure]: tax, '479': tax, payable: -tax })

/** Acquisition tax is owed, and deducted in 405 as an operating expense. */
const acquisition = (code: string, on: string, net: number, tax: number, figure: string) =>
  one(code, on, net, 0, { [figure]: [net, tax], '399': tax, '405': tax, '479': tax })

/** Turnover without tax stands in 200, and is deducted again. */
const untaxed = (code: string, net: number, figure: string) =>
  one(code, NOW, net, 0, { '200': net, [figure]: net, '289': net })

/** Every tax code, with each law that it has been of. A new code needs a row. */
export const CODE_CASES: readonly CodeCase[] = [
  sale('V81', NOW, 101_000, 8_181, '303'),
  sale('V26', NOW, 102_000, 2_652, '313'),
  sale('V38', NOW, 103_000, 3_914, '343'),
  sale('V77', BEFORE_2024, 104_000, 8_008, '302'),
  sale('V25', BEFORE_2024, 105_000, 2_625, '312'),
  sale('V37', BEFORE_2024, 106_000, 3_922, '342'),
  sale('V80', BEFORE_2018, 107_000, 8_560, '301'),
  sale('V25', BEFORE_2018, 108_000, 2_700, '311'),
  sale('V38', BEFORE_2018, 109_000, 4_142, '341'),
  optedSale('VO81', NOW, 111_000, 8_991, '303'),
  optedSale('VO26', NOW, 112_000, 2_912, '313'),
  optedSale('VO38', NOW, 113_000, 4_294, '343'),
  optedSale('VO77', BEFORE_2024, 114_000, 8_778, '302'),
  optedSale('VO25', BEFORE_2024, 115_000, 2_875, '312'),
  optedSale('VO37', BEFORE_2024, 116_000, 4_292, '342'),
  optedSale('VO80', BEFORE_2018, 117_000, 9_360, '301'),
  optedSale('VO25', BEFORE_2018, 118_000, 2_950, '311'),
  optedSale('VO38', BEFORE_2018, 119_000, 4_522, '341'),
  reduction('VS81', NOW, 11_000, 891, '303'),
  reduction('VS26', NOW, 12_000, 312, '313'),
  reduction('VS38', NOW, 13_000, 494, '343'),
  reduction('VS77', BEFORE_2024, 14_000, 1_078, '302'),
  reduction('VS25', BEFORE_2024, 15_000, 375, '312'),
  reduction('VS37', BEFORE_2024, 16_000, 592, '342'),
  reduction('VS80', BEFORE_2018, 17_000, 1_360, '301'),
  reduction('VS25', BEFORE_2018, 18_000, 450, '311'),
  reduction('VS38', BEFORE_2018, 19_000, 722, '341'),
  untaxed('V0X', 71_000, '220'),
  untaxed('V0A', 72_000, '221'),
  untaxed('V0M', 73_000, '225'),
  untaxed('V0E', 74_000, '230'),
  untaxed('V0D', 75_000, '280'),
  one('Z900', NOW, 81_000, 0, { '900': 81_000 }),
  one('Z910', NOW, 82_000, 0, { '910': 82_000 }),
  input('M81', NOW, 31_000, 2_511, '400'),
  input('M26', NOW, 32_000, 832, '400'),
  input('M38', NOW, 33_000, 1_254, '400'),
  input('M77', BEFORE_2024, 34_000, 2_618, '400'),
  input('M25', BEFORE_2024, 35_000, 875, '400'),
  input('M37', BEFORE_2024, 36_000, 1_332, '400'),
  input('M80', BEFORE_2018, 37_000, 2_960, '400'),
  input('I81', NOW, 41_000, 3_321, '405'),
  input('I26', NOW, 42_000, 1_092, '405'),
  input('I38', NOW, 43_000, 1_634, '405'),
  input('I77', BEFORE_2024, 44_000, 3_388, '405'),
  input('I25', BEFORE_2024, 45_000, 1_125, '405'),
  input('I37', BEFORE_2024, 46_000, 1_702, '405'),
  input('I80', BEFORE_2018, 47_000, 3_760, '405'),
  input('E100M', NOW, 0, 6_100, '400'),
  input('E100I', NOW, 0, 6_200, '405'),
  acquisition('B81', NOW, 51_000, 4_131, '383'),
  acquisition('B26', NOW, 52_000, 1_352, '383'),
  acquisition('B77', BEFORE_2024, 53_000, 4_081, '382'),
  acquisition('B25', BEFORE_2024, 54_000, 1_350, '382'),
  acquisition('B80', BEFORE_2018, 55_000, 4_400, '381'),
  acquisition('B25', BEFORE_2018, 56_000, 1_400, '381'),
  input('K410', NOW, 0, 9_100, '410'),
  one('K415', NOW, 0, 9_200, { '415': 9_200, '479': -9_200, payable: 9_200 }),
  one('K420', NOW, 0, 9_300, { '420': 9_300, '479': -9_300, payable: 9_300 }),
  one('NONE', NOW, 95_000, 0, {}),
]

/** Codes of the service that no row is of. */
export function codesWithoutCase(): string[] {
  const known = new Set(CODE_CASES.map(({ code }) => code))
  return [...TAX_CODES.keys()].filter((code) => !known.has(code))
}

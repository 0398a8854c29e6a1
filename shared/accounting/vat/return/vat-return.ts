import { FILLS, type Fill, OTHER_FLOWS } from './fills.ts'
import {
  activityLines,
  baseLine,
  computedLine,
  type ReturnLine,
  rateLines,
  sumOfLines,
  taxLine,
} from './lines-of-form.ts'
import { SINCE_ACTIVITIES, taxedByRate } from './tax-of-rates.ts'
import type { TaxedActivity, TaxTotal } from './tax-total.ts'

export type VatReturn = {
  /** In the order of the form. */
  readonly lines: readonly ReturnLine[]
  /** Signed: 500 where it is positive, else 510. */
  readonly payable_minor: bigint
  /** What no line has: the return is wrong while there is any. */
  readonly without_place: readonly TaxTotal[]
  /** Tax of supplies on days without a registration, which no return has. */
  readonly outside: readonly TaxTotal[]
}

type ReturnMethod = keyof typeof FILLS

type ReturnOf = {
  readonly method: ReturnMethod
  /** Under the net tax rate method. */
  readonly activities: readonly TaxedActivity[]
  readonly last_day: string
  /** False for returns that were kept before lines of one rate were taxed together. */
  readonly is_by_rate?: boolean
}

const DEDUCTIONS = ['220', '221', '225', '230', '235', '280']
/** Lines of turnover, and those of input tax with their sign in 479: the subsequent deduction (410) adds to it. */
const FORMS = {
  effective: {
    turnover: ['200', '205', ...DEDUCTIONS],
    input: { '400': 1n, '405': 1n, '410': 1n, '415': -1n, '420': -1n },
  },
  net_tax_rate: { turnover: ['200', ...DEDUCTIONS], input: { '415': -1n } },
} as const

/**
 * The return of a period from its tax records, in the francs of the books. Output and acquisition tax are computed on the
 * base of each line of the form, input tax is what was booked.
 *
 * @source form of the federal tax administration; MWSTG Art. 36, 71; MWSTV Art. 126
 */
export function vatReturnOf(totals: readonly TaxTotal[], returnOf: ReturnOf): VatReturn {
  const { method, activities, last_day, is_by_rate = true } = returnOf
  const placed = totals.map((total) => ({ total, fills: FILLS[method][total.direction](total, last_day) }))
  const fills = placed.flatMap((total) => total.fills)
  const turnover = FORMS[method].turnover.map((figure) => baseLine(fills, figure))
  const supplies = method === 'effective' ? rateLines(fills, 'output', last_day) : activityLines(fills, activities)
  const areSuppliesByRate = is_by_rate && (method === 'effective' || last_day < SINCE_ACTIVITIES)
  const acquired = rateLines(fills, 'acquisition', last_day)
  const owed = [
    ...(areSuppliesByRate ? taxedByRate(supplies) : supplies),
    ...(is_by_rate ? taxedByRate(acquired) : acquired),
  ]
  const input = Object.entries(FORMS[method].input).map(([figure, sign]) => ({ sign, line: taxLine(fills, figure) }))
  const input_tax = input.reduce((total, { sign, line }) => total + sign * (line.tax_minor ?? 0n), 0n)
  const payable_minor = sumOfLines(owed, 'tax_minor') - input_tax
  return {
    lines: [
      ...turnover,
      ...totalsOfTurnover(turnover),
      ...owed,
      computedLine('399', { tax_minor: sumOfLines(owed, 'tax_minor') }),
      ...input.map(({ line }) => line),
      computedLine('479', { tax_minor: input_tax }),
      computedLine('500', { tax_minor: payable_minor > 0n ? payable_minor : 0n }),
      computedLine('510', { tax_minor: payable_minor < 0n ? -payable_minor : 0n }),
      ...OTHER_FLOWS.map((figure) => baseLine(fills, figure)),
    ],
    payable_minor,
    outside: totals.filter(isOutside),
    without_place: placed.filter(isWithoutPlace).map(({ total }) => total),
  }
}

export function hasAmounts({ lines }: VatReturn): boolean {
  return lines.some(({ base_minor, tax_minor }) => (base_minor ?? 0n) !== 0n || (tax_minor ?? 0n) !== 0n)
}

function totalsOfTurnover(turnover: readonly ReturnLine[]): ReturnLine[] {
  const consideration = turnover.find(({ figure }) => figure === '200')?.base_minor ?? 0n
  const deducted = sumOfLines(
    turnover.filter(({ figure }) => DEDUCTIONS.includes(figure ?? '')),
    'base_minor',
  )
  return [computedLine('289', { base_minor: deducted }), computedLine('299', { base_minor: consideration - deducted })]
}

/** Whether a return of the method has a line for such records, whatever its period. */
export function hasLine(method: ReturnMethod, total: TaxTotal): boolean {
  return !isWithoutPlace({ total, fills: FILLS[method][total.direction](total, '9999-12-31') })
}

/** Of a direction that the form does not have, or with a record that names no line of it. */
function isWithoutPlace({ total, fills }: { readonly total: TaxTotal; readonly fills: readonly Fill[] }): boolean {
  if (total.direction === 'none' || (total.base_minor === 0n && total.tax_minor === 0n)) return false
  const needed = total.direction.startsWith('output') ? 2 : 1
  if (isOutside(total)) return false
  return fills.length < needed || fills.some(({ figure, activity_id }) => figure === null && activity_id === null)
}

function isOutside({ direction }: TaxTotal): boolean {
  return direction.endsWith('_unregistered')
}

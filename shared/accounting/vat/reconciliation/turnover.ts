import { TURNOVER_CATEGORIES, type TurnoverCategory } from '../../../contract/vat/vat-reconciliation.ts'
import type { VatReturn } from '../return/vat-return.ts'
import { categoryOf } from './category.ts'
import type { AccountClass, TaxedMovement, YearAccount } from './taxed-movement.ts'

/** A part of what an account has booked. */
type TurnoverPart = {
  readonly category: TurnoverCategory
  readonly has_record: boolean
  /** Line of the return, for a record that has one. */
  readonly figure: string | null
  readonly activity_id: string | null
  /** `not_due` and `extinguished`: under received consideration. */
  readonly kind: string | null
  readonly amount_minor: bigint
}

export type TurnoverAccount = {
  /** Empty: declared, and no account has booked it. */
  readonly account_code: string
  readonly account_name: string
  readonly is_revenue: boolean
  /** Of revenue the whole movement of the year; of others what is turnover, or looks like it. */
  readonly booked_minor: bigint
  readonly parts: readonly TurnoverPart[]
}

const STEPS = [
  'without_record',
  'other_account',
  'not_due',
  'other_period',
  'unregistered',
  'other_flows',
  'reductions',
] as const

/** A step from the revenue of the books to the consideration of the returns. */
type TurnoverStep = {
  readonly kind: 'revenue' | (typeof STEPS)[number] | 'not_in_return' | 'unexplained'
  readonly category: TurnoverCategory | null
  readonly amount_minor: bigint
}

export type TurnoverReconciliation = {
  readonly accounts: readonly TurnoverAccount[]
  readonly steps: readonly TurnoverStep[]
  /** Figures 200, 289 and 299 of the returns of the year. */
  readonly declared: Readonly<Record<'200' | '289' | '299', bigint>>
  readonly is_explained: boolean
}

/**
 * The revenue of a fiscal year beside the consideration that its returns declare (200).
 *
 * @param year the figures of all records of the year, whatever the days of the returns
 * @param other_period what of it entries of other days have, less what entries of the year have for returns of other years
 * @source MWSTV Art. 128 Abs. 1
 */
export function reconcileTurnover(
  movements: readonly TaxedMovement[],
  accounts: readonly YearAccount[],
  classOf: (code: string) => AccountClass,
  returns: readonly VatReturn[],
  year: VatReturn,
  other_period: VatReturn,
): TurnoverReconciliation {
  const its = movements
    .filter(({ part }) => part !== 'tax')
    .map((movement) => ({ movement, category: categoryOf(movement, classOf), step: stepOf(movement, classOf) }))
  const revenue = accounts.filter(({ account_type }) => account_type === 'revenue')
  const first = { kind: 'revenue', category: null, amount_minor: sum(revenue, (of) => of.movement_minor) } as const
  const shifted = baseOf([other_period], '200')
  const known = STEPS.flatMap((kind) => {
    const ofKind = its.flatMap(({ movement, category, step }) => {
      const minor = step(kind)
      return minor === 0n ? [] : [{ category, movement, minor }]
    })
    const isSplit = kind === 'without_record' || kind === 'other_account'
    return (isSplit ? TURNOVER_CATEGORIES : [null]).map((category) => ({
      kind,
      category,
      amount_minor: sum(
        ofKind.filter((one) => category === null || one.category === category),
        ({ minor }) => minor,
        kind === 'other_period' ? shifted : 0n,
      ),
    }))
  })
  const declared = {
    '200': baseOf(returns, '200'),
    '289': baseOf(returns, '289'),
    '299': baseOf(returns, '299'),
  }
  const ofYear = baseOf([year], '200')
  const outside = { kind: 'not_in_return', category: null, amount_minor: declared['200'] - ofYear } as const
  const unexplained_minor = ofYear - sum([first, ...known], ({ amount_minor }) => amount_minor)
  const unexplained = { kind: 'unexplained', category: null, amount_minor: unexplained_minor } as const
  const isShown = ({ kind, amount_minor }: TurnoverStep) => kind === 'revenue' || amount_minor !== 0n
  return {
    accounts: accountsOf(its, accounts),
    steps: [first, ...known, outside, unexplained].filter(isShown),
    declared,
    is_explained: unexplained_minor === 0n,
  }
}

/** How much of a movement belongs to a step: what leads from revenue to 200. */
function stepOf(movement: TaxedMovement, classOf: (code: string) => AccountClass) {
  const { part, account_code, kind, direction, form_figure, amount_minor } = movement
  const isRevenue = classOf(account_code) === 'revenue'
  const isFlow = form_figure === '900' || form_figure === '910'
  const isDeclared = kind.startsWith('declared')
  const amounts: Readonly<Record<(typeof STEPS)[number], boolean>> = {
    without_record: part === 'rest' && isRevenue,
    other_account: part === 'turnover' && !isRevenue && !isDeclared,
    not_due: part === 'turnover' && !kind.startsWith('due'),
    other_period: kind.endsWith('_annually'),
    unregistered: direction === 'output_unregistered',
    other_flows: isFlow,
    reductions: direction === 'output_reduction' && (kind === 'due' || kind === 'declared'),
  }
  return (step: (typeof STEPS)[number]): bigint => {
    if (!amounts[step]) return 0n
    if (step === 'other_account') return amount_minor
    if (step === 'not_due') return isDeclared ? amount_minor : -amount_minor
    if (step === 'other_period') return -amount_minor
    // The steps before have taken what is not in 200 yet.
    const isLeft = kind === 'due' || kind === 'declared' || part === 'rest'
    return isLeft ? -amount_minor : 0n
  }
}

function accountsOf(
  its: readonly { readonly movement: TaxedMovement; readonly category: TurnoverCategory }[],
  accounts: readonly YearAccount[],
): TurnoverAccount[] {
  const known = new Map(accounts.map((account) => [account.account_code, account]))
  const byAccount = Map.groupBy(its, ({ movement }) => movement.account_code)
  for (const { account_code, account_type, movement_minor } of accounts)
    if (account_type === 'revenue' && movement_minor !== 0n && !byAccount.has(account_code))
      byAccount.set(account_code, [])
  return [...byAccount]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([account_code, ofAccount]) => {
      const account = known.get(account_code)
      const is_revenue = account?.account_type === 'revenue'
      const booked = sum(ofAccount, ({ movement }) => movement.amount_minor)
      return {
        account_code,
        account_name: account?.account_name ?? '',
        is_revenue,
        booked_minor: is_revenue ? (account?.movement_minor ?? 0n) : booked,
        parts: partsOf(ofAccount),
      }
    })
}

function partsOf(
  its: readonly { readonly movement: TaxedMovement; readonly category: TurnoverCategory }[],
): TurnoverPart[] {
  const keyOf = ({ movement, category }: (typeof its)[number]) =>
    [category, movement.part, movement.form_figure, movement.activity_id, movement.kind].join(' ')
  return [...Map.groupBy(its, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, parts]) => {
      const [first] = parts
      if (!first) return []
      const { part, form_figure, activity_id, kind } = first.movement
      return [
        {
          category: first.category,
          has_record: part === 'turnover',
          figure: form_figure || null,
          activity_id: activity_id || null,
          kind: kind || null,
          amount_minor: sum(parts, ({ movement }) => movement.amount_minor),
        },
      ]
    })
    .sort((a, b) => TURNOVER_CATEGORIES.indexOf(a.category) - TURNOVER_CATEGORIES.indexOf(b.category))
}

function baseOf(returns: readonly VatReturn[], figure: string): bigint {
  return sum(returns, ({ lines }) => lines.find((line) => line.figure === figure)?.base_minor ?? 0n)
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => bigint, first = 0n): bigint {
  return items.reduce((total, item) => total + amountOf(item), first)
}

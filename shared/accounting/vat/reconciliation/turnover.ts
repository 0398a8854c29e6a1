import { TURNOVER_CATEGORIES, type TurnoverCategory } from '../../../contract/vat/vat-reconciliation.ts'
import type { VatReturn } from '../return/vat-return.ts'
import { categoryOf } from './category.ts'
import { baseOf, type CountsIn, countsIn, notFiled, type ReturnOfYear } from './return-of-year.ts'
import { MOVED_STEPS, type MovedStep, shareOfStep } from './steps-of-movements.ts'
import type { MeaningOfAccounts, TaxedMovement, YearAccount } from './taxed-movement.ts'

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

/** A step from the revenue of the books to the consideration of the returns. */
type TurnoverStep = {
  readonly kind: MovedStep | 'other_period' | 'not_in_return' | 'unexplained' | 'not_filed'
  readonly category: TurnoverCategory | null
  /** Of what is not filed. */
  readonly period: string | null
  readonly counts_in: CountsIn | null
  readonly amount_minor: bigint
}

export type TurnoverReconciliation = {
  readonly accounts: readonly TurnoverAccount[]
  readonly steps: readonly TurnoverStep[]
  /** Figures of the returns as the records have them, and as they were filed. */
  readonly in_records: FiguresOfTurnover
  readonly filed: FiguresOfTurnover
  readonly is_explained: boolean
}

type FiguresOfTurnover = Readonly<Record<'200' | '289' | '299', bigint>>

/**
 * The revenue of a fiscal year beside the consideration that its filed returns declare (200).
 *
 * @param year the figures of all records of the year, whatever the days of the returns
 * @param other_period what of it entries of other days have, less what entries of the year have for returns of other years
 * @source MWSTV Art. 128 Abs. 1
 */
export function reconcileTurnover(
  movements: readonly TaxedMovement[],
  accounts: readonly YearAccount[],
  meaning: MeaningOfAccounts,
  returns: readonly ReturnOfYear[],
  year: VatReturn,
  other_period: VatReturn,
): TurnoverReconciliation {
  const its = movements
    .filter(({ part }) => part !== 'tax')
    .map((movement) => ({ movement, category: categoryOf(movement, meaning) }))
  const revenue = accounts.filter(({ account_type }) => account_type === 'revenue')
  const first = step(
    'revenue',
    sum(revenue, (of) => of.movement_minor),
  )
  const known = MOVED_STEPS.filter((kind) => kind !== 'revenue').flatMap((kind) => {
    const ofKind = its.flatMap(({ movement, category }) => {
      const minor = shareOfStep(kind, movement, meaning) * movement.amount_minor
      return minor === 0n ? [] : [{ category, minor }]
    })
    const isSplit = kind === 'without_record' || kind === 'other_account'
    return (isSplit ? TURNOVER_CATEGORIES : [null]).map((category) => {
      const its = ofKind.filter((one) => category === null || one.category === category)
      return {
        ...step(
          kind,
          sum(its, ({ minor }) => minor),
        ),
        category,
      }
    })
  })
  const in_records = figuresOf(returns.flatMap((one) => one.in_records))
  const ofYear = baseOf([year], '200')
  const shifted = step('other_period', baseOf([other_period], '200'))
  const outside = step('not_in_return', in_records['200'] - ofYear)
  const explained = sum([first, ...known, shifted], ({ amount_minor }) => amount_minor)
  const unexplained = step('unexplained', ofYear - explained)
  const not_filed = returns.map((one) => ({
    ...step('not_filed', notFiled(one, baseOf, '200')),
    period: one.name,
    counts_in: countsIn(one),
  }))
  const isShown = ({ kind, amount_minor }: TurnoverStep) => kind === 'revenue' || amount_minor !== 0n
  return {
    accounts: accountsOf(its, accounts),
    steps: [first, ...known, shifted, outside, unexplained, ...not_filed].filter(isShown),
    in_records,
    filed: figuresOf(returns.flatMap((one) => one.filed)),
    is_explained: unexplained.amount_minor === 0n,
  }
}

function step(kind: TurnoverStep['kind'], amount_minor: bigint): TurnoverStep {
  return { kind, category: null, period: null, counts_in: null, amount_minor }
}

function figuresOf(returns: readonly VatReturn[]): FiguresOfTurnover {
  return { '200': baseOf(returns, '200'), '289': baseOf(returns, '289'), '299': baseOf(returns, '299') }
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

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n)
}

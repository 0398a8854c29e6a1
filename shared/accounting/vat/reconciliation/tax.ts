import type { TaxTotal } from '../return/tax-total.ts'
import { owedOf } from '../return/tie.ts'
import type { VatReturn } from '../return/vat-return.ts'
import { countsIn, notFiled, type ReturnOfYear, taxOf } from './return-of-year.ts'
import { differencesIn, step, type TaxStep } from './tax-steps.ts'
import type { TaxedMovement, YearAccount } from './taxed-movement.ts'

/** What a tax account has moved in the year; what is owed is positive. */
export type ReconciledTaxAccount = {
  readonly account_code: string
  readonly account_name: string
  /** By records of output and acquisition tax. */
  readonly owed_minor: bigint
  /** By records of input tax and its corrections. */
  readonly deducted_minor: bigint
  /** By entries that settle returns. */
  readonly transferred_minor: bigint
  /** By any other line without a record: differences. */
  readonly other_minor: bigint
}

type FiguresOfTax = Readonly<Record<'399' | '479', bigint>>

export type TaxReconciliation = {
  readonly accounts: readonly ReconciledTaxAccount[]
  /** To 399; what is owed is positive. */
  readonly owed_steps: readonly TaxStep[]
  /** To 479; what is deducted is positive. */
  readonly deducted_steps: readonly TaxStep[]
  /** Figures of the returns as the records have them, and as they were filed. */
  readonly in_records: FiguresOfTax
  readonly filed: FiguresOfTax
  readonly is_explained: boolean
}

type TaxOfYear = {
  readonly movements: readonly TaxedMovement[]
  readonly accounts: readonly YearAccount[]
  readonly tax_accounts: ReadonlySet<string>
  /** Where returns are settled: what else moves there is no tax of theirs. */
  readonly settlement_accounts: ReadonlySet<string>
  /** By account, credit positive. */
  readonly transfers: ReadonlyMap<string, bigint>
  readonly returns: readonly ReturnOfYear[]
  /** Of all records of the year. */
  readonly totals: readonly TaxTotal[]
  /** What the year adds to the tax that becomes due with payments, less what became due or never will be. */
  readonly not_due: readonly TaxTotal[]
  /** What records of entries of other days add to these totals, less what entries of the year have for others. */
  readonly other_period: readonly TaxTotal[]
}

/**
 * The tax that a fiscal year has booked beside that of its filed returns: 399 and 479.
 *
 * @source MWSTV Art. 128 Abs. 2
 */
export function reconcileTax(of: TaxOfYear): TaxReconciliation {
  const { returns, totals, not_due, other_period } = of
  const accounts = accountsOf(of)
  const recorded = returns.flatMap((one) => one.in_records)
  const in_records = figuresOf(recorded)
  const lines = recorded.flatMap((vat_return) => vat_return.lines)
  const in_returns = bookedOf(recorded)
  const differences = differencesIn(lines)
  const owed = totals.filter(isOwed)
  const deducted = totals.filter((total) => !isOwed(total))
  const owed_steps = explained(in_records['399'], [
    step(
      'booked',
      sum(accounts, ({ owed_minor }) => owed_minor),
    ),
    step('not_due', -owedOf(not_due.filter(isOwed))),
    step('other_period', owedOf(other_period.filter(isOwed))),
    step('not_in_return', in_returns - owedOf(owed)),
    ...differences,
  ])
  const deducted_steps = explained(in_records['479'], [
    step('booked', -sum(accounts, ({ deducted_minor }) => deducted_minor)),
    step('not_due', owedOf(not_due.filter((total) => !isOwed(total)))),
    step('other_period', -owedOf(other_period.filter((total) => !isOwed(total)))),
    step('not_in_return', in_records['479'] + owedOf(deducted)),
  ])
  const is_explained = [...owed_steps, ...deducted_steps].every(({ kind }) => kind !== 'unexplained')
  return {
    accounts,
    owed_steps: [...owed_steps, ...notFiledSteps(returns, '399')],
    deducted_steps: [...deducted_steps, ...notFiledSteps(returns, '479')],
    in_records,
    filed: figuresOf(returns.flatMap((one) => one.filed)),
    is_explained,
  }
}

/** By the records of the lines that tax is computed in. */
function bookedOf(returns: readonly VatReturn[]): bigint {
  const lines = returns.flatMap((vat_return) => vat_return.lines)
  return sum(lines, ({ rate_bp, booked_minor }) => (rate_bp === null ? 0n : (booked_minor ?? 0n)))
}

function figuresOf(returns: readonly VatReturn[]): FiguresOfTax {
  return { '399': taxOf(returns, '399'), '479': taxOf(returns, '479') }
}

function notFiledSteps(returns: readonly ReturnOfYear[], figure: '399' | '479'): TaxStep[] {
  return returns
    .map((one) => ({
      ...step('not_filed', notFiled(one, taxOf, figure)),
      period: one.name,
      counts_in: countsIn(one),
      booked_minor: figure === '399' ? bookedOf(one.filed) - bookedOf(one.in_records) : null,
    }))
    .filter(({ amount_minor }) => amount_minor !== 0n)
}

const OWED = ['output', 'output_reduction', 'output_unregistered', 'acquisition', 'acquisition_unregistered']

/** Of output and acquisition tax, and no input tax. */
export function isOwed({ direction }: Pick<TaxTotal, 'direction'> | Pick<TaxedMovement, 'direction'>): boolean {
  return OWED.includes(direction)
}

function accountsOf({
  movements,
  accounts,
  tax_accounts,
  settlement_accounts,
  transfers,
}: TaxOfYear): ReconciledTaxAccount[] {
  const recorded = Map.groupBy(
    movements.filter(({ part }) => part === 'tax'),
    ({ account_code }) => account_code,
  )
  return accounts.flatMap(({ account_code, account_name, account_type, movement_minor }) => {
    const its = recorded.get(account_code) ?? []
    if (its.length === 0 && !tax_accounts.has(account_code)) return []
    const owed_minor = sum(its.filter(isOwed), ({ amount_minor }) => amount_minor)
    const deducted_minor = sum(its, ({ amount_minor }) => amount_minor) - owed_minor
    const transferred_minor = transfers.get(account_code) ?? 0n
    const isTax = ['asset', 'liability'].includes(account_type) && !settlement_accounts.has(account_code)
    const other_minor = isTax ? movement_minor - owed_minor - deducted_minor - transferred_minor : 0n
    const amounts = { owed_minor, deducted_minor, transferred_minor, other_minor }
    return Object.values(amounts).every((amount) => amount === 0n) ? [] : [{ account_code, account_name, ...amounts }]
  })
}

function explained(declared_minor: bigint, known: readonly TaxStep[]): TaxStep[] {
  const unexplained = step('unexplained', declared_minor - sum(known, ({ amount_minor }) => amount_minor))
  return [...known, unexplained].filter(({ kind, amount_minor }) => kind === 'booked' || amount_minor !== 0n)
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n)
}

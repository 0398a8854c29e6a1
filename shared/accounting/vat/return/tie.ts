import type { TaxDirection } from '../tax-codes.ts'
import type { TaxTotal } from './tax-total.ts'
import type { VatReturn } from './vat-return.ts'

/** An account with tax of returns in a period; what is owed is positive. */
export type TaxAccount = {
  readonly account_code: string
  readonly account_name: string
  readonly opening_minor: bigint
  /** By lines that carry a tax record. */
  readonly recorded_minor: bigint
  /** By other lines: transfers, payments, corrections by hand. */
  readonly other_minor: bigint
  /** Tax that items of another system have brought, to be declared by payments: it belongs to the balance. Absent without any. */
  readonly taken_over_minor?: bigint
}

/** A step from the tax of the return to what the tax accounts have moved. */
type TieStep = {
  readonly kind:
    | 'payable_tax'
    | 'rounding'
    | 'net_tax_rate'
    | 'not_in_return'
    | 'not_due'
    | 'other_period'
    | 'other'
    | 'unexplained'
  /** Of which line, account or code it is. */
  readonly figure: string | null
  readonly rate_bp: bigint | null
  readonly activity_id: string | null
  readonly account_code: string | null
  readonly amount_minor: bigint
}

export type Tie = {
  readonly opening_minor: bigint
  readonly steps: readonly TieStep[]
  /** The sum of the steps: what the accounts have moved. */
  readonly change_minor: bigint
  readonly closing_minor: bigint
  readonly is_explained: boolean
}

/** Whether tax of a direction is owed or deducted; K410 is deducted, the other corrections take back what was. */
const SIGNS: Readonly<Record<TaxDirection, bigint>> = {
  output: 1n,
  output_reduction: -1n,
  acquisition: 1n,
  input_material: -1n,
  input_operating: -1n,
  import_material: -1n,
  import_operating: -1n,
  input_correction: 1n,
  turnover_without_tax: 0n,
  none: 0n,
  output_unregistered: 1n,
  // Only counted against a limit: no account has it.
  acquisition_unregistered: 0n,
}

/**
 * From the tax of the return to the movements of the tax accounts. The Rappen by which the records of a line differ from
 * the tax on its whole base are a step of their own, as are tax that is not due yet, and lines without a record.
 *
 * @param not_due what the period adds to the tax that becomes due with payments, less what became due
 * @param other_period_minor tax of the accounts that counts in other returns, less tax of the return that others have
 * @source practice of the yearly reconciliation, MWSTV Art. 128
 */
export function tieOf(
  { lines, payable_minor, without_place, outside }: VatReturn,
  not_due: readonly TaxTotal[],
  accounts: readonly TaxAccount[],
  other_period_minor = 0n,
): Tie {
  const differences = lines.map(({ figure, rate_bp, activity_id, tax_minor, booked_minor }) => ({
    ...step(activity_id === null ? 'rounding' : 'net_tax_rate', (booked_minor ?? tax_minor ?? 0n) - (tax_minor ?? 0n)),
    figure,
    rate_bp,
    activity_id,
  }))
  const others = accounts.map(({ account_code, other_minor }) => ({ ...step('other', other_minor), account_code }))
  const known = [
    step('payable_tax', payable_minor),
    ...differences,
    step('not_in_return', owedOf([...without_place, ...outside])),
    step('not_due', owedOf(not_due)),
    step('other_period', other_period_minor),
    ...others,
  ]
  const change_minor = sum(accounts, ({ recorded_minor, other_minor }) => recorded_minor + other_minor)
  const opening_minor = sum(accounts, (account) => account.opening_minor)
  const unexplained = step('unexplained', change_minor - sum(known, ({ amount_minor }) => amount_minor))
  const isShown = ({ kind, amount_minor }: TieStep) => kind === 'payable_tax' || amount_minor !== 0n
  return {
    opening_minor,
    steps: [...known, unexplained].filter(isShown),
    change_minor,
    closing_minor: opening_minor + change_minor,
    is_explained: unexplained.amount_minor === 0n,
  }
}

/** Tax that is owed less tax that is deducted. */
export function owedOf(totals: readonly Pick<TaxTotal, 'direction' | 'tax_code' | 'tax_minor'>[]): bigint {
  return sum(totals, ({ direction, tax_code, tax_minor }) => (tax_code === 'K410' ? -1n : SIGNS[direction]) * tax_minor)
}

function step(kind: TieStep['kind'], amount_minor: bigint): TieStep {
  return { kind, figure: null, rate_bp: null, activity_id: null, account_code: null, amount_minor }
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n)
}

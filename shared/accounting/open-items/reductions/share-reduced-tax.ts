import { amountInWords } from '../../amounts/decimal.ts'
import { shareOf } from '../../amounts/share-of.ts'
import type { ReducedItem } from '../../documents/tax-record.ts'
import type { LeftOfActivity, ReducibleTax, TaxedSupply } from '../../documents/voucher-item.ts'
import { magnitude } from '../item-step.ts'
import { exceeded, type ItemViolation, mismatch } from '../item-violation.ts'
import type { Reduced } from './reduced-by-line.ts'

/** An item of which a voucher closes something; null where nothing is known of its document. */
export type ClosedDocument = {
  readonly open_item_id: string
  readonly closed_minor: bigint
  readonly reducible: readonly ReducibleTax[] | null
}

type SharedTax = {
  readonly items: readonly ReducedItem[]
  readonly after: readonly (readonly [string, readonly ReducibleTax[]])[]
}

/** Of each base there may be a unit of rounding. */
const ROUNDED = 1n

/**
 * Shares what a line takes back among the documents that have its tax, in proportion to what is closed of their items, and of
 * none more than it has left.
 */
export function shareReducedTax(
  reduced: Reduced,
  closed: readonly ClosedDocument[],
  base_currency: string,
): SharedTax | ItemViolation {
  const left = closed.map(({ reducible }) => reducible?.find(({ tax_code }) => tax_code === reduced.tax_code))
  const taxes = left.map((tax) => tax?.tax_minor ?? 0n)
  const grosses = left.map((tax) => (tax ? leftOf(tax, reduced) : 0n))
  if (left.every((tax) => tax === undefined)) return ofNoDocument(reduced)
  const beyond = beyondWhole(reduced, sumOf(taxes), sumOf(grosses), BigInt(closed.length) * ROUNDED)
  if (beyond) return tooMuch(reduced, beyond, base_currency)
  const weights = closed.map(({ closed_minor }) => closed_minor)
  const ofTax = upTo(taxes, reduced.tax_minor, weights)
  const ofGross = reduced.tax_minor === 0n ? upTo(grosses, reduced.gross_minor, weights) : null
  const gross = ofGross ?? inProportion(reduced.gross_minor, ofTax)
  const shares = closed.map(({ open_item_id }, index): ReducedItem => {
    const tax_minor = ofTax[index] ?? 0n
    return { open_item_id, base_minor: (gross[index] ?? 0n) - tax_minor, tax_minor }
  })
  return {
    items: shares.filter(({ base_minor, tax_minor }) => base_minor !== 0n || tax_minor !== 0n),
    after: closed.map(({ open_item_id, reducible }, index) => [
      open_item_id,
      (reducible ?? []).map((tax) => (tax.tax_code === reduced.tax_code ? less(tax, shares[index], reduced) : tax)),
    ]),
  }
}

function less(tax: ReducibleTax, share: ReducedItem | undefined, { supply }: Reduced): ReducibleTax {
  const { base_minor, tax_minor } = share ?? { base_minor: 0n, tax_minor: 0n }
  const gross_minor = base_minor + tax_minor
  const by_activity = tax.by_activity?.map((one) =>
    isOfActivity(one, supply) ? { ...one, gross_minor: one.gross_minor - gross_minor } : one,
  )
  return {
    ...tax,
    gross_minor: tax.gross_minor - gross_minor,
    tax_minor: tax.tax_minor - tax_minor,
    ...(by_activity && { by_activity }),
  }
}

/** Of several activities, or net tax rates, no more than the one that the line reduces has left. */
function leftOf({ gross_minor, by_activity }: ReducibleTax, { supply }: Reduced): bigint {
  const its = by_activity?.find((one) => isOfActivity(one, supply))
  return its ? smaller(its.gross_minor, gross_minor) : gross_minor
}

function isOfActivity(one: LeftOfActivity, supply: TaxedSupply): boolean {
  return one.activity_id === supply.activity_id && one.net_rate_bp === supply.net_rate_bp
}

type Beyond = { readonly of: 'tax' | 'turnover'; readonly wanted_minor: bigint; readonly left_minor: bigint }

function beyondWhole(
  { tax_minor, gross_minor, is_foreign }: Reduced,
  tax_left_minor: bigint,
  gross_left_minor: bigint,
  tolerance: bigint,
): Beyond | null {
  const sign = gross_minor < 0n ? -1n : 1n
  if (sign * tax_minor > sign * tax_left_minor)
    return { of: 'tax', wanted_minor: tax_minor, left_minor: tax_left_minor }
  if (is_foreign || sign * gross_minor <= sign * gross_left_minor + tolerance) return null
  return { of: 'turnover', wanted_minor: gross_minor, left_minor: gross_left_minor }
}

function tooMuch(
  { tax_code, supply }: Reduced,
  { of, wanted_minor, left_minor }: Beyond,
  currency: string,
): ItemViolation {
  const [wanted, left] = [wanted_minor, left_minor].map((minor) => amountInWords(magnitude(minor), currency))
  const activity = supply.activity_id === null ? '' : ` of activity ${supply.activity_id}`
  const what = of === 'tax' ? 'of tax' : `with its tax${activity}`
  return {
    ...exceeded(
      `${tax_code} takes back ${wanted} ${what}, and the documents of the open items that the voucher closes have ${left} left of it: what has reduced them before, or waits to be booked, has taken the rest.`,
    ),
    field: '/amount',
  }
}

function ofNoDocument({ tax_code }: Reduced): ItemViolation {
  return mismatch(
    `${tax_code} reduces no tax of the documents whose open items the voucher closes: take it back with the code of the document, and what has nothing to do with them in a voucher of its own.`,
    '/tax_code',
  )
}

/** An amount in proportion to weights, but of each place no more than it has; the rest goes to those that have more. */
function upTo(most: readonly bigint[], minor: bigint, weights: readonly bigint[]): bigint[] {
  const wanted = inProportion(minor, weights)
  const shares = most.map((has, index) => smaller(wanted[index] ?? 0n, has))
  let rest = minor - sumOf(shares)
  return shares.map((share, index) => {
    const more = smaller(rest, (most[index] ?? 0n) - share)
    rest -= more
    return share + more
  })
}

/** The amount that is nearer to nothing, where both have one sign; of an amount on the other side, nothing. */
function smaller(minor: bigint, most: bigint): bigint {
  if (minor < 0n) return -smaller(-minor, -most)
  return most < 0n ? 0n : minor < most ? minor : most
}

/** The parts add up to the amount. */
function inProportion(minor: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sumOf(weights)
  let weight = 0n
  let given = 0n
  return weights.map((one) => {
    weight += one
    const share = shareOf(minor, weight, whole) - given
    given += share
    return share
  })
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

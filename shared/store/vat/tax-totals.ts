import type { TaxTotal } from '../../accounting/vat/return/tax-total.ts'
import type { TaxRecordKind } from '../../contract/vat/tax-records.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { ReturnScope } from './tax-accounts.ts'

/** With the number of records that a total is made of. */
export type CountedTaxTotal = TaxTotal & { readonly records: bigint }

/** Sums of any size are numeric, which the driver hands over as text. */
export type TaxSums = Omit<CountedTaxTotal, 'base_minor' | 'tax_minor' | 'rate_bp'> & {
  kind: TaxRecordKind
  base_minor: string
  tax_minor: string
  rate_bp: number
}

/** The kinds of records that a VAT return is made of: one of a period, and the reconciliation of a year. */
export const IN_RETURNS: Readonly<Record<'period' | 'year', readonly TaxRecordKind[]>> = {
  period: ['due', 'declared'],
  year: ['due_annually', 'declared_annually'],
}

/** Of each kind of record, by what the totals of a period have in common. */
export type TaxOfPeriod = {
  /** What the VAT return of these days is made of. */
  readonly in_return: readonly CountedTaxTotal[]
  /** What the period adds to the tax that becomes due with payments, less what became due or never will be. */
  readonly not_due: readonly CountedTaxTotal[]
  /** What was taken over with items of another system, to be declared by payments: no account has moved by it. */
  readonly taken_over: readonly CountedTaxTotal[]
  /** What payments have made due that the reconciliation of a year has: no longer not due, and not in this return. */
  readonly declared_annually: readonly CountedTaxTotal[]
}

/** Some days, and the kinds of records that are in their return: of a period, where nothing else is said. */
type Span = Pick<ReturnScope, 'from' | 'to'> & { readonly kinds?: readonly TaxRecordKind[] }

type SumsOfSpan = TaxSums & { place: bigint }

/** @param as_of number of the last entry that counts */
export async function taxOfPeriod(db: Db, scope: ReturnScope): Promise<TaxOfPeriod> {
  const [tax] = await taxOfPeriods(db, scope, [scope])
  return tax
}

/**
 * The tax of some days, in the order of the spans, with a plan that is kept (sql.md: kept plan). It is never stale: totals of
 * whole months, and the records that no refresh has folded yet, which are read once for all spans.
 */
export async function taxOfPeriods(
  db: Db,
  { end_customer_id, as_of }: Pick<ReturnScope, 'end_customer_id' | 'as_of'>,
  [first, ...others]: readonly [Span, ...Span[]],
): Promise<[TaxOfPeriod, ...TaxOfPeriod[]]> {
  const sums = await totalsOfSpans(db, { end_customer_id, as_of }, [first, ...others])
  const taxOfSpan = ({ kinds }: Span, index: number) => taxOf(sums[index] ?? [], kinds)
  return [taxOfSpan(first, 0), ...others.map((span, index) => taxOfSpan(span, index + 1))]
}

export type TotalOfKind = { readonly kind: TaxRecordKind; readonly total: CountedTaxTotal }

/** What the records of some days have in common, by their kind, for each span in its order. */
export async function totalsOfSpans(
  db: Db,
  { end_customer_id, as_of }: Pick<ReturnScope, 'end_customer_id' | 'as_of'>,
  spans: readonly Pick<Span, 'from' | 'to'>[],
): Promise<readonly (readonly TotalOfKind[])[]> {
  const [from_dates, to_dates] = [spans.map(({ from }) => from), spans.map(({ to }) => to)]
  const sums = await db.any(sql.prepared('tax_totals', row<SumsOfSpan>())`
    select place, kind, tax_code, direction, rate_bp, form_figure, activity_id, base_minor, tax_minor, records
    from tax_totals_of_spans(${end_customer_id}, ${sql.array(from_dates, 'date')}, ${sql.array(to_dates, 'date')}, ${as_of})
    order by place, tax_code, rate_bp, direction, form_figure, activity_id, kind
  `)
  const byPlace = Map.groupBy(sums, ({ place }) => Number(place))
  return spans.map((_, index) =>
    (byPlace.get(index + 1) ?? []).map(({ place: _, kind, ...sum }) => ({ kind, total: exactTotal(sum) })),
  )
}

function taxOf(totals: readonly TotalOfKind[], kinds = IN_RETURNS.period): TaxOfPeriod {
  const ofKind = (wanted: TaxRecordKind) => added(totals.flatMap(({ kind, total }) => (kind === wanted ? total : [])))
  const inReturn = totals.filter(({ kind }) => kinds.includes(kind))
  const notDue = totals.filter(({ kind }) => !kind.startsWith('due') && kind !== 'taken_over')
  return {
    taken_over: ofKind('taken_over'),
    declared_annually: ofKind('declared_annually'),
    in_return: added(inReturn.map(({ total }) => total)),
    not_due: added(notDue.map(({ kind, total }) => (kind === 'not_due' ? total : negated(total)))),
  }
}

export function exactTotal({ rate_bp, base_minor, tax_minor, ...sum }: Omit<TaxSums, 'kind'>): CountedTaxTotal {
  return { ...sum, rate_bp: BigInt(rate_bp), base_minor: BigInt(base_minor), tax_minor: BigInt(tax_minor) }
}

function negated(total: CountedTaxTotal): CountedTaxTotal {
  return { ...total, base_minor: -total.base_minor, tax_minor: -total.tax_minor }
}

/** Totals that have everything but their kind in common are one. */
export function added(totals: readonly CountedTaxTotal[]): CountedTaxTotal[] {
  const keyOf = ({ tax_code, direction, rate_bp, form_figure, activity_id }: TaxTotal) =>
    `${tax_code} ${direction} ${rate_bp} ${form_figure} ${activity_id}`
  return [...Map.groupBy(totals, keyOf).values()].flatMap((same) => {
    const sumOf = (amountOf: (total: CountedTaxTotal) => bigint) => same.reduce((sum, one) => sum + amountOf(one), 0n)
    const sums = {
      base_minor: sumOf((one) => one.base_minor),
      tax_minor: sumOf((one) => one.tax_minor),
      records: sumOf((one) => one.records),
    }
    return same.slice(0, 1).map((first) => ({ ...first, ...sums }))
  })
}

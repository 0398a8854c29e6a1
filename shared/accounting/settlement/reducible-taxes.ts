import type { ReducibleTax, TaxedSupply } from '../documents/voucher-item.ts'
import { distinctSupplies, supplyOfSnapshot } from '../open-items/reductions/taxed-supply.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { TAX_CODES } from '../vat/tax-codes.ts'
import {
  type ReducedAcquired,
  type ReducedLine,
  reducedAcquired,
  takenWith,
} from './deductions/acquired/acquired-tax.ts'
import { documentParts } from './deductions/document-parts.ts'
import { withWaiting } from './deductions/share-reduction.ts'
import { reducedDocument, reducedOf, type TaxGroup } from './deductions/tax-groups.ts'
import type { DocumentOfItem } from './deductions/taxed-document.ts'
import { sumOfParts } from './deductions/untaxed-part.ts'
import { leftOfActivities, type SuppliedPart } from './left-of-activities.ts'

/**
 * The taxes of a document with what of them is not reduced yet, and waits for nothing else.
 *
 * @returns null where nothing is known of the document: a voucher has opened its item, and tells no tax. Credit and advances
 * are money, which nobody reduces.
 */
export function reducibleTaxes(document: DocumentOfItem, settings: PostingSettings): readonly ReducibleTax[] | null {
  const { taken } = document.reduced
  return (
    taxesOf(document, settings)?.map(({ tax_code, gross_minor, tax_minor, reduced_minor, waiting, parts }) => {
      const its = taken.filter((one) => one.tax_code === tax_code)
      const by_activity = leftOfActivities(parts, its, waiting.gross_minor)
      const taken_minor = its.reduce((sum, one) => sum + one.tax_minor, 0n)
      return {
        tax_code,
        gross_minor: gross_minor - reduced_minor - waiting.gross_minor,
        tax_minor: tax_minor - taken_minor - waiting.tax_minor,
        supplies: distinctSupplies(parts.map(({ supply }) => supply)),
        ...(by_activity && { by_activity }),
      }
    }) ?? null
  )
}

/** How the money of an advance at a net tax rate was taxed: what gives it back follows that. Null for others. */
export function supplyOfAdvance(
  { kind, own_tax = null }: DocumentOfItem,
  settings: PostingSettings,
): TaxedSupply | null {
  if (kind !== 'customer_credit' || own_tax === null) return null
  const supply = supplyOfSnapshot(own_tax, settings)
  return supply.is_gross ? supply : null
}

/**
 * What is left of all that a document wants, with tax and without, and waits for nothing else; in the base currency and signed like
 * the item.
 */
export function leftToReduce(document: DocumentOfItem, settings: PostingSettings): bigint {
  const booked = reducedDocument(document, documentParts(document, settings, null).parts)
  const { groups } = withWaiting(document, booked)
  return groups.reduce((sum, { gross_minor, reduced_minor }) => sum + gross_minor - reduced_minor, 0n)
}

/** Releases before took import tax back with what reduced a document. Such records stay, and are in returns. */
export function isOfImport({ tax_code }: { readonly tax_code: string }): boolean {
  return TAX_CODES.get(tax_code)?.direction.startsWith('import') ?? false
}

/** Of a tax more is taken than the document has; amounts are signed like the item. */
type TakenBeyond = { readonly tax_code: string; readonly tax_minor: bigint; readonly taken_minor: bigint }

/**
 * The taxes of a document of which records that name it have taken more than it has. Those from before records named it count
 * by estimated shares, so they prove nothing. What was converted may be a unit apart for each record.
 */
export function takenBeyond(document: DocumentOfItem, settings: PostingSettings): TakenBeyond[] {
  const taxes = taxesOf(document, settings)
  if (taxes === null) return []
  const named = document.reduced.taken.filter((one) => one.is_named && !isOfImport(one))
  const isForeign = document.amount_minor !== document.base_amount_minor
  const ofItem = document.base_amount_minor < 0n ? -1n : 1n
  return [...Map.groupBy(named, ({ tax_code }) => tax_code)].flatMap(([tax_code, records]) => {
    const whole = taxes.find((tax) => tax.tax_code === tax_code)
    const tax_minor = whole?.tax_minor ?? 0n
    const taken_minor = records.reduce((sum, record) => sum + record.tax_minor, 0n)
    const tolerance = isForeign ? BigInt(records.length) : 0n
    // Tax of an advance that is taken off has the other sign than its document.
    const sign = tax_minor === 0n ? ofItem : tax_minor < 0n ? -1n : 1n
    const isStrange = !whole && magnitude(taken_minor) > tolerance
    return isStrange || sign * taken_minor > sign * tax_minor + tolerance ? [{ tax_code, tax_minor, taken_minor }] : []
  })
}

type TaxOfDocument = Omit<ReducibleTax, 'supplies' | 'by_activity'> & {
  readonly reduced_minor: bigint
  /** What deductions are to take that are not booked yet. */
  readonly waiting: Pick<ReducibleTax, 'gross_minor' | 'tax_minor'>
  readonly parts: readonly SuppliedPart[]
}

/** Each once, as the document was booked; acquisition tax, which is owed beside the document, under both of its codes. */
function taxesOf(document: DocumentOfItem, settings: PostingSettings): readonly TaxOfDocument[] | null {
  if (document.kind !== 'receivable' && document.kind !== 'payable') return null
  const { parts, acquired } = documentParts(document, settings, null)
  if (document.is_voucher && acquired.length === 0 && parts.every(({ record }) => record === null)) return null
  const reduced = reducedDocument(document, parts)
  const after = withWaiting(document, reduced)
  const groups = reduced.groups.flatMap((group, index): TaxOfDocument[] =>
    group.tax_code === null ? [] : [ofGroup({ ...group, tax_code: group.tax_code }, after.groups[index], settings)],
  )
  const [before, then] = [reducedOf(reduced.groups), reducedOf(after.groups)]
  const beside = reducedAcquired(document, acquired, parts).flatMap((one) =>
    ofAcquired(one, then === before ? NOTHING : takenWith(one, then, sumOfParts(parts))),
  )
  return [...Map.groupBy([...groups, ...beside], ({ tax_code }) => tax_code)].map(([tax_code, some]) => ({
    tax_code,
    gross_minor: sumOf(some, ({ gross_minor }) => gross_minor),
    tax_minor: sumOf(some, ({ tax_minor }) => tax_minor),
    reduced_minor: sumOf(some, ({ reduced_minor }) => reduced_minor),
    waiting: {
      gross_minor: sumOf(some, ({ waiting }) => waiting.gross_minor),
      tax_minor: sumOf(some, ({ waiting }) => waiting.tax_minor),
    },
    parts: some.flatMap(({ parts }) => parts),
  }))
}

function ofGroup(
  group: TaxGroup & { readonly tax_code: string },
  after: TaxGroup | undefined,
  settings: PostingSettings,
): TaxOfDocument {
  const { tax_code, gross_minor, tax_minor, reduced_minor, taken_minor, parts } = group
  const { reduced_minor: then_minor, taken_minor: then_taken_minor } = after ?? group
  const waiting = { gross_minor: then_minor - reduced_minor, tax_minor: then_taken_minor - taken_minor }
  const supplied = parts.flatMap((part) =>
    part.record ? [{ supply: supplyOfSnapshot(part.record, settings), gross_minor: part.gross_minor }] : [],
  )
  return { tax_code, gross_minor, tax_minor, reduced_minor, waiting, parts: supplied }
}

const NOTHING = { base_minor: 0n, tax_minor: 0n }

/** Deductions name no acquisition tax: what waits is to take what shrinks with the document. */
function ofAcquired({ owed, counter }: ReducedAcquired, { base_minor, tax_minor }: typeof NOTHING): TaxOfDocument[] {
  const waiting = { gross_minor: base_minor + tax_minor, tax_minor }
  return [owed, counter].flatMap(({ tax_code, whole, taken }: ReducedLine) =>
    tax_code === null
      ? []
      : [
          {
            tax_code,
            gross_minor: whole.base_minor + whole.tax_minor,
            tax_minor: whole.tax_minor,
            reduced_minor: taken.base_minor + taken.tax_minor,
            waiting,
            parts: [],
          },
        ],
  )
}

function magnitude(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
}

function sumOf(taxes: readonly TaxOfDocument[], amountOf: (tax: TaxOfDocument) => bigint): bigint {
  return taxes.reduce((sum, tax) => sum + amountOf(tax), 0n)
}

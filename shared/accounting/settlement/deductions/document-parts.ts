import type { TaxOfItem } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { isReceivedOn } from '../../vat/consideration/transfers-of-record.ts'
import { partsOfMemo } from './memo-parts.ts'
import { keyOfDue } from './never-due.ts'
import { type Reducible, restAfterAdvance } from './rest-after-advance.ts'
import { cumulated } from './share-reduction.ts'
import { partsOfTakenOver } from './taken-over-parts.ts'
import { type DocumentOfItem, partsOfDocument, type TaxedPart } from './taxed-document.ts'
import { type PartOfItem, sumOfParts, untaxedPart, withUntaxedRest } from './untaxed-part.ts'

/** Tax of a document that is due with payments, and the day of one. */
export type TaxOnDay = { readonly tax: TaxOfItem; readonly day: string }

/** The parts of a document by which a reduction is shared out, and its acquisition tax. */
export function documentParts(document: DocumentOfItem, settings: PostingSettings, due: TaxOnDay | null) {
  const { parts, acquired } = bookedParts(document, settings, due)
  return { parts: parts.map((part) => (isImport(part) ? withoutTax(part, parts) : part)), acquired }
}

function isImport({ record }: PartOfItem): boolean {
  return record?.direction.startsWith('import') ?? false
}

/** Import tax stays as it is assessed: what is paid less of it is less of what else the document costs. */
function withoutTax(part: PartOfItem, all: readonly PartOfItem[]): PartOfItem {
  const other = all.find((one) => one.account_code !== null && !isImport(one))
  return { ...part, tax_minor: 0n, account_code: other?.account_code ?? null }
}

function bookedParts(document: DocumentOfItem, settings: PostingSettings, due: TaxOnDay | null) {
  const taken = due?.tax.not_due.filter(({ line }) => line.record_number !== undefined) ?? []
  if (taken.length > 0) return { parts: partsOfTakenOver(document, taken), acquired: [] }
  if (document.memo.length > 0) return { parts: partsOfMemo(document, settings), acquired: [] }
  const { parts, acquired: all } = partsOfDocument(document)
  const acquired = all.filter(({ owed }) => owed.tax?.kind !== 'due')
  const whole = { parts: parts.map(withAccount), acquired }
  const rest = leftOf(document, whole, due)
  const booked = withoutPaid(rest.parts, document.base_amount_minor, acquired.length < all.length)
  if (sumOfParts(booked) === 0n) return { parts: [untaxedPart(document.base_amount_minor)], acquired: rest.acquired }
  const ofItem = document.is_voucher ? withoutMore(booked, document.base_amount_minor) : booked
  return { parts: ofItem, acquired: rest.acquired }
}

/**
 * What an advance has not paid. Of vouchers that a change of consideration had transferred by the rules before, payments declare the
 * lines as they stand, so they are reduced like that, too.
 */
function leftOf(document: DocumentOfItem, whole: Reducible, due: TaxOnDay | null): Reducible {
  const isDue = due !== null && isOfPayments(document, due)
  if (!isDue && document.is_reduced_wholly) return whole
  const rest = restAfterAdvance(document, whole)
  const left = new Set(rest.parts.map(({ due_key }) => due_key))
  const declared = new Set(isDue ? due.tax.not_due.map(({ line }) => keyOfDue(line)) : [])
  const isAsItStands = whole.parts.some(
    ({ due_key }) => due_key !== null && declared.has(due_key) && !left.has(due_key),
  )
  return isAsItStands ? whole : rest
}

function isOfPayments({ journal_entry_id }: DocumentOfItem, { tax, day }: TaxOnDay): boolean {
  return tax.not_due.some((one) => one.line.journal_entry_id === journal_entry_id && isReceivedOn(one, day))
}

/**
 * What an advance has paid is not left to be reduced: the item is the rest. Parts without tax have the rest of it in proportion, as the
 * taxed ones have theirs; one with the other sign takes an advance off. A Rappen is rounding.
 *
 * @param isAcquired whether acquisition tax was due with the advance, which no part has
 */
function withoutPaid(
  parts: readonly PartOfItem[],
  base_amount_minor: bigint,
  isAcquired: boolean,
): readonly PartOfItem[] {
  const left = parts.filter(({ record }) => record?.kind !== 'due')
  if (left.length === parts.length && !isAcquired) return parts
  const taxed = left.filter(({ record }) => record !== null)
  const untaxed = left.filter(({ record, gross_minor }) => record === null && gross_minor * base_amount_minor > 0n)
  const rest = base_amount_minor - sumOfParts(taxed)
  if (untaxed.length === 0 && isRounding(rest, taxed.length))
    return taxed.map((part, at) => (at === 0 ? { ...part, gross_minor: part.gross_minor + rest } : part))
  if (untaxed.length === 0) return [...taxed, untaxedPart(rest)]
  const rests = cumulated(
    rest,
    untaxed.map(({ gross_minor }) => gross_minor),
  )
  return [...taxed, ...untaxed.map((part, at) => ({ ...part, gross_minor: rests[at] ?? 0n }))]
}

function isRounding(minor: bigint, parts: number): boolean {
  return (minor < 0n ? -minor : minor) <= 2n * BigInt(parts)
}

/** An item may be a part of what its voucher taxes; what it is beyond that has no tax. */
function withoutMore(parts: readonly PartOfItem[], base_amount_minor: bigint): readonly PartOfItem[] {
  const sum = sumOfParts(parts)
  const isBeyond = base_amount_minor < 0n ? sum > base_amount_minor : sum < base_amount_minor
  return isBeyond ? withUntaxedRest(parts, base_amount_minor) : parts
}

function withAccount(part: TaxedPart): PartOfItem {
  const { tax_line } = part
  return {
    ...part,
    tax_account: tax_line ? { code: tax_line.account_code } : undefined,
    due_key: tax_line && keyOfDue(tax_line),
  }
}

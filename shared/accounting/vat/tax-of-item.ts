import { shareOf } from '../amounts/share-of.ts'
import type { NotDue, TaxAmounts, TaxOfItem, TaxSnapshot } from '../documents/tax-record.ts'
import { changesThatHold, considerationOf } from './consideration/transfers-of-record.ts'
import { settledTax } from './received.ts'
import type { TaxDirection } from './tax-codes.ts'

/** A part of an item that is paid or written off; negative like a credit note, or where it is given back. */
export type ClosedPart = {
  readonly kind: 'declared' | 'extinguished'
  readonly amount_minor: bigint
  /** What was paid, in the base currency; null where that is the share of what was booked. */
  readonly paid_base_minor: bigint | null
  /** The day on which it is: tax that was transferred later counts with the transfer. */
  readonly day: string
}

export type SettledTax = {
  /** For the line that takes the part from the item. */
  readonly tax_due: readonly TaxSnapshot[]
  readonly differences: readonly TaxDifference[]
  readonly after: TaxOfItem
}

/** By the rate of the payment tax is worth more or less than was booked, so its account follows; debit is positive. */
type TaxDifference = {
  readonly account_code: string
  readonly base_minor: bigint
  readonly tax_due: readonly TaxSnapshot[]
}

/** Directions whose tax stands in credit. */
export const IN_CREDIT: readonly string[] = ['output', 'acquisition'] satisfies TaxDirection[]

/**
 * What closing a part of an open item does to the tax of its document: pro rata, for each of its records.
 *
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2; MWSTV Art. 45 (the rate of the payment)
 */
export function settleTaxOfItem(item: TaxOfItem, part: ClosedPart): SettledTax {
  const closed_minor = item.closed_minor + part.amount_minor
  const settled = item.not_due.map((not_due) => settleRecord(not_due, item, part))
  return {
    tax_due: settled.flatMap(({ tax_due }) => tax_due),
    differences: settled.flatMap(({ differences }) => differences),
    after: { ...item, closed_minor, not_due: settled.map(({ after }) => after) },
  }
}

type SettledRecord = Omit<SettledTax, 'after'> & { readonly after: NotDue }

/**
 * Each change of consideration since the day of a part counts it on its own day: to received it is declared there, to agreed
 * it is taken back there, as the transfer has declared all that was open. What no payment declares any more is settled by
 * the last transfer.
 */
function settleRecord(not_due: NotDue, item: TaxOfItem, part: ClosedPart): SettledRecord {
  const { amount_minor, closed_minor: before } = item
  const changes = changesThatHold(not_due)
  const later = changes.filter(({ on }) => on > part.day)
  const isReceived = considerationOf(not_due, part.day) === 'received'
  const days = [...(isReceived ? [null] : []), ...later.map(({ on }) => on)]
  const isSettled = considerationOf(not_due) === 'agreed'
  const ofTransfers = isSettled ? days : days.slice(0, -1)
  const tax_due = ofTransfers.flatMap((on, place) => transferredPart(not_due, item, part, on, place))
  if (isSettled) return { tax_due, differences: [], after: not_due }
  const closed_minor = before + part.amount_minor
  const settled = settlePart(not_due, { amount_minor, closed_minor, not_due: [] }, part)
  const on = days.at(-1) ?? null
  const counted =
    on === null ? settled.tax_due : settled.tax_due.map((tax) => ({ ...tax, kind: DECLARED, tax_date: on }))
  return { ...settled, tax_due: [...tax_due, ...counted] }
}

const DECLARED = 'declared' as const

/** What a part declares on its own day, or that of a transfer, and takes back with the next one. */
function transferredPart(
  { record, line }: NotDue,
  { amount_minor, closed_minor }: TaxOfItem,
  part: ClosedPart,
  on: string | null,
  place: number,
): TaxSnapshot[] {
  const sign = place % 2 === 0 ? 1n : -1n
  const shareIn = (whole: TaxAmounts) =>
    times(partBetween(whole, closed_minor, closed_minor + part.amount_minor, amount_minor), sign)
  const share = shareIn(record)
  if (isNothing(share) && isNothing(shareIn(record.document ?? record))) return []
  const ofDay = on === null ? { kind: part.kind } : { kind: DECLARED, tax_date: on }
  const inDocument = record.document && { document: { ...record.document, ...shareIn(record.document) } }
  return [{ ...record, declares: line, ...ofDay, ...share, ...inDocument }]
}

/** The share of what is closed between two states of an item. */
export function partBetween(whole: TaxAmounts, before: bigint, after: bigint, amount_minor: bigint): TaxAmounts {
  const share = (minor: bigint) => shareOf(minor, after, amount_minor) - shareOf(minor, before, amount_minor)
  return { base_minor: share(whole.base_minor), tax_minor: share(whole.tax_minor) }
}

function settlePart(not_due: NotDue, { closed_minor, amount_minor }: TaxOfItem, part: ClosedPart): SettledRecord {
  const { record, line, settled, settled_base } = not_due
  const shareIn = (whole: TaxAmounts, before: TaxAmounts) =>
    settledTax(
      {
        base_minor: whole.base_minor,
        tax_minor: whole.tax_minor,
        settled_base_minor: before.base_minor,
        settled_tax_minor: before.tax_minor,
      },
      closed_minor,
      amount_minor,
    )
  const share = shareIn(record.document ?? record, settled)
  const booked = shareIn(record, settled_base)
  const value = record.document ? worthOf(share, booked, part) : booked
  const stated = { ...record, declares: line }
  const ofDocument = record.document && { document: { ...record.document, ...share } }
  const difference = minus(value, booked)
  const anew: TaxSnapshot = {
    ...stated,
    kind: 'not_due',
    ...difference,
    ...(record.document && { document: { ...record.document, base_minor: 0n, tax_minor: 0n } }),
  }
  const own = isNothing(share) && isNothing(value) ? [] : [{ ...stated, kind: part.kind, ...value, ...ofDocument }]
  const isOnItem = difference.tax_minor === 0n && difference.base_minor !== 0n
  return {
    tax_due: isOnItem ? [...own, anew] : own,
    differences: difference.tax_minor === 0n ? [] : [differenceOn(not_due.account_code, anew)],
    after: { ...not_due, settled: plus(settled, share), settled_base: plus(settled_base, booked) },
  }
}

/** In francs: of a payment its share, of a write-off that of what was booked. */
function worthOf(share: TaxAmounts, booked: TaxAmounts, { paid_base_minor, amount_minor }: ClosedPart): TaxAmounts {
  if (paid_base_minor === null) return booked
  return {
    base_minor: shareOf(paid_base_minor, share.base_minor, amount_minor),
    tax_minor: shareOf(paid_base_minor, share.tax_minor, amount_minor),
  }
}

function differenceOn(account_code: string, anew: TaxSnapshot): TaxDifference {
  const base_minor = IN_CREDIT.includes(anew.direction) ? -anew.tax_minor : anew.tax_minor
  return { account_code, base_minor, tax_due: [anew] }
}

function isNothing({ base_minor, tax_minor }: TaxAmounts): boolean {
  return base_minor === 0n && tax_minor === 0n
}

export function times({ base_minor, tax_minor }: TaxAmounts, sign: bigint): TaxAmounts {
  return { base_minor: sign * base_minor, tax_minor: sign * tax_minor }
}

export function plus(a: TaxAmounts, b: TaxAmounts): TaxAmounts {
  return { base_minor: a.base_minor + b.base_minor, tax_minor: a.tax_minor + b.tax_minor }
}

export function minus(a: TaxAmounts, b: TaxAmounts): TaxAmounts {
  return { base_minor: a.base_minor - b.base_minor, tax_minor: a.tax_minor - b.tax_minor }
}

import { isDayOf } from './days-of-bills.ts'
import { type DatedDocument, namesMonth, namesMonthOf, namesOwnMonthOf, type TextOfMonths } from './months-of-bills.ts'

/**
 * Which of equal bills a text names by the month, or by the day of their document where it names no month: Miete Oktober 1.11.2026 was paid on that day. A bill may be of the month before, where
 * none is there of that month itself. Of several of one month, those that were there when it was paid: Miete November of 1 November has paid the bill of 25 October, and not the one of 25 November.
 */
export function billsMeant<Bill extends DatedDocument>(bills: readonly Bill[], text: TextOfMonths): readonly Bill[] {
  const own = writtenUntil(
    text,
    bills.filter((bill) => namesOwnMonthOf(text, bill)),
  )
  const ofDay = own.filter((bill) => isDayOf(text.days, bill))
  if (own.length > 0) return ofDay.length > 0 ? ofDay : own
  const near = bills.filter((bill) => namesMonthOf(text, bill))
  return near.length > 0 ? writtenUntil(text, near) : billsOfDay(bills, text)
}

/** All where none of them was there. */
function writtenUntil<Bill extends DatedDocument>({ paid_until }: TextOfMonths, bills: readonly Bill[]) {
  if (paid_until === null || bills.length < 2) return bills
  const there = bills.filter(({ document_date }) => document_date <= paid_until)
  return there.length > 0 ? there : bills
}

export function billsOfDay<Bill extends DatedDocument>(bills: readonly Bill[], text: TextOfMonths): readonly Bill[] {
  return text.days.length === 0 ? [] : bills.filter((bill) => isOfDay(text, bill))
}

/** Whether a text names it by its day, or by its own month. */
export function isNamedByDate(text: TextOfMonths, bill: DatedDocument): boolean {
  return namesOwnMonthOf(text, bill) || isOfDay(text, bill)
}

function isOfDay(text: TextOfMonths, bill: DatedDocument): boolean {
  return isDayOf(text.days, bill) && !namesMonth(text, bill)
}

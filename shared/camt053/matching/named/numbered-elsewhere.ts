import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { areSimilarNames, bare, compact } from '../compare-texts.ts'
import { hasOwnReference } from '../orders/other-reference.ts'
import { billsMeant, billsOfDay } from './bills-meant.ts'
import type { DaysOfPayment } from './days-of-bills.ts'
import {
  type DatedDocument,
  isWithoutMonths,
  laterMonthIn,
  type TextOfMonths,
  textOfMonths,
} from './months-of-bills.ts'
import { numbersOfDocuments, wordsOfText } from './numbers-of-documents.ts'
import { isEndSaid, isNumberSaid, type SaidNumbers, saidNumbers } from './other-number.ts'
import { allDigitsOf, endOf, isLikeMonth } from './written-alike.ts'

/** A debit that somebody has given to items, or has dismissed. */
export type GivenDebit = DaysOfPayment & {
  readonly entry_id: string
  readonly is_dismissed: boolean
  readonly name: string | null
  /** Without blanks. */
  readonly account: string | null
  readonly references: readonly string[]
  readonly text: string
  /** What it moves, as a whole and in parts, in the currency of the account and as it was ordered: CHF 10000. */
  readonly amounts: readonly string[]
  /** What it is booked for. */
  readonly items: readonly (DatedDocument & {
    readonly payment_reference: string | null
    readonly partner_key: string
  })[]
}

/** A payable that is to be ordered. */
type NumberedPayable = {
  readonly supplier_payable_id: string
  readonly document_number: string | null
  readonly document_date: string
  readonly partner_name: string
  readonly partner_key: string
  readonly creditor_iban: string | null
  readonly currency: string
  readonly open_amount_minor: bigint
}

/**
 * The payables whose number a debit names that is booked for something else, or dismissed. A reference in its own place is believed before a text; and other suppliers
 * have the same numbers, so it has to be one of the supplier. A number counts in the form of one of a document; and in whatever form proposals are made of it, its digits alone, the
 * last of them, and a month that is none of what it is booked for, beside the amount.
 *
 * @param known these, and others that may be the bill of a month
 */
export function createNumberLook(
  payables: readonly NumberedPayable[],
  known: readonly NumberedPayable[] = payables,
): (debit: GivenDebit) => NumberedPayable[] {
  const byNumber = Map.groupBy(payables, ({ document_number }) => bare(document_number ?? ''))
  byNumber.delete('')
  const ofAmount = createAmountLook(payables, known, byNumber)
  return (debit) => {
    const ofDocuments = [...numbersOfDocuments(wordsOfText(debit.text)).values()].flat().map(bare)
    const named = new Set([...ofDocuments.flatMap((number) => byNumber.get(number) ?? []), ...ofAmount(debit)])
    if (named.size === 0 || hasReferenceOfItem(debit)) return []
    const given = new Set(debit.items.map(({ document_number }) => bare(document_number ?? '')))
    return [...named].filter(
      (payable) => !given.has(bare(payable.document_number ?? '')) && isOfSupplier(debit, payable),
    )
  }
}

/** What counts beside the amount. */
function createAmountLook(
  payables: readonly NumberedPayable[],
  known: readonly NumberedPayable[],
  byNumber: ReadonlyMap<string, readonly NumberedPayable[]>,
): (debit: GivenDebit) => NumberedPayable[] {
  const byDigits = Map.groupBy(payables, ({ document_number }) => allDigitsOf(document_number ?? ''))
  const byEnd = Map.groupBy(payables, ({ document_number }) => endOf(document_number ?? ''))
  const byAmount = Map.groupBy(known, ({ currency, open_amount_minor }) => `${currency} ${open_amount_minor}`)
  const own = new Set(payables)
  return (debit) => {
    const equal = new Set(debit.amounts.flatMap((amount) => byAmount.get(amount) ?? []))
    if (equal.size === 0) return []
    const said = saidNumbers(debit.text)
    const ofInvoices = new Set([...said.ofDocuments().values()].flat().map(bare))
    const ofNumbers = [...said.all()].flatMap((number) => [
      ...(byNumber.get(number) ?? []),
      ...(isLikeMonth(number) && !ofInvoices.has(number) ? [] : (byDigits.get(number) ?? [])),
    ])
    const ofEnds = isEndOfItem(debit, said) ? [] : said.words().flatMap((word) => byEnd.get(word) ?? [])
    const months = textOfMonths(debit.text, debit)
    const ofMonths = ofMonth(debit, months, [...equal])
    return [...ofNumbers, ...ofEnds, ...ofMonths].filter((payable) => equal.has(payable) && own.has(payable))
  }
}

/**
 * By the month, or by the day of its document, where that is none of what the debit is booked for, or is its own and only the one before of that; and by the month where that is the bill which was there
 * when it was paid, and what it is booked for was not.
 */
function ofMonth(debit: GivenDebit, months: TextOfMonths, equal: readonly NumberedPayable[]): NumberedPayable[] {
  const dated = equal
    .filter((payable) => isOfSupplier(debit, payable))
    .map((payable) => ({ ...payable, due_date: null, payable }))
  return meantOf(debit, months, dated).map(({ payable }) => payable)
}

function meantOf<Bill extends DatedDocument>(debit: GivenDebit, months: TextOfMonths, bills: readonly Bill[]) {
  const { items } = debit
  if (items.length === 0 || bills.length === 0) return []
  if (items.every((item) => isLaterMeant(item, months))) return billsMeant(bills, months)
  const isSaid = ({ document_number: own }: DatedDocument) => own !== null && isNumberSaid(months.said, own)
  const isNumbered = items.some(isSaid)
  const ofDay = billsOfDay(items, months).length > 0 ? [] : billsOfDay(bills, months)
  const ofDate = isNumbered ? ofDay : [...ofDay, ...meantBefore(items, bills, months)]
  const isThere = ({ document_date }: DatedDocument) => months.paid_until !== null && document_date <= months.paid_until
  if (months.paid_until === null || items.some(isThere) || isNumbered) return ofDate
  return [...ofDate, ...billsMeant(bills.filter(isThere), months)]
}

/** A bill of November may be of October; where one of October itself is open, that one is meant. */
function meantBefore<Bill extends DatedDocument>(
  items: readonly DatedDocument[],
  bills: readonly Bill[],
  months: TextOfMonths,
): readonly Bill[] {
  if (isWithoutMonths(months)) return []
  const meant = new Set(billsMeant([...items, ...bills], months))
  return items.some((item) => meant.has(item)) ? [] : bills.filter((bill) => meant.has(bill))
}

/** It has paid what it names by the last digits. */
function isEndOfItem({ items }: GivenDebit, said: SaidNumbers): boolean {
  return items.some(({ document_number: own }) => own !== null && (isNumberSaid(said, own) || isEndSaid(said, own)))
}

/** 2026-11 may be the number of the bill that is to be ordered, however that of the item is written. */
function isLaterMeant(item: DatedDocument, months: TextOfMonths): boolean {
  return laterMonthIn(months, item, true) !== null
}

function hasReferenceOfItem({ references, items }: GivenDebit): boolean {
  const structured = references.filter(isPaymentReference)
  return items.some(({ payment_reference: own }) => hasOwnReference(structured, own))
}

function isOfSupplier({ items, name, account }: GivenDebit, payable: NumberedPayable): boolean {
  if (items.some(({ partner_key }) => partner_key === payable.partner_key)) return true
  if (account !== null && account === compact(payable.creditor_iban ?? '')) return true
  return name !== null && areSimilarNames(name, payable.partner_name)
}

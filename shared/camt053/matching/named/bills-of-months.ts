import type { Match } from '../match.ts'
import type { DebitFit } from '../orders/debits-of-payables.ts'
import { billsMeant } from './bills-meant.ts'
import type { DaysOfPayment } from './days-of-bills.ts'
import { type DatedDocument, isWithoutMonths, type TextOfMonths, textOfMonths } from './months-of-bills.ts'

/** An open bill, by what tells of which month it may be. */
type BillOfMonth = DatedDocument & { readonly id: string; readonly partner_reference?: string | null }

const NAMED = ['reference', 'number_in_text'] as const

/**
 * Of equal bills of one supplier, such as its rents, a debit that names a month has paid the one that may be of it: that one is certain, the others are possible.
 * Where none may be of it, or the debit names a bill, nothing is known and all stay as they are.
 *
 * @param matches all that is proposed for the debit, also bills that nobody orders now
 */
export function withoutOtherMonths(
  fits: readonly DebitFit[],
  debit: DaysOfPayment & { readonly text: string },
  matches: readonly Match[],
  bills: ReadonlyMap<string, BillOfMonth>,
): readonly DebitFit[] {
  if (!fits.some(({ is_certain }) => is_certain) || matches.length < 2) return fits
  if (matches.some(({ reasons }) => NAMED.some((reason) => reasons.includes(reason)))) return fits
  const months = textOfMonths(debit.text, debit)
  if (isWithoutMonths(months)) return fits
  const equal = matches.flatMap(({ target_id, reasons }) => {
    const bill = bills.get(target_id)
    return bill && reasons.includes('amount') ? [bill] : []
  })
  const bySupplier = Map.groupBy(equal, ({ partner_reference, partner_name }) => partner_reference || partner_name)
  const others = new Set(bySupplier.values().flatMap((own) => ofOtherMonths(own, months)))
  return fits.map((fit) => (others.has(fit.payable) ? { ...fit, is_certain: false } : fit))
}

function ofOtherMonths(bills: readonly BillOfMonth[], months: TextOfMonths): string[] {
  const meant = new Set(billsMeant(bills, months))
  return meant.size === 0 ? [] : bills.flatMap((bill) => (meant.has(bill) ? [] : [bill.id]))
}

import { date } from '../primitives.ts'

export const VAT_PERIODS = ['current', 'correction', 'annual_reconciliation'] as const
export type VatPeriod = (typeof VAT_PERIODS)[number]

/** Whether the tax corrects an error of a filed period, rather than counting in the current one. */
export function correctsError(vat_period: VatPeriod | null): vat_period is Exclude<VatPeriod, 'current'> {
  return vat_period === 'correction' || vat_period === 'annual_reconciliation'
}

const CAUSES_OF_CHANGE = ['consideration_changed', 'error'] as const
type CauseOfChange = (typeof CAUSES_OF_CHANGE)[number]

/** Members of every request that may post tax into a period whose return is filed. */
export const vatPeriodOfRequest = {
  vat_period: {
    enum: VAT_PERIODS,
    description:
      'Where tax counts that is dated in a filed period: current, in the first one that is not filed (MWSTG Art. 41); correction, in the corrected return of its own period (Art. 71, 72); annual_reconciliation, in that of its year (Art. 72). A document of a later day that corrects an error counts in the period of its document_date, else of the supply_date that it names. Without effect while that period is not filed',
  },
  cause: {
    enum: CAUSES_OF_CHANGE,
    description:
      'Of a credit note or reversal: changed consideration counts in the current period, an error is corrected in its own one, whenever it is found. It stands for vat_period where that is missing. Needed for tax of a filed return',
  },
} as const

/** Member of facts alone: a reversal counts with what it reverses. */
export const taxDateOfRequest = {
  tax_date: {
    ...date,
    description:
      'With vat_period correction or annual_reconciliation, or the cause error: a day of the filed period that has the error, where that is neither the period of document_date nor that of supply_date. With vat_period current only the business date itself: its tax counts on that, and not on the document date',
  },
} as const

type Said = { readonly vat_period?: VatPeriod; readonly cause?: CauseOfChange }

/**
 * The period that a request names, or that its cause leads to: changed consideration belongs to the current period, an
 * error to the original one. Null where it says nothing, or contradicts itself.
 *
 * @source MWSTG Art. 41, 71, 72
 */
export function vatPeriodOf({ vat_period, cause }: Said): VatPeriod | null {
  if (cause === undefined) return vat_period ?? null
  const byCause = cause === 'error' ? 'correction' : 'current'
  if (vat_period === undefined) return byCause
  return (vat_period === 'current') === (byCause === 'current') ? vat_period : null
}

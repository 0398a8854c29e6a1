import type { correctedElsewhere } from './frozen-tax.ts'
import { type StrandedTax, strandedInWords } from './other-method.ts'

export type FrozenPosting = {
  readonly posting_date: string
  /** The day through which returns are filed, where tax on or before it does not say where it counts. */
  readonly frozen_through?: string | null
  /** A day that a fact has named for its error, and that is none of a filed period. */
  readonly unfit_tax_date?: string | null
  /** The day on which its tax arises, where nobody has said where it counts. */
  readonly tax_point?: string | null
  /** A supply of a filed return that a credit note takes back, without a cause. */
  readonly credited_supply?: string | null
  /** Where a credit note for an error is dated and what it takes back was supplied, in two filed periods. */
  readonly error_days?: readonly [document_date: string, supply_date: string] | null
  /** Where the return with the error was filed by another system. */
  readonly corrected_elsewhere?: ReturnType<typeof correctedElsewhere>
  /** Tax that the return of its day has no line for. */
  readonly stranded?: readonly StrandedTax[]
}

const PERIODS =
  'current for changed consideration (Art. 41), correction or annual_reconciliation for an error (Art. 71, 72)'
const message = (through: string, { posting_date, corrected_elsewhere = null, ...of }: FrozenPosting) =>
  corrected_elsewhere !== null
    ? `Its tax would count on ${corrected_elsewhere.day}, and returns are filed here from ${corrected_elsewhere.filed_from} on: nobody can file a correction of an earlier one. Send vat_period: annual_reconciliation, which declares the differences of that year, or, where a return that was filed here has the error, a day of that period as tax_date.`
    : inFiledPeriods(through, posting_date, of)
const inFiledPeriods = (
  through: string,
  posting_date: string,
  {
    unfit_tax_date = null,
    error_days = null,
    tax_point = null,
    credited_supply = null,
  }: Omit<FrozenPosting, 'posting_date'>,
) =>
  error_days !== null
    ? `It corrects an error, is dated ${error_days[0]}, and takes back a supply of ${error_days[1]}: send tax_date, a day of the filed period whose return has the error. That is the one in which the document that it takes back was declared.`
    : credited_supply !== null
      ? `It takes back a supply of ${credited_supply}, whose return is filed, and does not say why: send cause, consideration_changed for a discount or returned goods, which count in the current period (Art. 41), or error, which corrects that return (Art. 71, 72).`
      : unfit_tax_date !== null
        ? `tax_date ${unfit_tax_date} is a day of no filed return, or the request does not say that it corrects an error.`
        : posting_date > through && tax_point !== null
          ? `It is dated ${tax_point}, on which its tax arises, and VAT returns are filed through ${through}: say where it counts. Where that return was to have it, that is correction; vat_period: current with ${posting_date} as tax_date counts it on its own day.`
          : posting_date > through
            ? `It corrects an error, and VAT returns are filed through ${through}: send the supply_date of what it corrects, or leave cause and vat_period out where that is in no filed return.`
            : `There is tax on ${posting_date}, and VAT returns are filed through ${through}: say where it counts.`

/** A row of the rules that block a posting. Filing locks tax, not dates: lines without tax are posted. */
export const VAT_PERIOD_RULE = {
  code: 'vat_period_missing',
  source: 'MWSTG Art. 41, 71, 72',
  violations: ({
    frozen_through = null,
    unfit_tax_date = null,
    error_days = null,
    credited_supply = null,
    corrected_elsewhere,
  }: FrozenPosting) => {
    const subject = corrected_elsewhere?.day ?? error_days?.[0] ?? unfit_tax_date ?? credited_supply ?? frozen_through
    return subject === null ? [] : [{ subject }]
  },
  fact: { pointer: '/vat_period', remedy: `Send the fact again with vat_period: ${PERIODS}.`, message },
  money: { remedy: `Reverse it and send it again with vat_period: ${PERIODS}.`, message },
} as const

/** One line is declared by the method of its supply. A row of the rules that block a posting. */
export const OTHER_METHOD_RULE = {
  code: 'tax_of_other_method',
  source: 'MWSTG Art. 37; MWSTV Art. 79, 81',
  violations: ({ stranded = [] }: FrozenPosting) => stranded.map((tax) => ({ subject: strandedInWords(tax) })),
  fact: {
    pointer: '/payload/supply_date',
    remedy: `Send the fact again with vat_period: correction, or annual_reconciliation, instead of any cause: its tax then counts in the nearest return of that method (Art. 72). Or correct the day of supply, or the registration.`,
    message: (sentence: string) => sentence,
  },
  money: {
    remedy:
      'Look at the registration first: where the method of its day held on the day of supply too, reverse it and the fact that opened the item, put the registration from 1 January of that year on, or an earlier day, with PUT /v1/vat-registrations, and send both again. Else reverse it and send it again with vat_period: correction, or annual_reconciliation: its tax then counts in the nearest return of that method (Art. 72).',
    message: (sentence: string) => sentence,
  },
} as const

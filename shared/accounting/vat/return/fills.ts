import { figureOfRate } from '../tax-codes.ts'
import type { TaxTotal } from './tax-total.ts'

/** What a total adds to one line of the form. A line is a figure, with a rate or an activity where it has several. */
export type Fill = LineOfForm & {
  readonly source: SourceOfLine
  readonly base_minor: bigint
  readonly tax_minor: bigint
}

/** Where the records of a line are found: a reduction is recorded with 235, and fills the line of its rate as well. */
export type SourceOfLine = Pick<TaxTotal, 'tax_code' | 'form_figure'>

export type LineOfForm = {
  /** Null: turnover of an activity, whose line of the form has no number of its own. */
  readonly figure: string | null
  readonly rate_bp: bigint | null
  readonly activity_id: string | null
}

type Fills = (total: TaxTotal, last_day: string) => Fill[]

/** Receipts that are no consideration stand at the end of the form and belong to no turnover. */
export const OTHER_FLOWS: readonly string[] = ['900', '910']
const OPTED = /^VO\d/

/**
 * The lines of the form that the records of a direction fill, under the effective method. Nothing: the return does not
 * have it. Turnover stands in 200 before reductions; a reduction fills 235 and belongs to its rate at full, so that 299
 * is the sum of the turnover of all rates.
 *
 * @source form of the federal tax administration; MWSTG Art. 18, 21, 23, 28, 41, 45
 */
const EFFECTIVE: Readonly<Record<TaxTotal['direction'], Fills>> = {
  output: (total) => [
    base('200', total),
    ...(OPTED.test(total.tax_code) ? [base('205', total)] : []),
    taxed(total.form_figure, total),
  ],
  output_reduction: (total, last_day) => [
    base('235', total),
    taxed(total.activity_id === null ? lineOfReduction(total, last_day) : null, {
      ...total,
      base_minor: -total.base_minor,
      tax_minor: -total.tax_minor,
    }),
  ],
  turnover_without_tax: turnoverWithoutTax,
  acquisition: (total) => [taxed(total.form_figure, total)],
  input_material: onlyTax,
  input_operating: onlyTax,
  import_material: onlyTax,
  import_operating: onlyTax,
  input_correction: onlyTax,
  none: () => [],
  output_unregistered: () => [],
  acquisition_unregistered: () => [],
}

/** The same under the net tax rate method: turnover is gross, belongs to an activity, and nothing is deducted. */
const NET_TAX_RATE: Readonly<Record<TaxTotal['direction'], Fills>> = {
  output: (total) => [base('200', total), ...ofActivity(total, 1n)],
  output_reduction: (total) => [base('235', total), ...ofActivity(total, -1n)],
  turnover_without_tax: turnoverWithoutTax,
  acquisition: EFFECTIVE.acquisition,
  input_material: () => [],
  input_operating: () => [],
  import_material: () => [],
  import_operating: () => [],
  input_correction: (total) => (total.form_figure === '415' ? onlyTax(total) : []),
  none: () => [],
  output_unregistered: () => [],
  acquisition_unregistered: () => [],
}

export const FILLS = { effective: EFFECTIVE, net_tax_rate: NET_TAX_RATE } as const

/** A record that names no line of a rate belongs to the last one that its rate has. */
function lineOfReduction({ form_figure, rate_bp }: TaxTotal, last_day: string): string | null {
  return form_figure === '235' ? figureOfRate(rate_bp, last_day) : form_figure
}

function turnoverWithoutTax(total: TaxTotal): Fill[] {
  const isFlow = OTHER_FLOWS.includes(total.form_figure ?? '')
  return [...(isFlow ? [] : [base('200', total)]), base(total.form_figure, total)]
}

/** Without an activity the turnover has no place: the check of the return names it. */
function ofActivity({ activity_id, rate_bp, base_minor, tax_minor, ...source }: TaxTotal, sign: bigint): Fill[] {
  if (activity_id === null) return []
  const line = { figure: null, rate_bp, activity_id }
  return [{ ...line, source: sourceOf(source), base_minor: sign * base_minor, tax_minor: sign * tax_minor }]
}

function base(figure: string | null, { base_minor, ...source }: TaxTotal): Fill {
  return { figure, rate_bp: null, activity_id: null, source: sourceOf(source), base_minor, tax_minor: 0n }
}

function taxed(figure: string | null, { rate_bp, base_minor, tax_minor, ...source }: TaxTotal): Fill {
  return { figure, rate_bp, activity_id: null, source: sourceOf(source), base_minor, tax_minor }
}

function onlyTax({ tax_minor, ...source }: TaxTotal): Fill[] {
  const figure = source.form_figure
  return [{ figure, rate_bp: null, activity_id: null, source: sourceOf(source), base_minor: 0n, tax_minor }]
}

function sourceOf({ tax_code, form_figure }: SourceOfLine): SourceOfLine {
  return { tax_code, form_figure }
}

import type { FactType } from '../../contract/facts/source-facts.ts'

/**
 * Swiss VAT codes and rates. A rate holds for the day of supply, never for the day of the invoice or of its payment.
 *
 * @source MWSTG Art. 25 and the rate tables of the federal tax administration; form figures of the VAT return
 */

export type TaxDirection =
  | 'input_material'
  | 'input_operating'
  | 'import_material'
  | 'import_operating'
  | 'input_correction'
  | 'acquisition'
  | 'output'
  | 'output_reduction'
  | 'turnover_without_tax'
  | 'none'
  /** Of records alone: tax of somebody who is not registered, which is in no return. */
  | 'output_unregistered'
  | 'acquisition_unregistered'

export type TaxCode = {
  readonly direction: TaxDirection
  readonly rate_bp: bigint
  /** Line of the VAT return, for a code that has one of its own. */
  readonly figure?: string
}

type RatePeriod = {
  readonly rate_bp: bigint
  readonly from: string
  readonly to: string | null
  readonly output: string
  readonly acquisition: string
}

const NORMAL = { '80': 800n, '77': 770n, '81': 810n }
const REDUCED = { '25': 250n, '26': 260n }
const ACCOMMODATION = { '37': 370n, '38': 380n }

/** When which percentage was law, and the lines of the VAT return for turnover and for acquisition tax at that time. */
const PERIODS: readonly RatePeriod[] = [
  { rate_bp: 800n, from: '2011-01-01', to: '2017-12-31', output: '301', acquisition: '381' },
  { rate_bp: 770n, from: '2018-01-01', to: '2023-12-31', output: '302', acquisition: '382' },
  { rate_bp: 810n, from: '2024-01-01', to: null, output: '303', acquisition: '383' },
  { rate_bp: 250n, from: '2011-01-01', to: '2017-12-31', output: '311', acquisition: '381' },
  { rate_bp: 250n, from: '2018-01-01', to: '2023-12-31', output: '312', acquisition: '382' },
  { rate_bp: 260n, from: '2024-01-01', to: null, output: '313', acquisition: '383' },
  { rate_bp: 380n, from: '2011-01-01', to: '2017-12-31', output: '341', acquisition: '381' },
  { rate_bp: 370n, from: '2018-01-01', to: '2023-12-31', output: '342', acquisition: '382' },
  { rate_bp: 380n, from: '2024-01-01', to: null, output: '343', acquisition: '383' },
]

const LAST_DAY = '9999-12-31'

/** Lines of the VAT return that do not change with the rates. */
const FIGURES: Readonly<Partial<Record<TaxDirection, string>>> = {
  input_material: '400',
  input_operating: '405',
  import_material: '400',
  import_operating: '405',
  output_reduction: '235',
}

/**
 * Codes of purchases: M material and services, I investments and other expense, B acquisition tax (Bezugsteuer), E100
 * import tax by customs assessment, where the whole amount is tax. Codes of sales: V turnover, VO turnover that is taxed by
 * option (MWSTG Art. 22), which the return shows in 205 as well, VS what reduces it, V0
 * turnover without tax (X export, A abroad, M notification procedure, E exempt, D other), Z receipts that are no
 * turnover. K corrects input tax.
 */
export const TAX_CODES: ReadonlyMap<string, TaxCode> = new Map<string, TaxCode>([
  ...codes('M', 'input_material', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ...codes('I', 'input_operating', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ...codes('B', 'acquisition', { ...NORMAL, ...REDUCED }),
  ['E100M', { direction: 'import_material', rate_bp: 0n }],
  ['E100I', { direction: 'import_operating', rate_bp: 0n }],
  ...codes('V', 'output', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ...codes('VO', 'output', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ...codes('VS', 'output_reduction', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ['V0X', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '220' }],
  ['V0A', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '221' }],
  ['V0M', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '225' }],
  ['V0E', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '230' }],
  ['V0D', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '280' }],
  ['Z900', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '900' }],
  ['Z910', { direction: 'turnover_without_tax', rate_bp: 0n, figure: '910' }],
  ['K410', { direction: 'input_correction', rate_bp: 0n, figure: '410' }],
  ['K415', { direction: 'input_correction', rate_bp: 0n, figure: '415' }],
  ['K420', { direction: 'input_correction', rate_bp: 0n, figure: '420' }],
  ['NONE', { direction: 'none', rate_bp: 0n }],
])

// biome-ignore format: a set of names reads better in rows
const PURCHASES: readonly TaxDirection[] = [
  'input_material', 'input_operating', 'import_material', 'import_operating', 'acquisition', 'none',
]
const SALES: readonly TaxDirection[] = ['output', 'output_reduction', 'turnover_without_tax', 'none']

/** Null: every direction. */
const DIRECTIONS: Readonly<Record<FactType, readonly TaxDirection[] | null>> = {
  expense_document: PURCHASES,
  customer_invoice: SALES,
  journal_voucher: null,
}

/** The code as a document of this kind may use it; a voucher may use every one. */
export function taxCodeFor(fact_type: FactType, tax_code: string): TaxCode | undefined {
  const code = TAX_CODES.get(tax_code)
  const directions = DIRECTIONS[fact_type]
  return !code || directions === null || directions.includes(code.direction) ? code : undefined
}

/**
 * True when the rate of the code was law for the whole of a supply, as one rate with one line of the return. A code
 * without a rate always is.
 */
export function isRateValid(code: TaxCode, from: string, to = from): boolean {
  if (code.rate_bp === 0n) return true
  const period = periodOf(code, from)
  return period !== undefined && period === periodOf(code, to)
}

/**
 * Line of the VAT return that the tax belongs to, or null for a code without tax. That of a reduction is 235, which has all of
 * them. Where the rate has had a line of its own before (2.5 % and 3.8 % until 2017), it is that one: the return could not
 * tell otherwise which of the two lines is less.
 */
export function formFigure(code: TaxCode, supply_date: string): string | null {
  const period = periodOf(code, supply_date)
  if (code.direction === 'output_reduction' && period && period.output !== figureOfRate(code.rate_bp, LAST_DAY))
    return period.output
  const byRate = code.direction === 'output' ? period?.output : period?.acquisition
  return code.figure ?? FIGURES[code.direction] ?? byRate ?? null
}

/** The same under the net tax rate method, whose form has no lines of rates: turnover stands by activity. */
export function grossFigure(code: TaxCode, supply_date: string): string | null {
  if (code.direction === 'output') return null
  return FIGURES[code.direction] ?? formFigure(code, supply_date)
}

/**
 * The code under which the consideration of a record is reduced: on sales that of reductions at the same rate, on purchases,
 * and for turnover without tax, its own.
 *
 * @source MWSTG Art. 41
 */
export function reductionCodeOf({
  tax_code,
  direction,
}: {
  readonly tax_code: string
  readonly direction: string
}): string {
  return direction === 'output' ? tax_code.replace(/^VO?/, 'VS') : tax_code
}

/** Line of the VAT return for the turnover of a rate, as it is or was last law up to a day. */
export function figureOfRate(rate_bp: bigint, date: string): string | null {
  return PERIODS.findLast((period) => period.rate_bp === rate_bp && period.from <= date)?.output ?? null
}

/** Lines of the VAT return for the rates that are law on a day. Acquisition tax has one: that of the normal rate. */
export function figuresOn(
  kind: 'output' | 'acquisition',
  date: string,
): { readonly figure: string; readonly rate_bp: bigint }[] {
  const inForce = PERIODS.filter(({ from, to }) => from <= date && (to === null || date <= to))
  const lines = inForce.map((period) => ({ figure: period[kind], rate_bp: period.rate_bp }))
  return kind === 'output' ? lines : lines.slice(0, 1)
}

function periodOf(code: TaxCode, date: string): RatePeriod | undefined {
  return PERIODS.find(
    ({ rate_bp, from, to }) => rate_bp === code.rate_bp && from <= date && (to === null || date <= to),
  )
}

function codes(letter: string, direction: TaxDirection, rates: Readonly<Record<string, bigint>>): [string, TaxCode][] {
  return Object.entries(rates).map(([suffix, rate_bp]) => [letter + suffix, { direction, rate_bp }])
}

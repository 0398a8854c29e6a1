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
  | 'acquisition'
  | 'none'

export type TaxCode = {
  readonly direction: TaxDirection
  readonly rate_bp: bigint
}

type RatePeriod = {
  readonly rate_bp: bigint
  readonly from: string
  readonly to: string | null
  readonly figure: string
}

const NORMAL = { '80': 800n, '77': 770n, '81': 810n }
const REDUCED = { '25': 250n, '26': 260n }
const ACCOMMODATION = { '37': 370n, '38': 380n }

/** When which percentage was law. `figure` is the line of the VAT return for acquisition tax at that time. */
const PERIODS: readonly RatePeriod[] = [
  { rate_bp: 800n, from: '2011-01-01', to: '2017-12-31', figure: '381' },
  { rate_bp: 770n, from: '2018-01-01', to: '2023-12-31', figure: '382' },
  { rate_bp: 810n, from: '2024-01-01', to: null, figure: '383' },
  { rate_bp: 250n, from: '2011-01-01', to: '2017-12-31', figure: '381' },
  { rate_bp: 250n, from: '2018-01-01', to: '2023-12-31', figure: '382' },
  { rate_bp: 260n, from: '2024-01-01', to: null, figure: '383' },
  { rate_bp: 380n, from: '2011-01-01', to: '2017-12-31', figure: '381' },
  { rate_bp: 370n, from: '2018-01-01', to: '2023-12-31', figure: '382' },
  { rate_bp: 380n, from: '2024-01-01', to: null, figure: '383' },
]

/** Lines of the VAT return; that of acquisition tax changes with the rates. */
const FIGURES: Readonly<Partial<Record<TaxDirection, string>>> = {
  input_material: '400',
  input_operating: '405',
  import_material: '400',
  import_operating: '405',
}

/**
 * Codes of purchases: M material and services, I investments and other expense, B acquisition tax (Bezugsteuer), E100
 * import tax by customs assessment, where the whole amount is tax.
 */
export const TAX_CODES: ReadonlyMap<string, TaxCode> = new Map([
  ...codes('M', 'input_material', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ...codes('I', 'input_operating', { ...NORMAL, ...REDUCED, ...ACCOMMODATION }),
  ...codes('B', 'acquisition', { ...NORMAL, ...REDUCED }),
  ['E100M', { direction: 'import_material', rate_bp: 0n }],
  ['E100I', { direction: 'import_operating', rate_bp: 0n }],
  ['NONE', { direction: 'none', rate_bp: 0n }],
])

/** True when the rate of the code was law on that day; a code without a rate always is. */
export function isRateValid(code: TaxCode, supply_date: string): boolean {
  return code.rate_bp === 0n || periodOf(code, supply_date) !== undefined
}

/** Line of the VAT return that the tax belongs to, or null for a code without tax. */
export function formFigure(code: TaxCode, supply_date: string): string | null {
  return FIGURES[code.direction] ?? periodOf(code, supply_date)?.figure ?? null
}

function periodOf(code: TaxCode, date: string): RatePeriod | undefined {
  return PERIODS.find(
    ({ rate_bp, from, to }) => rate_bp === code.rate_bp && from <= date && (to === null || date <= to),
  )
}

function codes(letter: string, direction: TaxDirection, rates: Readonly<Record<string, bigint>>): [string, TaxCode][] {
  return Object.entries(rates).map(([suffix, rate_bp]) => [letter + suffix, { direction, rate_bp }])
}

/** What an end customer is registered as for VAT, from a day on. */

export const VAT_METHODS = ['effective', 'net_tax_rate', 'not_registered'] as const
export type VatMethod = (typeof VAT_METHODS)[number]
const CONSIDERATIONS = ['agreed', 'received'] as const
const FILING_PERIODS = ['month', 'quarter', 'half_year', 'year'] as const

/** An activity of the net tax rate method, with the rate that the tax administration has granted for it. */
type VatActivity = {
  readonly activity_id: string
  readonly rate_bp: number
  readonly text: string
  /** Accounts whose turnover is of this activity where a line does not name one. */
  readonly accounts?: readonly string[]
}

/** In force from a day until the next one. Somebody who is not registered has no consideration and files nothing. */
export type VatRegistration = {
  readonly valid_from: string
  readonly method: VatMethod
  readonly consideration: (typeof CONSIDERATIONS)[number] | null
  readonly filing_period: (typeof FILING_PERIODS)[number] | null
  readonly activities: readonly VatActivity[]
}

/** A rate as it was published, and exactly what it is for one unit. */
export type PublishedRate = {
  readonly currency: string
  /** As it stands in the file: `100 JPY = 0.53210 CHF`. */
  readonly quote: string
  /** Francs for one unit in hundred-millionths; null where that would have to be rounded. */
  readonly rate_e8: bigint | null
}

const SCALE = 10n ** 8n

/**
 * The rate of one currency: `waehrung` has the number of units and the currency, `kurs` the francs for them. Some rates
 * have more than eight decimals for one unit. They are not rounded: a franc of a large amount would be lost.
 */
export function publishedRate(members: ReadonlyMap<string, string>): PublishedRate {
  const unit = members.get('waehrung') ?? ''
  const rate = members.get('kurs') ?? ''
  const [, units = '', currency = ''] = /^(10{0,6}) ([A-Z]{3})$/.exec(unit) ?? []
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(rate) ?? []
  const numerator = BigInt(whole + fraction || '0') * SCALE
  if (units === '' || numerator === 0n) throw new Error(`The rate "${rate}" of "${unit}" cannot be read.`)
  const denominator = BigInt(units) * 10n ** BigInt(fraction.length)
  const isExact = numerator % denominator === 0n
  return { currency, quote: `${unit} = ${rate} CHF`, rate_e8: isExact ? numerator / denominator : null }
}

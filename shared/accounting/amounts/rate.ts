/** Base currency for one unit of each foreign currency, in hundred-millionths. */
export type Rates = ReadonlyMap<string, bigint>

/** A rate of the contract as an exact one: `0.95` is 95000000 hundred-millionths. */
export function parseRate(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

export function formatRate(rate_e8: bigint): string {
  const digits = String(rate_e8).padStart(9, '0')
  const fraction = digits.slice(-8).replace(/0+$/, '')
  return digits.slice(0, -8) + (fraction && `.${fraction}`)
}

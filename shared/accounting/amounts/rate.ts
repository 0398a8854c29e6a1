/** Exchange rates are exact: base currency for one unit, in hundred-millionths. `0.95` is 95000000. */

export function parseRate(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

export function formatRate(rate_e8: bigint): string {
  const digits = String(rate_e8).padStart(9, '0')
  const fraction = digits.slice(-8).replace(/0+$/, '')
  return digits.slice(0, -8) + (fraction && `.${fraction}`)
}

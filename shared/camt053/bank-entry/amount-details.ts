import { type Element, find, textOf } from '../element.ts'
import { amountOf, type OptionalAmount } from '../figures.ts'

/** Other amounts of a transaction or bank entry, with the exchange rate where there is one. */
export type AmountDetails = Readonly<Record<string, OptionalAmount & { readonly exchange?: Exchange }>>
type Exchange = Readonly<Record<'source' | 'target' | 'unit' | 'rate', string | null>>

const AMOUNTS = { InstdAmt: 'instructed', TxAmt: 'transaction', CntrValAmt: 'counter_value' } as const

export function amountDetailsOf(details: Element | undefined): AmountDetails | null {
  if (!details) return null
  const found = Object.entries(AMOUNTS).flatMap(([name, key]) => {
    const element = find(details, name)
    const amount = amountOf(find(element, 'Amt'))
    if (!element || !amount) return []
    const exchange = exchangeOf(find(element, 'CcyXchg'))
    return [[key, { ...amount, ...(exchange ? { exchange } : {}) }]]
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

function exchangeOf(exchange: Element | undefined): Exchange | null {
  if (!exchange) return null
  return {
    source: textOf(exchange, 'SrcCcy'),
    target: textOf(exchange, 'TrgtCcy'),
    unit: textOf(exchange, 'UnitCcy'),
    rate: textOf(exchange, 'XchgRate'),
  }
}

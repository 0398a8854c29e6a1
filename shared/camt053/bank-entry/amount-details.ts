import { type Element, find, findAll, textOf } from '../element.ts'
import { amountOf, type OptionalAmount } from '../figures.ts'

/** Other amounts of a transaction or bank entry, with the exchange rate where there is one. None of them is summed up. */
export type AmountDetails = Readonly<Record<string, AmountDetail | readonly ProprietaryAmount[]>>
type AmountDetail = OptionalAmount & { readonly exchange?: Exchange }
type ProprietaryAmount = AmountDetail & { readonly type: string | null }
type Exchange = Readonly<Record<'source' | 'target' | 'unit' | 'rate', string | null>>

const AMOUNTS = {
  InstdAmt: 'instructed',
  TxAmt: 'transaction',
  CntrValAmt: 'counter_value',
  AnncdPstngAmt: 'announced_posting',
} as const

export function amountDetailsOf(details: Element | undefined): AmountDetails | null {
  if (!details) return null
  const found: [string, AmountDetails[string]][] = Object.entries(AMOUNTS).flatMap(([name, key]) =>
    amountDetailOf(find(details, name)).map((amount): [string, AmountDetail] => [key, amount]),
  )
  const proprietary = findAll(details, 'PrtryAmt').flatMap((element) =>
    amountDetailOf(element).map((amount) => ({ type: textOf(element, 'Tp'), ...amount })),
  )
  if (proprietary.length > 0) found.push(['proprietary', proprietary])
  return found.length > 0 ? Object.fromEntries(found) : null
}

function amountDetailOf(element: Element | undefined): AmountDetail[] {
  const amount = amountOf(find(element, 'Amt'))
  if (!amount) return []
  const exchange = exchangeOf(find(element, 'CcyXchg'))
  return [{ ...amount, ...(exchange ? { exchange } : {}) }]
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

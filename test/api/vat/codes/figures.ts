import type { get } from '../../../support/client.ts'

type ReadReturn = Awaited<ReturnType<typeof get<'/v1/vat-returns/2026-Q1'>>>['body']
type Amounts = number | [base: number, tax: number]

/** The amounts of a return that are not nothing, by figure; lines of one figure at several rates together. */
export function figuresOf({ lines, payable_tax }: Pick<ReadReturn, 'lines' | 'payable_tax'>): Record<string, Amounts> {
  const figures: Record<string, [base: number | null, tax: number | null]> = {}
  for (const { figure, activity_id, rate_bp, base_amount, tax_amount } of lines) {
    const name = figure ?? `${activity_id} ${rate_bp}`
    const [base, tax] = figures[name] ?? [null, null]
    figures[name] = [plus(base, base_amount), plus(tax, tax_amount)]
  }
  const amounts = Object.entries(figures).flatMap(([name, [base, tax]]): [string, Amounts][] => {
    if (!base && !tax) return []
    return [[name, base !== null && tax !== null ? [base, tax] : ((base ?? tax) as number)]]
  })
  return Object.fromEntries([...amounts, ...(payable_tax.amount_minor ? [['payable', payable_tax.amount_minor]] : [])])
}

/** What one return has more than another; 500 and 510 are in what is payable. */
export function addedTo(before: Record<string, Amounts>, after: Record<string, Amounts>): Record<string, Amounts> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !/^5[01]0$/.test(name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const [now, then] = [after[name] ?? 0, before[name] ?? 0]
      const isTaxed = Array.isArray(now) || Array.isArray(then)
      const part = (amounts: Amounts, at: 0 | 1) => (Array.isArray(amounts) ? amounts[at] : 0)
      const differences = isTaxed
        ? ([part(now, 0) - part(then, 0), part(now, 1) - part(then, 1)] as [number, number])
        : Number(now) - Number(then)
      return [differences].flat().every((difference) => difference === 0) ? [] : [[name, differences]]
    }),
  )
}

/** Rates with their turnover, as the file has them. */
export function ratesOf(xml: string, element: string): Record<string, string> {
  const form = new RegExp(`<eCH-0217:${element}>.*?taxRate>([\\d.]+)<.*?turnover>([-\\d.]+)<`, 'gs')
  const found = [...xml.matchAll(form)].map(([, rate = '', turnover = '']) => [rate, turnover] as const)
  const rates = Object.fromEntries(found)
  if (Object.keys(rates).length !== found.length) throw new Error(`a rate stands twice: ${found}`)
  return rates
}

function plus(sum: number | null, money: { readonly amount_minor: number } | null): number | null {
  return money === null ? sum : (sum ?? 0) + money.amount_minor
}

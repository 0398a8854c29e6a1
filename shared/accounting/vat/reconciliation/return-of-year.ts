import type { VatReturn } from '../return/vat-return.ts'

/** What a period of a fiscal year, or the reconciliation of a year, has in the records and in what was filed. */
export type ReturnOfYear = {
  readonly name: string
  /** Of the reconciliation of a year, which may have the name of a period. */
  readonly is_annual: boolean
  /** The reconciliation of a year has its filings, and what it would add to them. */
  readonly in_records: readonly VatReturn[]
  readonly filed: readonly VatReturn[]
}

/** Of which return of its name a step is. */
export type CountsIn = 'period' | 'annual_reconciliation'

export function countsIn({ is_annual }: Pick<ReturnOfYear, 'is_annual'>): CountsIn {
  return is_annual ? 'annual_reconciliation' : 'period'
}

export function baseOf(returns: readonly VatReturn[], figure: string): bigint {
  return sumOf(returns, figure, 'base_minor')
}

export function taxOf(returns: readonly VatReturn[], figure: string): bigint {
  return sumOf(returns, figure, 'tax_minor')
}

/** What was filed less what the records have: negative where records are in no filed return. */
export function notFiled({ in_records, filed }: ReturnOfYear, of: typeof baseOf, figure: string): bigint {
  return of(filed, figure) - of(in_records, figure)
}

function sumOf(returns: readonly VatReturn[], figure: string, field: 'base_minor' | 'tax_minor'): bigint {
  return returns.reduce((sum, { lines }) => sum + (lines.find((line) => line.figure === figure)?.[field] ?? 0n), 0n)
}

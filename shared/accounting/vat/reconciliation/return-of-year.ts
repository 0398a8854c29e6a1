import type { VatReturn } from '../return/vat-return.ts'

/** What a period of a fiscal year, or the reconciliation of a year, has in the records and in what was filed. */
export type ReturnOfYear = {
  readonly name: string
  /** The reconciliation of a year has its filings, and what it would add to them. */
  readonly in_records: readonly VatReturn[]
  readonly filed: readonly VatReturn[]
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

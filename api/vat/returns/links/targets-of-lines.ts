import type { FiscalYear } from '../../../../shared/accounting/setup/fiscal-years.ts'
import type { PartOfLine } from '../../../../shared/accounting/vat/return/parts-of-lines.ts'
import { targetOfAddress } from '../../../print/pages/links.ts'
import type { presentVatReturn } from '../present-vat-return.ts'

export type PresentedReturn = ReturnType<typeof presentVatReturn>
export type ReturnOnPage = PresentedReturn & {
  /** Whose account ledgers have the balances. */
  readonly fiscal_years?: readonly FiscalYear[]
  /** What each tax code adds to lines of several. */
  readonly parts?: readonly PartOfLine[]
}

/** Of its row in the page. */
export function idOfLine(index: number): string {
  return `line-${index + 1}`
}

/** Of the first part of a line. */
export function partOf(id: string): string {
  return `${id}-1`
}

/** All tax codes of one figure, in one list; null where a reduction stands with another one. */
export function targetOfCodes(addresses: readonly string[]): string | null {
  const asked = addresses.map(parametersOf)
  const figures = new Set(asked.map((one) => one.get('form_figure')))
  const [first] = asked
  if (!first?.get('form_figure') || figures.size > 1) return null
  first.delete('tax_code')
  return targetOfAddress(`/v1/tax-records?${first}`)
}

export function parametersOf(address: string): URLSearchParams {
  return new URL(address, 'http://localhost').searchParams
}

/** The first line that each total is made of. */
const PARTS: Readonly<Record<string, RegExp>> = {
  289: /^2[23]/,
  299: /^200$/,
  399: /^3[0-8]/,
  479: /^4[0-2]/,
  500: /^399$/,
  510: /^399$/,
}

/** A line that is nothing but a total; a line without records leads to all of the return, which has none of it. */
export function targetOfTotal(
  { figure }: PresentedReturn['lines'][number],
  { lines, records }: PresentedReturn,
): string {
  const parts = PARTS[figure ?? '']
  const first = parts ? lines.findIndex((line) => parts.test(line.figure ?? '')) : -1
  return first === -1 ? targetOfAddress(records) : `#${idOfLine(first)}`
}

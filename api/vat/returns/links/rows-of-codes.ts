import { minorOf } from '../../../print/amounts.ts'
import { targetOfAddress } from '../../../print/pages/links.ts'
import type { Cell, Row } from '../../../print/table.ts'
import { returnWordsIn } from '../return-words.ts'
import { type PresentedReturn, parametersOf, type ReturnOnPage } from './targets-of-lines.ts'

type ShownLine = PresentedReturn['lines'][number]

/**
 * Below a line of several tax codes: what each adds to it, which leads to its records. The tax of a rate is computed on all of its
 * turnover, so a last row has the Rappen by which the records differ.
 */
export function rowsOfCodes(line: ShownLine, vat_return: ReturnOnPage, own: string): Row[] {
  const parts = line.records.map((address) => partOf(line, parametersOf(address), vat_return))
  const isKnown = parts.every((part) => part !== undefined) && addUp(line, parts)
  const rows = line.records.map((address, index): Row => {
    const [turnover, tax] = isKnown ? amountsOf(line, parts[index]) : [null, null]
    const cells = ['', parametersOf(address).get('tax_code'), turnover, null, tax, null, null, null]
    return { ...OF_CODE, target: targetOfAddress(address), leads_by_name: true, cells }
  })
  const rounding = isKnown ? roundingOf(line) : 0n
  if (rounding === 0n) return rows
  const cells = ['', returnWordsIn(vat_return.locale)('rounding'), null, null, rounding, null, null, null]
  return [...rows, { ...OF_CODE, target: `#${own}`, cells }]
}

const OF_CODE = { level: 1, kind: 'of_which', is_screen_only: true } as const

type ShownPart = NonNullable<ReturnOnPage['parts']>[number]

function partOf({ figure, activity_id, rate_bp }: ShownLine, asked: URLSearchParams, { parts = [] }: ReturnOnPage) {
  return parts.find(
    (part) =>
      part.figure === figure &&
      part.activity_id === activity_id &&
      (part.rate_bp === null ? null : Number(part.rate_bp)) === rate_bp &&
      part.source.tax_code === asked.get('tax_code') &&
      part.source.form_figure === asked.get('form_figure'),
  )
}

/** Returns of before other rules for the records may have counted otherwise than these parts do: then nothing is said of them. */
function addUp({ base_amount, booked_tax_amount }: ShownLine, parts: readonly (ShownPart | undefined)[]): boolean {
  const sumOf = (name: 'base_minor' | 'tax_minor') => parts.reduce((sum, part) => sum + (part?.[name] ?? 0n), 0n)
  return (
    (base_amount === null || sumOf('base_minor') === minorOf(base_amount)) &&
    (booked_tax_amount === null || sumOf('tax_minor') === minorOf(booked_tax_amount))
  )
}

function amountsOf(
  { base_amount, booked_tax_amount, activity_id }: ShownLine,
  part: ShownPart | undefined,
): [Cell, Cell] {
  const tax = activity_id === null ? booked_tax_amount : null
  return [base_amount && (part?.base_minor ?? null), tax && (part?.tax_minor ?? null)]
}

/** Of a net tax rate no record has the tax. */
function roundingOf({ tax_amount, booked_tax_amount, activity_id }: ShownLine): bigint {
  return tax_amount && booked_tax_amount && activity_id === null ? minorOf(tax_amount) - minorOf(booked_tax_amount) : 0n
}

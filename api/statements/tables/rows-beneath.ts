import { minorOf } from '../../print/amounts.ts'
import { FIRST_ROW } from '../../print/pages/links.ts'
import type { RowStatement } from '../present-row-statement.ts'
import type { RowWithAccounts } from './accounts-of-periods.ts'
import { isOfDay } from './targets-of-rows.ts'

/** Where sums lead within their page: in each column to the first row of those that add up to them that is not zero there. */
export type RowsBeneath = {
  readonly anchorOf: (row_key: string, column: number) => string | undefined
  readonly idOf: (row_key: string) => string | undefined
}

/**
 * A section of a balance sheet leads past the sums within it to a row that has accounts: so it is as near to the evidence as such a row.
 * The sums of an income statement stand below what they add up, each with its own.
 */
export function rowsBeneath(statement: RowStatement, rows: readonly RowWithAccounts[]): RowsBeneath {
  const { comparison, period_series } = statement
  const periods = period_series ?? []
  const years = comparison ? 2 : 1
  const columns = years + periods.length
  const isDeep = isOfDay(statement)
  const parents = new Map(rows.map(({ row }) => [row.row_key, row.parent_key]))
  const sums = new Set(
    rows.flatMap(({ row, accounts }) => (accounts.length === 0 && row.kind !== 'line' ? row.row_key : [])),
  )
  const first = rows.find(({ row }) => row.kind === 'line') ?? rows[0]
  const anchors = new Map<string, (string | undefined)[]>()
  const ids = new Map(first ? [[first.row.row_key, FIRST_ROW]] : [])
  for (const [index, { row }] of rows.entries())
    for (const sum of row.kind === 'of_which' ? [] : sumsAbove(row.row_key)) {
      const its = anchors.get(sum) ?? []
      anchors.set(sum, its)
      for (let at = 0; at < columns; at += 1) if (its[at] === undefined && isMoved(index, at)) its[at] = nameOf(index)
    }
  return { anchorOf: (row_key, column) => anchors.get(row_key)?.[column], idOf: (row_key) => ids.get(row_key) }

  /** That it is added to: in a balance sheet those of its section and of its side. */
  function sumsAbove(row_key: string): string[] {
    const above: string[] = []
    if (isDeep && sums.has(row_key)) return above
    for (let sum = parents.get(row_key) ?? null; sum !== null && sums.has(sum); sum = parents.get(sum) ?? null) {
      above.push(sum)
      if (!isDeep) break
    }
    return above
  }

  function isMoved(index: number, column: number): boolean {
    const row = rows[index]?.row
    const ofYears = column === 0 ? row?.amount : row?.prior_amount
    const amount = column < years ? ofYears : periods[column - years]?.rows[index]?.amount
    return amount !== null && amount !== undefined && minorOf(amount) !== 0n
  }

  function nameOf(index: number): string {
    const row_key = rows[index]?.row.row_key ?? ''
    const id = ids.get(row_key) ?? `row-${index}`
    ids.set(row_key, id)
    return id
  }
}

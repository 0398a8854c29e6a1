import type { RowWithAccounts } from './accounts-of-periods.ts'

/** Of each sum by its row key: the id of the first row of those that add up to it. */
export type RowsBeneath = {
  readonly anchors: ReadonlyMap<string, string>
  /** Of a row that is the first one beneath another. */
  readonly idOf: (row_key: string) => string | undefined
}

/** The accounts of a row stand beneath it; those of a section stand beneath its rows, which may also be above it. */
export function rowsBeneath(rows: readonly RowWithAccounts[]): RowsBeneath {
  const anchors = new Map<string, string>()
  const ids = new Map<string, string>()
  for (const [index, { row, accounts }] of rows.entries())
    if (accounts.length > 1) anchors.set(row.row_key, `accounts-${index}`)
  const bare = new Set(rows.flatMap(({ row, accounts }) => (accounts.length === 0 ? row.row_key : [])))
  for (const [index, { row }] of rows.entries()) {
    const { row_key, parent_key, kind } = row
    if (kind === 'of_which' || parent_key === null || !bare.has(parent_key) || anchors.has(parent_key)) continue
    anchors.set(parent_key, `row-${index}`)
    ids.set(row_key, `row-${index}`)
  }
  return { anchors, idOf: (row_key) => ids.get(row_key) }
}

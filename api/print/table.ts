import type { Locale } from '../../shared/contract/setup/settings.ts'
import type { RowKind } from '../../shared/contract/statements/statements.ts'

/** An amount in minor units of the table's currency, or text; null is an empty cell. */
export type Cell = string | bigint | null

/** A statement as rows and columns, before its format is chosen. */
export type Table = {
  /** Name of the file, without an ending. */
  readonly name: string
  readonly locale: Locale
  readonly title: string
  readonly subtitle: string
  readonly currency: string
  readonly columns: readonly Column[]
  /** Read once, one by one. */
  readonly rows: Iterable<Row>
  readonly chart: Chart | null
  /** Many columns: printed in small letters. */
  readonly is_wide?: boolean
  /** Below the figures: position in the ledger, checks. */
  readonly notes: readonly string[]
}

/** `key` is for machines and names the column of a CSV file, `label` is for readers. */
export type Column = {
  readonly key: string
  readonly label: string
  readonly is_amount: boolean
  /** For machines only: such a column is not printed. */
  readonly is_hidden?: boolean
}

export type Row = {
  readonly level: number
  readonly kind: RowKind | 'account' | 'partner'
  /** For machines only: such a row is not printed. */
  readonly is_hidden?: boolean
  readonly cells: readonly Cell[]
}

export type Chart = {
  readonly title: string
  readonly bars: readonly { readonly label: string; readonly amount_minor: bigint }[]
}

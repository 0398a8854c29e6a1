import type { Locale } from '../../shared/contract/setup/settings.ts'
import type { RowKind } from '../../shared/contract/statements/statements.ts'

/** An amount in minor units of the table's currency or of another one, or text; null is an empty cell. */
export type Cell = string | bigint | OtherAmount | null
type OtherAmount = { readonly amount_minor: bigint; readonly currency: string }

/** A statement as rows and columns, before its format is chosen. */
export type Table = Heading & {
  /** Read once, one by one. */
  readonly rows: Iterable<Row>
}

/** A statement whose rows are read while it is written, because there may be very many. */
export type LongTable = Heading & {
  /** The next rows, until there are none. No generator: one that waits keeps the rows that it gave last. */
  readonly nextPiece: () => Promise<Iterable<Row> | null>
  /** Known behind the last piece: what `starting_after` names for the page behind this one. */
  readonly place?: () => string | null
}

/** What stands around the rows. */
export type Heading = {
  /** Name of the file, without an ending. */
  readonly name: string
  readonly locale: Locale
  readonly title: string
  /** Shown in one line, with dots between them. */
  readonly subtitle: readonly string[]
  readonly currency: string
  readonly columns: readonly Column[]
  readonly chart: Chart | null
  /** Below the figures: position in the ledger, checks. */
  readonly notes: readonly Note[]
}

/** A line of text; figures in it may lead to what they are made of, from /v1/ on. */
export type Note = string | readonly (string | LinkedText | SaidText | Sentence)[]
export type LinkedText = { readonly text: string; readonly target: string }
/** A message of the interface, which is in English whatever the page speaks. */
type SaidText = { readonly said: string }
/** One that has words in the language of the page, around names of the interface. */
type Sentence = { readonly sentence: string }

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
  /** Not on paper. */
  readonly is_screen_only?: boolean
  /** For readers only: what stands above it in one row already. */
  readonly is_page_only?: boolean
  /** Of the row in its page: what is made of it leads here. */
  readonly id?: string
  /** What the amounts of the row are made of, from /v1/ on or, with #, in the page; missing: what the row names. */
  readonly target?: string
  /** Its name leads there, too. */
  readonly leads_by_name?: boolean
  /** Of the account that it is about, where only machines have a column for it: readers see it before the name. */
  readonly account_number?: string
  /** Where its name leads, if elsewhere. */
  readonly name_target?: string
  /** The same for an amount of the year before. */
  readonly prior_target?: string
  /** The same for an amount of a period, whose column has its last day as its key. */
  readonly targetOfPeriod?: (period_end: string) => string
  readonly cells: readonly Cell[]
}

/** Writes a table in one format: what stands above the rows, each row, what stands below them. */
export type Printer = {
  readonly above: string
  /** @param next the address of the page behind this one */
  readonly below: (next: string | null) => string
  readonly write: (row: Row) => string
}

export type Chart = {
  readonly title: string
  readonly bars: readonly Bar[]
}

type Bar = {
  readonly label: string
  readonly amount_minor: bigint
  /** What it is made of, from /v1/ on or, with #, in the page. */
  readonly target: string
}

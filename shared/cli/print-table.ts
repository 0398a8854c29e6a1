import Table from 'cli-table3'

export type PrintOptions = {
  readonly json?: boolean
  /** Missing: the standard output, at once. */
  readonly output?: Output
}

/** Where a command says what it has found, where it runs in several databases. */
export type Output = {
  rows(rows: readonly PrintedRow[]): void
  answer(answer: object | null, text: string): void
}

type PrintedRow = Readonly<Record<string, PrintedCell>>

type PrintedCell = string | number | boolean | null | undefined

/** Prints rows as a table, or as JSON for scripts. */
export function printTable<Row extends Record<string, PrintedCell>>(rows: readonly Row[], options: PrintOptions): void {
  if (options.output) {
    options.output.rows(rows)
    return
  }
  if (options.json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  const [first] = rows
  if (!first) {
    console.log('nothing')
    return
  }
  const names = Object.keys(first)
  console.log(
    drawTable(
      names,
      rows.map((row) => names.map((name) => row[name])),
    ),
  )
}

/** Prints the one answer of a command: a sentence, or an object for scripts. */
export function printAnswer(answer: object | null, text: string, { json, output }: PrintOptions): void {
  if (output) output.answer(answer, text)
  else console.log(json ? JSON.stringify(answer) : text)
}

/** Puts together what a command says of several databases: one list, with the name of the database first. */
export function collectOutput({ json }: PrintOptions): { of(database: string): Output; end(): void } {
  const rows: PrintedRow[] = []
  const answers: object[] = []
  const sentences: string[] = []
  let hasRows = false
  return {
    of: (database) => ({
      rows(found) {
        hasRows = true
        for (const one of found) rows.push({ database, ...one })
      },
      answer(answer, text) {
        answers.push({ database, ...answer })
        sentences.push(`${database}: ${text}`)
      },
    }),
    end() {
      if (json) console.log(JSON.stringify(hasRows ? rows : answers, null, 2))
      else {
        if (hasRows) printTable(rows, {})
        for (const sentence of sentences) console.log(sentence)
      }
    },
  }
}

type Style = {
  /** The columns whose cells end at the right, counted from 0. */
  readonly right?: readonly number[]
  /** Without lines between the rows. */
  readonly compact?: boolean
}

export function drawTable(
  header: readonly string[],
  rows: readonly (readonly PrintedCell[])[],
  { right = [], compact = false }: Style = {},
): string {
  const colAligns = header.map((_, column) => (right.includes(column) ? 'right' : 'left') as 'left' | 'right')
  const table = new Table({ head: [...header], colAligns, style: { head: [], border: [], compact } })
  table.push(...rows.map((row) => row.map((cell) => String(cell ?? ''))))
  return table.toString()
}

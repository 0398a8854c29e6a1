import { Readable } from 'node:stream'
import type { Schema } from '../../shared/contract/schema.ts'
import { ownBytes } from '../../shared/process/free-buffer.ts'
import type { Pause } from '../../shared/process/pause.ts'
import { mapInSlices } from '../http/admission/turns.ts'
import { bytesInSlices } from '../http/answers/json-in-slices.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Format, Formats, Read, ReadRequest } from '../http/endpoint.ts'
import { csvPrinter } from './csv.ts'
import { withoutEmptyColumns } from './empty-columns.ts'
import { htmlPrinter } from './html.ts'
import { PAGE_HEADERS } from './pages/layout.ts'
import { askedOf, type PagePlace, query as queryOf } from './pages/links.ts'
import { formsOf } from './pages/navigation.ts'
import type { Heading, LongTable, Printer, Row, Table } from './table.ts'

type PrintFormat = {
  readonly media_type: string
  /** @param choices HTML of links to the same page with other parameters */
  readonly printerOf: (heading: Heading, place: PagePlace, choices: string) => Printer
  readonly headersOf: (heading: Heading) => Readonly<Record<string, string>>
  /** For people. */
  readonly isPaged: boolean
}

const CSV: PrintFormat = {
  media_type: 'text/csv',
  printerOf: csvPrinter,
  headersOf: ({ name }) => ({ 'Content-Disposition': `attachment; filename="${name}.csv"` }),
  isPaged: false,
}

const HTML: PrintFormat = {
  media_type: 'text/html',
  printerOf: htmlPrinter,
  headersOf: () => PAGE_HEADERS,
  isPaged: true,
}

/**
 * A read as CSV and as a page to print. Both are made from the very object that is answered as JSON, so they cannot differ
 * from it.
 *
 * @param parameters of the read, where its page offers a comparison or a series
 */
export function printable<Query, Body extends object>(
  read: Read<Query>,
  tableOf: (body: Body, pause: Pause) => Table | Promise<Table>,
  parameters: Schema | null = null,
): Formats<Query> {
  return inBoth(async ({ printerOf, isPaged }, deps, request) => {
    const body = (await read(deps, request)) as Body
    return deps.takeTurns(request.caller.key_id, Number.POSITIVE_INFINITY, async (slice) => {
      const made = await tableOf(body, slice.pause)
      const table = isPaged ? await withoutEmptyColumns(made, slice) : made
      const choices = parameters ? formsOf(parameters, askedOf(request), table.locale) : ''
      const printer = printerOf(table, placeOf(request), choices)
      return { heading: table, body: await bytesInSlices(partsOf(printer, table.rows), slice) }
    })
  })
}

function* partsOf({ above, write, below }: Printer, rows: Iterable<Row>): Generator<string> {
  yield above
  for (const row of rows) yield write(row)
  yield below(null)
}

/**
 * The same for a read of very many rows: they are read, written and sent piece by piece, so that they are never in memory
 * all at once.
 */
export function printableInPieces<Query>(
  open: (deps: ApiDeps, request: ReadRequest<Query>) => Promise<LongTable>,
): Formats<Query> {
  return inBoth(async ({ printerOf }, deps, request) => {
    const table = await open(deps, request)
    const { above, below, write } = printerOf(table, placeOf(request), '')
    const written = async () => {
      const rows = await table.nextPiece()
      return rows && ownBytes(await writeRows(deps, request, { write }, rows))
    }
    async function* text() {
      yield above
      for (let piece = await written(); piece !== null; piece = await written()) yield piece
      const starting_after = table.place?.() ?? null
      const end = below(starting_after === null ? null : queryOf({ ...askedOf(request), starting_after }))
      if (end !== '') yield end
    }
    return { heading: table, body: Readable.from(text(), { highWaterMark: 0 }) }
  })
}

/** Every statement is asked for by its end customer, most by their year. */
function placeOf(request: ReadRequest<unknown>): PagePlace {
  const asked = askedOf(request)
  const { end_customer_id, fiscal_year_id } = request.query as Readonly<Record<string, string | undefined>>
  return { root: request.page?.root ?? './', end_customer_id, fiscal_year_id, asked }
}

type Print<Query> = (
  format: PrintFormat,
  deps: ApiDeps,
  request: ReadRequest<Query>,
) => Promise<{ readonly heading: Heading; readonly body: Buffer | Readable }>

function inBoth<Query>(print: Print<Query>): Formats<Query> {
  const formatOf = (format: PrintFormat): Format<Query> => ({
    media_type: format.media_type,
    read: async (deps, request) => {
      const { heading, body } = await print(format, deps, request)
      return { body, headers: format.headersOf(heading) }
    },
  })
  return { csv: formatOf(CSV), html: formatOf(HTML) }
}

async function writeRows<Query>(
  { takeTurns }: ApiDeps,
  { caller }: ReadRequest<Query>,
  { write }: Pick<Printer, 'write'>,
  rows: Iterable<Row>,
): Promise<string> {
  const written = await takeTurns(caller.key_id, Number.POSITIVE_INFINITY, (slice) => mapInSlices(rows, slice, write))
  return written.join('')
}

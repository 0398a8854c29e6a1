import { Readable } from 'node:stream'
import type { Pause } from '../../shared/process/pause.ts'
import { mapInSlices } from '../http/admission/turns.ts'
import { bytesInSlices } from '../http/answers/json-in-slices.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Format, Formats, Read, ReadRequest } from '../http/endpoint.ts'
import { csvPrinter } from './csv.ts'
import { htmlPrinter } from './html.ts'
import type { Heading, LongTable, Printer, Row, Table } from './table.ts'

type PrintFormat = {
  readonly media_type: string
  readonly printerOf: (heading: Heading) => Printer
  readonly headersOf: (heading: Heading) => Readonly<Record<string, string>>
}

const CSV: PrintFormat = {
  media_type: 'text/csv',
  printerOf: csvPrinter,
  headersOf: ({ name }) => ({ 'Content-Disposition': `attachment; filename="${name}.csv"` }),
}

/** A printed page may only show itself. It needs no script and nothing from elsewhere. */
const SANDBOX =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HTML: PrintFormat = {
  media_type: 'text/html',
  printerOf: htmlPrinter,
  headersOf: () => ({ 'Content-Security-Policy': SANDBOX }),
}

/**
 * A read as CSV and as a page to print. Both are made from the very object that is answered as JSON, so they cannot differ
 * from it.
 */
export function printable<Query, Body extends object>(
  read: Read<Query>,
  tableOf: (body: Body, pause: Pause) => Table | Promise<Table>,
): Formats<Query> {
  return inBoth(async ({ printerOf }, deps, request) => {
    const body = (await read(deps, request)) as Body
    return deps.takeTurns(request.caller.key_id, Number.POSITIVE_INFINITY, async (slice) => {
      const table = await tableOf(body, slice.pause)
      const { above, below, write } = printerOf(table)
      const written = await mapInSlices(table.rows, slice, write)
      return { heading: table, body: await bytesInSlices([above, ...written, below], slice) }
    })
  })
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
    const { above, below, write } = printerOf(table)
    const writePiece = (rows: Iterable<Row>) => writeRows(deps, request, { write }, rows)
    async function* text() {
      yield above
      for await (const rows of table.pieces) yield await writePiece(rows)
      if (below !== '') yield below
    }
    return { heading: table, body: Readable.from(text(), { highWaterMark: 0 }) }
  })
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

import type { Slice } from '../http/admission/turns.ts'
import type { Format, Formats, Read } from '../http/endpoint.ts'
import { csvOf } from './csv.ts'
import { htmlOf } from './html.ts'
import type { Table } from './table.ts'

/** A printed page may only show itself. It needs no script and nothing from elsewhere. */
const SANDBOX =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * A read as CSV and as a page to print. Both are made from the very object that is answered as JSON, so they cannot differ
 * from it.
 */
export function printable<Query, Body extends object>(
  read: Read<Query>,
  tableOf: (body: Body) => Table,
): Formats<Query> {
  const printed = async (
    [deps, request]: Parameters<Read<Query>>,
    print: (table: Table, slice: Slice) => Promise<string>,
  ) => {
    const table = tableOf((await read(deps, request)) as Body)
    const turn = (slice: Slice) => print(table, slice)
    return { table, body: await deps.takeTurns(request.caller.key_id, Number.POSITIVE_INFINITY, turn) }
  }
  const csv: Format<Query> = {
    media_type: 'text/csv',
    read: async (...request) => {
      const { body, table } = await printed(request, csvOf)
      return { body, headers: { 'Content-Disposition': `attachment; filename="${table.name}.csv"` } }
    },
  }
  const html: Format<Query> = {
    media_type: 'text/html',
    read: async (...request) => ({
      body: (await printed(request, htmlOf)).body,
      headers: { 'Content-Security-Policy': SANDBOX },
    }),
  }
  return { csv, html }
}

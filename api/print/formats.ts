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
  const table = async (...request: Parameters<Read<Query>>) => tableOf((await read(...request)) as Body)
  const csv: Format<Query> = {
    media_type: 'text/csv',
    read: async (...request) => {
      const found = await table(...request)
      return { body: csvOf(found), headers: { 'Content-Disposition': `attachment; filename="${found.name}.csv"` } }
    },
  }
  const html: Format<Query> = {
    media_type: 'text/html',
    read: async (...request) => ({
      body: htmlOf(await table(...request)),
      headers: { 'Content-Security-Policy': SANDBOX },
    }),
  }
  return { csv, html }
}

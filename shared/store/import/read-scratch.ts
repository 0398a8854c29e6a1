import type { Client } from 'pg'
import { connect } from '../connect.ts'
import { STAMPS_TABLE } from '../verify/export.ts'

/** Reads what is of an end customer from a database that nobody changes, beside a transaction in another one. */
export async function openScratchReader(database_url: string, end_customer_id: string) {
  const client = await connect(database_url)
  await client.query('begin')
  return {
    rowsOf: (table: string) => rowsOf(client, table, end_customer_id),
    close: () => client.end(),
  }
}

/** A row may have a megabyte of a bank statement, so the first piece has few; those behind it have about this, in characters. */
const FIRST = 20
const PIECE = 1_000_000
const MOST = 5_000

/** Rows as JSON texts, so that no integer is rounded on the way. */
async function* rowsOf(client: Client, table: string, end_customer_id: string): AsyncGenerator<string[]> {
  const from = client.escapeIdentifier(table)
  const owned =
    table === STAMPS_TABLE
      ? 'its.stamp_id in (select stamp_id from stamped_ledgers where end_customer_id = $1)'
      : 'its.end_customer_id = $1'
  await client.query(
    `declare scratch_rows no scroll cursor for select to_jsonb(its)::text as line from ${from} its where ${owned}`,
    [end_customer_id],
  )
  for (let wanted = FIRST; ; ) {
    const { rows } = await client.query<{ line: string }>(`fetch forward ${wanted} from scratch_rows`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < wanted) break
    const size = rows.reduce((sum, { line }) => sum + line.length, 0)
    wanted = Math.min(MOST, Math.max(1, Math.floor((wanted * PIECE) / size)))
  }
  await client.query('close scratch_rows')
}

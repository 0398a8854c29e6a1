import type { Client } from 'pg'
import { connect } from '../connect.ts'

/** Reads whole tables of a database that nobody changes, beside a transaction in another one. */
export async function openScratchReader(database_url: string) {
  const client = await connect(database_url)
  await client.query('begin')
  return {
    rowsOf: (table: string) => rowsOf(client, table),
    close: () => client.end(),
  }
}

/** Rows as JSON texts, so that no integer is rounded on the way, some at a time: a row may have a megabyte of a bank statement. */
async function* rowsOf(client: Client, table: string): AsyncGenerator<string[]> {
  const from = client.escapeIdentifier(table)
  await client.query(`declare scratch_rows no scroll cursor for select to_jsonb(its)::text as line from ${from} its`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>('fetch forward 20 from scratch_rows')
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query('close scratch_rows')
}

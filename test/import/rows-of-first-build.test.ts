import { expect } from 'chai'
import { importLedger } from '../../shared/import/import-ledger.ts'
import { tablesExportedAs } from '../../shared/store/databases/table-rules.ts'
import { linesOfExport } from '../../shared/verify/lines-of-export.ts'
import {
  listFirstBuildExports,
  queryRows,
  type RecordedRows,
  readFirstBuildRows,
  restoreFirstBuild,
} from '../support/first-build.ts'
import { ownerUrl, release, service } from '../support/service.ts'

type Members = Readonly<Record<string, unknown>>

/** What a migration makes up for rows of before: an id that nothing had, and the moment at which it has run. */
const MADE_BY_MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  account_mappings: ['account_mapping_id'],
  bank_entry_uses: ['bank_entry_use_id'],
  control_accounts: ['created_at'],
  fiscal_year_closings: ['closing_id', 'created_at'],
  fiscal_years: ['closing_id'],
}

/** Counts that a migration brings up to date; each upgrade in place does the same. */
const COUNTED_BY_MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  camt053_entries: ['used_minor'],
  ledger_heads: ['books_version'],
}

/** They belong to an installation: its API clients, and its schema. */
const OF_AN_INSTALLATION = ['api_clients', 'api_keys', 'idempotency_records', 'schema_migrations']

describe('exports of the first build, imported', function () {
  this.timeout(300_000)
  let recorded: RecordedRows
  let upgraded: string
  let imported: string

  const rowsOf = async (database_url: string, table: string): Promise<Members[]> => {
    const found = await queryRows<{ line: Members }>(database_url, `select to_jsonb(its) as line from ${table} its`)
    return found.map(({ line }) => line)
  }

  before(async () => {
    recorded = await readFirstBuildRows()
    upgraded = await restoreFirstBuild(recorded)
    await release(upgraded)
    imported = await service().server.createDatabase()
    for (const file of await listFirstBuildExports()) await importLedger(ownerUrl(imported), () => linesOfExport(file))
  })

  it('have each row that the first build had, with each of its members', async () => {
    for (const [name, texts] of [...recorded].filter(([table]) => table.startsWith('public.'))) {
      const table = name.slice('public.'.length)
      if (OF_AN_INSTALLATION.includes(table)) continue
      const its: Members[] = texts.map((text) => JSON.parse(text))
      const members = Object.keys(its[0] ?? {})
      const known = (row: Members) => Object.fromEntries(members.map((member) => [member, row[member]]))
      const left_out = COUNTED_BY_MIGRATIONS[table] ?? []
      // A migration may add rows: accounts of roles that came later.
      expect(asTexts((await rowsOf(imported, table)).map(known), left_out), table).to.include.members(
        asTexts(its, left_out),
      )
    }
  })

  it('are row by row what an upgrade in place has made of the same books', async () => {
    const tables = tablesExportedAs('rows', 'entries')
    expect(tables.length).to.be.greaterThan(50)
    for (const name of tables) {
      const [before, after] = [await rowsOf(upgraded, name), await rowsOf(imported, name)]
      const left_out = MADE_BY_MIGRATIONS[name] ?? []
      expect(asTexts(after, left_out), name).to.deep.equal(asTexts(before, left_out))
    }
  })
})

function asTexts(rows: readonly Members[], left_out: readonly string[]): string[] {
  return rows
    .map((row) => JSON.stringify({ ...row, ...Object.fromEntries(left_out.map((name) => [name, null])) }))
    .sort()
}

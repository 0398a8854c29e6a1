import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { Client } from 'pg'
import { eventually } from '../../support/books.ts'
import { readFirstBuildRows, restoreFirstBuild } from '../../support/first-build.ts'
import { ownerUrl, release } from '../../support/service.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')
const RESERVE = `update documents set open_amount_minor = open_amount_minor - 100,
  base_open_amount_minor = base_open_amount_minor - 100 where document_id = $1`
const WAITING = `select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and not granted`
const ALLOCATE = `insert into allocations (
    end_customer_id, allocation_id, payment_id, posting_date, currency, amount_minor, request, actor_id, request_id,
    created_at
  )
  select end_customer_id, gen_random_uuid(), payment_id, '2026-03-01', currency, 1, '{}', 'x', 'x', now()
  from payments where payment_id = $1`

/** Each test stops a migration after it has read the rows of before, and writes as a process of the release before. */
describe('migrations while processes of the release before write', function () {
  this.timeout(180_000)
  let database_url: string
  let migration: Client
  let process_before: Client

  beforeEach(async () => {
    database_url = await restoreFirstBuild(await readFirstBuildRows())
    const connectionString = ownerUrl(database_url)
    migration = new Client({ connectionString })
    process_before = new Client({ connectionString })
    await Promise.all([migration.connect(), process_before.connect()])
  })
  afterEach(() => Promise.all([migration.end(), process_before.end()]))

  it('lose no reservation of an open item', async () => {
    const { document_id, open_minor } = await first(`select document_id, open_amount_minor::int as open_minor
      from documents where state = 'open' and open_amount_minor > 100`)
    await writeDuring('0023', 'drop table documents', RESERVE, document_id)
    expect(
      await first(`select open_amount_minor::int as open_minor from open_items where open_item_id = $1`, document_id),
    ).to.deep.equal({ open_minor: Number(open_minor) - 100 })
  })

  it('lose no posting', async () => {
    const { end_customer_id } = await first('select end_customer_id from ledger_heads')
    const lock = 'select from ledger_heads where end_customer_id = $1 for update'
    await writeDuring('0023', 'drop table documents', lock, end_customer_id)
  })

  it('lose no reservation of a bank entry', async () => {
    const { payment_id } = await first(`select payment_id from payments
      where not exists (select from allocations where allocations.payment_id = payments.payment_id)`)
    await apply('0023')
    await writeDuring('0024', 'alter table camt053_entries', ALLOCATE, payment_id)
    expect(
      await first('select count(*)::int as uses from bank_entry_uses where payment_id = $1', payment_id),
    ).to.deep.equal({
      uses: 1,
    })
  })

  it('are tried again after they met such a process in a circle', async () => {
    await process_before.query('begin; select from documents')
    const lines: string[] = []
    const migrated = release(database_url, (line) => lines.push(line))
    await eventually(async () => (await first(WAITING)).waiting === 1)
    await process_before.query('select from ledger_heads for update; commit')
    await migrated
    expect(lines.join()).to.contain('is tried again').and.to.contain('applied 0023')
  })

  it('that make an index and drop another one meet no such process in a circle', async () => {
    const files = (await readdir(MIGRATIONS)).sort().map((file) => file.replace('.sql', ''))
    const { rows } = await migration.query('select name from schema_migrations')
    const applied = rows.map(({ name }) => name)
    for (const name of files.filter((file) => file < '0033' && !applied.includes(file))) {
      await apply(name)
      await migration.query('insert into schema_migrations (name, run_on) values ($1, now())', [name])
    }
    await process_before.query('begin; select from journal_entries')
    const lines: string[] = []
    const migrated = release(database_url, (line) => lines.push(line))
    await eventually(async () => (await first(WAITING)).waiting === 1)
    await process_before.query('insert into journal_entries select * from journal_entries where false; commit')
    await migrated
    expect(lines.join()).to.contain('applied 0033').and.not.to.contain('is tried again')
  })

  it('meet no such process in a circle where they make a trigger and then alter the table', async () => {
    await applyAllBefore('0037')
    await process_before.query('begin; select from camt053_entries')
    const lines: string[] = []
    const migrated = release(database_url, (line) => lines.push(line))
    await eventually(async () => (await first(WAITING)).waiting === 1)
    await process_before.query('update camt053_entries set used_minor = used_minor where false; commit')
    await migrated
    expect(lines.join()).to.contain('applied 0037').and.not.to.contain('is tried again')
  })

  /** The write waits until the migration is there, and then succeeds on what it made. */
  async function writeDuring(number: string, stopsBefore: string, write: string, id: unknown) {
    const text = await readMigration(number)
    const place = text.indexOf(stopsBefore)
    await migration.query(`begin; ${text.slice(0, place)}`)
    const written = process_before.query(write, [id])
    await eventually(async () => (await first(WAITING)).waiting === 1)
    await migration.query(`${text.slice(place)}; commit`)
    expect((await written).rowCount).to.equal(1)
  }

  const apply = async (number: string) => migration.query(`begin; ${await readMigration(number)}; commit`)

  async function applyAllBefore(number: string) {
    const { rows } = await migration.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map(({ name }) => name))
    const names = (await readdir(MIGRATIONS)).map((file) => file.replace('.sql', '')).sort()
    for (const name of names.filter((name) => name < number && !applied.has(name))) {
      await apply(name)
      await migration.query('insert into schema_migrations (name, run_on) values ($1, now())', [name])
    }
  }

  async function first(query: string, ...values: unknown[]): Promise<Record<string, unknown>> {
    const { rows } = await migration.query(`${query} limit 1`, values)
    return rows[0]
  }
})

async function readMigration(number: string): Promise<string> {
  const file = (await readdir(MIGRATIONS)).find((name) => name.startsWith(number))
  return readFile(join(MIGRATIONS, String(file)), 'utf8')
}

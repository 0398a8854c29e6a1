import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Client } from 'pg'
import { QUEUE_RIGHTS } from '../../../shared/store/rights/queue-rights.ts'
import { RIGHTS } from '../../../shared/store/rights/rights.ts'
import { ownerUrl, release, service } from '../../support/service.ts'

/** Tables that refuse every change themselves, as the schema has them: `sql/schema.sql` is compared with the database. */
const REFUSING = [
  ...readFileSync('sql/schema.sql', 'utf8').matchAll(
    /^CREATE TRIGGER \w+ BEFORE DELETE OR UPDATE OR TRUNCATE ON (\w+) FOR EACH STATEMENT EXECUTE FUNCTION refuse_change\(\);$/gm,
  ),
].map(([, table]) => String(table))
/** Tables that have no such trigger, and are kept by the rights. */
const KEPT_BY_RIGHTS = [
  'allocation_lines',
  'bank_entry_names',
  'camt053_statements',
  'control_accounts',
  // Has a trigger of its own: old ones are removed, by one function.
  'events',
  'period_locks',
  'placements',
]
/** What nobody may change afterwards, whatever becomes of the triggers that refuse it, too. */
const POSTED = [...REFUSING, ...KEPT_BY_RIGHTS]

/** The columns of tables of which processes move the rest: what was opened, what the bank said, what was used. */
const KEPT_COLUMNS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['open_items', ['amount_minor', 'base_amount_minor', 'account_code', 'currency', 'kind', 'posting_date', 'due_date']],
  ['camt053_entries', ['canonical_entry_hash', 'entry', 'amount_minor', 'booking_date', 'account', 'credit_debit']],
  ['camt053_imports', ['file_sha256', 'statements', 'message']],
  ['bank_entry_uses', ['amount_minor', 'entry_id', 'payment_id', 'account_code', 'posting_date', 'is_whole_line']],
  ['payments', ['amount_minor', 'entry_id', 'currency', 'payment_references']],
  ['fact_states', ['lines', 'source_fact_id', 'end_customer_id']],
  ['idempotency_records', ['fingerprint', 'status']],
  ['event_heads', ['first_kept_number', 'end_customer_id']],
  ['api_keys', ['secret_hash', 'scopes', 'end_customer_ids', 'client_id']],
]

/** Everything by which the guards could be turned off, replaced, led astray or passed. */
const AROUND = [
  'alter table journal_lines disable trigger all',
  'alter table journal_lines disable trigger journal_lines_append_only',
  'drop trigger journal_lines_append_only on journal_lines',
  'create trigger mine before insert on journal_lines for each row execute function refuse_change()',
  'alter table journal_lines add column mine integer',
  'alter table journal_lines drop constraint journal_lines_one_side',
  'alter table journal_lines rename to other',
  'drop index journal_entries_once_per_source',
  'drop table journal_lines',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter function refuse_change() rename to other',
  'drop function refuse_change() cascade',
  'create function mine() returns integer language sql as $$ select 1 $$',
  'create or replace view books as select 1',
  'create rule mine as on insert to journal_lines do instead nothing',
  'create policy mine on journal_lines',
  'create table mine (a integer)',
  'create temporary table ledger_heads (a integer)',
  'create schema mine',
  'create extension pgcrypto',
  'do $$ begin lock table journal_lines in access exclusive mode; end $$',
  'truncate journal_lines',
  'truncate events cascade',
  `copy journal_lines to program 'cat'`,
  `copy journal_lines from program 'cat'`,
  'set session_replication_role = replica',
  'set role hauptbuch',
  'alter table journal_lines owner to current_user',
  'create role mine',
  'delete from schema_migrations',
  'alter table pgboss.job add column mine integer',
  'create table pgboss.mine (a integer)',
]

describe('rights of the processes', function () {
  this.timeout(180_000)
  let database_url: string
  let owner: Client
  let process: Client
  before(async () => {
    database_url = await service().server.createEmptyDatabase()
    await release(database_url)
    owner = await connected(ownerUrl(database_url))
    process = await connected(database_url)
  })
  after(() => Promise.all([owner.end(), process.end()]))

  const refusal = (query: string) =>
    process.query(query).then(
      () => 'done',
      ({ code }) => code,
    )

  it('there is a rule for every table and view, and a table or view for every rule', async () => {
    const { rows } = await owner.query<{ schema: string; name: string }>(`
      select relnamespace::regnamespace::text as schema, relname as name from pg_class
      where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')
        and (not relispartition or relname = 'job_common')
    `)
    const of = (schema: string) => rows.filter((row) => row.schema === schema).map(({ name }) => name)
    expect(of('public')).to.have.members(Object.keys(RIGHTS))
    expect(of('pgboss')).to.have.members(Object.keys(QUEUE_RIGHTS))
  })

  it('are those of the rules and no others', async () => {
    for (const [schema, rights] of [
      ['public', RIGHTS],
      ['pgboss', QUEUE_RIGHTS],
    ] as const)
      for (const [table, right] of Object.entries(rights))
        expect(await granted(`${schema}.${table}`), table).to.deep.equal(await expected(`${schema}.${table}`, right))
  })

  it('every table that refuses changes is kept by the rights too, and every other one that is kept is named above', () => {
    const kept = Object.entries(RIGHTS).flatMap(([table, right]) => (right === 'select, insert' ? [table] : []))
    expect(REFUSING).to.include.members(['journal_lines', 'vat_filings', 'vat_transfers'])
    expect(kept).to.have.members(POSTED)
  })

  for (const table of POSTED)
    it(`${table}: what is in it is neither changed nor deleted`, async () => {
      const { rows } = await owner.query(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
        [table],
      )
      for (const { name } of rows)
        expect(await refusal(`update ${table} set ${name} = ${name} where false`), name).to.equal('42501')
      expect(await refusal(`delete from ${table} where false`)).to.equal('42501')
      expect(await refusal(`truncate ${table}`)).to.equal('42501')
    })

  for (const [table, columns] of KEPT_COLUMNS)
    it(`${table}: ${columns.join(', ')} stay as they were written`, async () => {
      for (const name of columns)
        expect(await refusal(`update ${table} set ${name} = ${name} where false`), name).to.equal('42501')
    })

  for (const query of AROUND)
    it(`${query.split(' as $$')[0]}: refused`, async () => {
      expect(await refusal(query)).to.equal('42501')
    })

  it('hold without any trigger', async () => {
    for (const table of [...POSTED, 'open_items']) await owner.query(`alter table ${table} disable trigger all`)
    for (const table of POSTED) {
      // A stamp is of all end customers.
      const key = table === 'time_stamps' ? 'stamp_id' : 'end_customer_id'
      expect(await refusal(`update ${table} set ${key} = ${key}`), table).to.equal('42501')
      expect(await refusal(`delete from ${table}`), table).to.equal('42501')
    }
    expect(await refusal('update open_items set amount_minor = 1')).to.equal('42501')
    for (const table of [...POSTED, 'open_items']) await owner.query(`alter table ${table} enable trigger all`)
  })

  it('are those of the rules again after a release, whatever somebody has granted meanwhile', async () => {
    const { rows } = await process.query('select current_user as role')
    await owner.query(
      `grant update, delete on journal_lines to ${rows[0].role}; grant create on schema public to public`,
    )
    expect(await refusal('delete from journal_lines where false'), 'by the trigger alone').to.equal('23001')
    await release(database_url)
    expect(await refusal('delete from journal_lines where false')).to.equal('42501')
    expect(await refusal('create table mine (a integer)')).to.equal('42501')
  })

  async function granted(table: string) {
    const { rows } = await process.query(
      `select attname as name, has_column_privilege($1, attnum, 'update') as update from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
      [table],
    )
    const { rows: whole } = await process.query(
      `select privilege, has_table_privilege($1, privilege) as has
      from unnest(array['select', 'insert', 'delete', 'truncate', 'references', 'trigger']) privilege order by privilege`,
      [table],
    )
    return {
      rights: whole.filter(({ has }) => has).map(({ privilege }) => privilege),
      columns: rows.filter(({ update }) => update).map(({ name }) => name),
    }
  }

  async function expected(table: string, right: string) {
    const [, list] = /update \(([^)]*)\)/.exec(right) ?? []
    const { rows } = await owner.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by 1',
      [table],
    )
    const all = rows.map(({ name }) => name)
    const named = list?.match(/\w+/g)
    expect(all).to.include.members(named ?? [])
    return {
      rights: ['delete', 'insert', 'select'].filter((word) => right.replace(/\(.*\)/s, '').includes(word)),
      columns: named ? all.filter((name) => named.includes(name)) : right.includes('update') ? all : [],
    }
  }
})

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

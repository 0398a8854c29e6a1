import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { connect } from '../../../shared/store/connect.ts'
import { openPool, type Pool } from '../../../shared/store/db/database.ts'
import { describeSchema } from '../../../shared/store/db/describe-schema.ts'
import { commentsInMigrations, migrationsOfTable } from '../../../shared/store/db/migration-comments.ts'
import { ownerUrl, service } from '../../support/service.ts'

describe('sql/schema.sql', function () {
  this.timeout(180_000)
  let database_url: string
  let pool: Pool

  before(async () => {
    database_url = ownerUrl(await service().server.createDatabase())
    pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 60_000 })
  })
  after(() => pool.end())

  async function run(statements: string) {
    const client = await connect(database_url)
    await client.query(statements)
    await client.end()
  }

  it('is what migrations, functions and views make', async function () {
    // Other versions of PostgreSQL write the same schema in other words.
    if (process.env.TEST_DATABASE_URL) this.skip()
    const isSame = (await readFile('sql/schema.sql', 'utf8')) === (await describeSchema(pool))
    expect(isSame, 'sql/schema.sql is not up to date; npm run schema writes it').to.equal(true)
  })

  it('has a table with its columns, defaults, constraints, indexes, triggers and comments', async () => {
    await run(`
      create table widget (id bigint generated always as identity primary key, size integer default 3 check (size > 0),
        twice integer generated always as (size * 2) stored);
      create index widget_by_size on widget (size) where size > 10;
      create trigger widget_append_only before delete on widget for each statement execute function refuse_change();
      comment on table widget is 'One line.
And another.';
      comment on column widget.size is 'In meters.'
    `)
    const schema = await describeSchema(pool)
    expect(schema.slice(schema.indexOf('\n-- One line.'), schema.indexOf('\n-- Keys of the rows that'))).to.equal(`
-- One line.
-- And another.
create table widget (
  id bigint not null generated always as identity,
  -- In meters.
  size integer default 3,
  twice integer generated always as ((size * 2)) stored,
  constraint widget_pkey PRIMARY KEY (id),
  constraint widget_size_check CHECK (size > 0)
);
CREATE INDEX widget_by_size ON widget USING btree (size) WHERE size > 10;
CREATE TRIGGER widget_append_only BEFORE DELETE ON widget FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`)
  })

  it('is not written with a kind of object left out', async () => {
    await run(`create type colour as enum ('red')`)
    const error = await describeSchema(pool).catch(({ message }) => message)
    expect(error).to.equal('read-catalog.ts does not read objects of these kinds yet: colour.')
  })

  it('takes the comments right above a thing from the migrations', () => {
    const migrations = [
      {
        name: '0001',
        text: `-- Of the first table.

create table a (
  -- Of a column,
  -- in two lines.
  b integer,
  c integer,
  -- Of a constraint.
  constraint positive check (b > 0)
);

-- Of nothing.

create table d (e integer);
-- Of an index.
create unique index d_by_e on d (e);
`,
      },
      { name: '0002', text: '-- Of a new column.\nalter table d add column f integer;\n-- Not of table a.\n' },
    ]
    expect(Object.fromEntries(commentsInMigrations(migrations))).to.deep.equal({
      a: ['Of the first table.'],
      'a.b': ['Of a column,', 'in two lines.'],
      'a.positive': ['Of a constraint.'],
      d_by_e: ['Of an index.'],
      'd.f': ['Of a new column.'],
    })
    expect(migrationsOfTable(migrations, 'a')).to.deep.equal(['0001'])
    expect(migrationsOfTable(migrations, 'd')).to.deep.equal(['0001', '0002'])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { tableLocksOf } from '../../../shared/store/db/table-locks.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')

function locksOf(number: string): string[] {
  const file = readdirSync(MIGRATIONS).find((name) => name.startsWith(number))
  return tableLocksOf(readFileSync(join(MIGRATIONS, String(file)), 'utf8')).map(({ name, mode }) => `${name}: ${mode}`)
}

describe('locks of a migration', () => {
  for (const [number, expected] of [
    ['0030', []],
    ['0034', ['bank_entry_uses: share', 'bank_entry_uses_by_entry: access exclusive']],
    ['0037', ['camt053_entries: share row exclusive', 'camt053_entries: access exclusive']],
    ['0038', ['open_items: share']],
    ['0039', ['fact_states: access exclusive']],
  ] as const)
    it(`of ${number} are read from its statements`, () => expect(locksOf(number)).to.deep.equal(expected))

  for (const [statement, expected] of [
    ['lock a, b in exclusive mode', ['a', 'b']],
    ['create constraint trigger t after insert\n  or update of x on a deferrable', ['a']],
    ['drop trigger t on a', ['a']],
    ['create unique index i\n  on a (b)', ['a']],
    ['drop table a, b', ['a', 'b']],
    ['create function f() returns void as $$ begin update a set b = 1; end $$', []],
    ['-- drop table a;\ncreate table b (c int)', []],
    ['alter table a alter column b set statistics 0, alter column c set not null', ['a']],
  ] as const)
    it(`of "${statement.replace(/\s+/g, ' ')}" are on ${expected.join(' and ') || 'nothing'}`, () =>
      expect(tableLocksOf(statement).map(({ name }) => name)).to.deep.equal(expected))

  // A lock that is waited for keeps all out who come behind it. docs/operate/upgrades.md, "cannot get its locks".
  it('of tables that others use are waited for 20 seconds at most, from 0030 on', () => {
    const unbounded = readdirSync(MIGRATIONS)
      .filter((file) => file >= '0030')
      .filter((file) => unboundedLocksOf(readFileSync(join(MIGRATIONS, file), 'utf8')).length > 0)
    expect(unbounded).to.deep.equal([])
  })

  it('count as waited for without an end where the time comes behind them, but not those of a table that is new', () => {
    const altered = 'alter table b add column c int;'
    const time = "set local lock_timeout = '20s';"
    expect(unboundedLocksOf(`create table a (c int);\n${altered}\n${time}`)).to.deep.equal(['b'])
    expect(unboundedLocksOf(`${time}\n${altered}`)).to.deep.equal([])
    expect(unboundedLocksOf('create table b (c int);\ncreate index i on b (c);')).to.deep.equal([])
  })
})

/** The tables that it asks for before it says how long it waits. */
function unboundedLocksOf(migration: string): string[] {
  const [before = ''] = migration.split(/^set local lock_timeout = '20s';$/m)
  const made = new Set([...before.matchAll(/^create table (\w+)/gm)].map(([, name]) => name))
  return tableLocksOf(before).flatMap(({ name }) => (made.has(name) ? [] : [name]))
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { writeExport } from '../../shared/cli/ops/export-ledger.ts'
import { type AddToCopy, copyLedger } from '../../shared/import/copy-ledger.ts'
import { loadExport } from '../../shared/import/load-export.ts'
import { openPool, type Pool } from '../../shared/store/db/database.ts'
import { issueKey } from '../../shared/store/platform/issue-key.ts'
import { linesOfExport } from '../../shared/verify/lines-of-export.ts'
import { queryRows } from '../support/first-build.ts'
import { stampOnce } from '../support/proof/stamp-once.ts'
import { openQuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'
import { ownerUrl, service } from '../support/service.ts'

/** Waits within one query until somebody waits for a table. */
const UNTIL_IT_WAITS = `do $$ begin
  while not exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%') loop
    perform pg_sleep(0.01); perform pg_stat_clear_snapshot();
  end loop;
end $$`

/** PostgreSQL ends a vacuum of its own for somebody who has waited for a second (deadlock_timeout). */
const UNTIL_IT_WAITS_LONG = `do $$ begin
  for tries in 1..600 loop
    perform pg_sleep(0.01); perform pg_stat_clear_snapshot();
    if exists (select from pg_locks where not granted and waitstart < clock_timestamp() - interval '1.2 seconds') then
      return;
    end if;
  end loop;
  raise 'nobody has waited';
end $$`

describe('the rows of an export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-rows-'))
  let customer: string
  let lines: string[]
  let scratch_url: string
  let target_url: string
  let target: Pool

  const openAsOwner = (url: string) => openPool(ownerUrl(url), { pool_size: 2, statement_timeout_ms: 60_000 })
  const load = async (its: readonly string[]) => {
    const pool = await openAsOwner(scratch_url)
    try {
      await loadExport(pool, asLines(its))
    } finally {
      await pool.end()
    }
  }
  const copy = (addToCopy: AddToCopy = async () => {}) => copyLedger(ownerUrl(scratch_url), target, customer, addToCopy)
  const reasonOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'nothing is wrong',
      (error: Error) => error.message,
    )
  const inTarget = <Row extends object>(query: string) => queryRows<Row>(target_url, query)
  const isThere = async () =>
    (await inTarget(`select from end_customers where end_customer_id = '${customer}'`)).length === 1

  before(async () => {
    const quiet = await openQuietService()
    try {
      customer = await quiet.newEndCustomer()
      await quiet.post(EXPENSES, expense(customer))
      await quiet.work('facts.evaluate')
      await stampOnce(quiet.worker.pool)
      const file = join(folder, 'books.gz')
      await writeExport({ pool: quiet.worker.pool }, customer, file)
      lines = await Array.fromAsync(linesOfExport(file))
    } finally {
      await quiet.close()
    }
    scratch_url = await service().server.createDatabase()
  })
  beforeEach(async () => {
    target_url = await service().server.createDatabase()
    target = await openAsOwner(target_url)
  })
  afterEach(() => target.end())
  after(() => rmSync(folder, { recursive: true }))

  const lineOf = (text: string) => lines.find((line) => line.includes(text)) ?? ''
  const REFUSED: [name: string, line: () => string, reason: string][] = [
    [
      'a member of a row that is no column',
      () => lineOf('"table":"accounts"').replace('"row":{', '"row":{"note": "x", '),
      'A row of accounts has "note", for which its release has no column. Nothing was imported, as that would be lost.',
    ],
    [
      'one of an entry',
      () => lineOf('"record":"journal_entry"').replace('"entry":{', '"entry":{"note":"x",'),
      'A row of journal_entries has "note", for which its release has no column. Nothing was imported, as that would be lost.',
    ],
    [
      'one of a line of an entry',
      () => lineOf('"record":"journal_entry"').replace('"lines":[{', '"lines":[{"note":"x",'),
      'A row of journal_lines has "note", for which its release has no column. Nothing was imported, as that would be lost.',
    ],
    [
      'a table that no export has',
      () => `{"record":"row","table":"api_keys","row":{"end_customer_id":"${customer}"}}`,
      'The file has rows of api_keys, which its release does not export. Nothing was imported.',
    ],
    [
      'a second row in a line',
      () => lineOf('"table":"accounts"').replace(/\}$/, ',"row":{}}'),
      'A line of the file is not written as an export writes it.',
    ],
  ]
  for (const [name, line, reason] of REFUSED)
    it(`${name} is refused and not lost`, async () => {
      expect(line()).to.not.equal('')
      expect(await reasonOf(load([line()]))).to.equal(reason)
    })

  it('what a release before has of answers and places is left out', async () => {
    const tables = ['idempotency_records', 'placements', 'moves', 'fences', 'fence_marks']
    const rows = tables.map((table) => `{"record":"row","table":"${table}","row":{"end_customer_id":"${customer}"}}`)
    await load(rows)
  })

  it('come into a database together with the jobs that follow from them, or not at all', async () => {
    await load(lines)
    const failed = await reasonOf(copy(() => Promise.reject(new Error('the queue is away'))))
    expect([failed, await isThere()]).to.deep.equal(['the queue is away', false])
    let seen = 0
    await copy(async (tx, id) => {
      expect(id).to.equal(customer)
      seen = await inTarget(`select from end_customers`).then(({ length }) => length)
      expect(tx).to.not.equal(null)
    })
    expect([seen, await isThere()]).to.deep.equal([0, true])
  })

  it('come while nobody makes a subscription, which would get the history as news', async () => {
    let reason = ''
    await copy(async () => {
      reason = await reasonOf(
        inTarget(`begin; set local lock_timeout = '100ms';
          insert into webhook_subscriptions (subscription_id, client_id, version, url, state, secret, actor_id, request_id)
          values ('${randomUUID()}', '${randomUUID()}', 1, 'https://a.example', 'on', 'x', 'x', 'x')`),
      )
    })
    expect(reason).to.include('lock timeout')
  })

  it('wait for a vacuum long enough that PostgreSQL ends one of its own', async () => {
    const vacuum = queryRows(
      target_url,
      `begin; lock table accounts in share update exclusive mode; ${UNTIL_IT_WAITS_LONG}; commit`,
    )
    expect(await reasonOf(copy())).to.equal('nothing is wrong')
    expect(await reasonOf(vacuum)).to.equal('nothing is wrong')
  })

  it('give way to a transaction that takes tables the other way round, and nobody is ended', async () => {
    const other = queryRows(
      target_url,
      `begin; lock table vat_filings in row exclusive mode; ${UNTIL_IT_WAITS};
      lock table accounts in row exclusive mode; commit`,
    )
    expect(await reasonOf(copy())).to.equal('nothing is wrong')
    await other
    expect(await isThere()).to.equal(true)
  })

  it('refer to a stamp that is there already, as long as it says the same', async () => {
    const [stamp] = await queryRows<{ line: string }>(
      scratch_url,
      'select to_jsonb(its)::text as line from time_stamps its',
    )
    const put = (root: string) =>
      inTarget(`insert into time_stamps select * from jsonb_populate_record(null::time_stamps,
        '${stamp?.line}'::jsonb || '{${root}}')`)
    await put(`"root": "${'ab'.repeat(32)}"`)
    const reason = await reasonOf(copy())
    expect(reason).to.match(
      /^stamp_\w{26} is there already and says something else than in the export, so nothing was imported\.$/,
    )
    expect(await isThere()).to.equal(false)
  })

  it('are no news: subscriptions begin behind them', async () => {
    const { client_id } = await issueKey(target, { client_name: 'receiver' }).then(
      async () => (await inTarget<{ client_id: string }>('select client_id from api_clients'))[0] ?? { client_id: '' },
    )
    const [all, named, other] = [randomUUID(), randomUUID(), randomUUID()]
    await inTarget(`
      insert into webhook_subscriptions (subscription_id, client_id, version, url, state, secret, actor_id, request_id,
        end_customer_ids)
      values ('${all}', '${client_id}', 1, 'https://a.example', 'on', 'x', 'x', 'x', null),
        ('${named}', '${client_id}', 1, 'https://b.example', 'on', 'x', 'x', 'x', '{${customer}}'),
        ('${other}', '${client_id}', 1, 'https://c.example', 'on', 'x', 'x', 'x', '{${randomUUID()}}')`)
    await inTarget(`insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
      values ('${customer}', '${named}', 0)`)
    await copy()
    const [head] = await inTarget<{ last: string }>('select last_event_number::text as last from event_heads')
    expect(Number(head?.last)).to.be.at.least(1)
    const positions = await inTarget<{ subscription_id: string; at: string }>(
      'select subscription_id, delivered_number::text as at from webhook_positions',
    )
    expect(new Map(positions.map(({ subscription_id, at }) => [subscription_id, at]))).to.deep.equal(
      new Map([all, named].map((id) => [id, head?.last])),
    )
  })
})

async function* asLines(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

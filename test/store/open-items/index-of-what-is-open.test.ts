import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { ownerUrl } from '../../support/service.ts'

const SETTLED = 5_000
const OPEN = 3_000
const CREDIT_NOTES = 2_000

const KEYS = ['open_items_line', 'open_items_pkey']

/** What a query reads is counted by PostgreSQL; the database is its own, as statistics are of the whole table. */
describe('the index of what is open', function () {
  this.timeout(120_000)
  const end_customer_id = randomUUID()
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    await quiet.owner.query(sql.type(row())`
      insert into end_customers (end_customer_id, base_currency, vat_method) values (${end_customer_id}, 'CHF', 'effective')
    `)
    // Credit notes are due before everything else; half of what is open began later.
    await quiet.owner.query(sql.type(row())`
      insert into open_items (
        end_customer_id, open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date,
        partner_name, document_date, due_date, currency, amount_minor, base_amount_minor, open_amount_minor,
        base_open_amount_minor, state, closed_on, created_at
      )
      select ${end_customer_id}, gen_random_uuid(), kind, '1100', ${end_customer_id}, item, line_number, day, 'x', day, day + due_in,
        'CHF', amount, amount, rest, rest, case when rest = 0 then 'settled' else 'open' end,
        case when rest = 0 then day + 30 end, now()
      from generate_series(1, ${SETTLED + CREDIT_NOTES + OPEN}::integer) item
      cross join lateral (
        select case when item % 2 = 0 then '2025-03-01' else '2025-06-01' end::date as day,
          case when item <= ${SETTLED + CREDIT_NOTES} and item > ${SETTLED} then -100 else 100 end as amount,
          case when item > ${SETTLED + CREDIT_NOTES} then 30 else 10 end as due_in
      ) document
      cross join lateral (select case when item <= ${SETTLED} then 0 else amount end as rest) left_open
      cross join (values ('receivable', 1), ('payable', 2)) kinds (kind, line_number)
    `)
    await quiet.owner.query(sql.type(row())`analyze open_items`)
  })
  after(() => quiet.close())

  it('has each open item once, and no second index has all of them', async () => {
    const client = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await client.connect()
    try {
      expect(await indexesOf(client, 'receivable')).to.deep.equal([
        'open_items_billed',
        'open_items_still_open',
        ...KEYS,
      ])
      expect(await indexesOf(client, 'payable')).to.deep.equal(['open_items_owed', 'open_items_still_open', ...KEYS])
    } finally {
      await client.end()
    }
  })

  it('leads to what is due first, however many credit notes are open', async () => {
    const read = await countRead((tx) =>
      tx.oneFirst(sql.type(row<{ due: string }>())`
        select least(next_receivable_due, next_payable_due) as due from figures_of_end_customers(array[${end_customer_id}::uuid])
      `),
    )
    expect(read).to.deep.equal({ found: '2025-03-31', rows: 2 })
  })

  it('leads to what was open on a day, and to nothing that was opened later', async () => {
    const openOn = (day: string) =>
      countRead((tx) =>
        tx.oneFirst(sql.type(row<{ count: number }>())`
          select count(*)::integer as count from items_open_on(${end_customer_id}, array['1100'], ${day})
        `),
      )
    expect(await openOn('2025-02-28')).to.deep.equal({ found: 0, rows: 0 })
    // Half of both kinds, also of what was settled since.
    const half = SETTLED + CREDIT_NOTES + OPEN
    expect(await openOn('2025-03-05')).to.deep.equal({ found: half, rows: half })
    const all = 2 * (CREDIT_NOTES + OPEN)
    expect(await openOn('2026-01-01')).to.deep.equal({ found: all, rows: all })
  })

  /** Rows of the table. */
  function countRead<Found>(work: (tx: Tx) => Promise<Found>): Promise<{ found: Found; rows: number }> {
    return quiet.worker.pool.transaction(async (tx) => {
      const count = () =>
        tx.oneFirst(sql.type(row<{ read: number }>())`
          select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'open_items'
        `)
      const before = await count()
      const found = await work(tx)
      return { found, rows: (await count()) - before }
    })
  }
})

/** The indexes that have an open item of a kind. */
async function indexesOf(client: Client, kind: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; condition: string }>(`
    select indexrelid::regclass::text as name, coalesce(pg_get_expr(indpred, indrelid), 'true') as condition
    from pg_index where indrelid = 'open_items'::regclass
  `)
  const queries = rows.map(
    ({ name, condition }) =>
      `select '${name}' as name where exists (select from open_items where kind = $1 and open_amount_minor = 100 and (${condition}))`,
  )
  const found = await client.query<{ name: string }>(queries.join(' union all '), [kind])
  const names = found.rows.map(({ name }) => name)
  return [...names.filter((name) => !KEYS.includes(name)).sort(), ...KEYS.filter((name) => names.includes(name))]
}

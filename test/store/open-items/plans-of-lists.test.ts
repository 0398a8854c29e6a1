import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { listOpenItems } from '../../../shared/store/open-items/open-items.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const SETTLED = 20_000
const OVERDUE = 60
const UNPAID = 10_000
const ALL = { source_fact_id: null, limit: 50 } as const

/** What a query reads is counted by PostgreSQL; the database is its own, as statistics are of the whole table. */
describe('lists of open items', function () {
  this.timeout(180_000)
  const end_customer_id = randomUUID()
  const another = randomUUID()
  const unpaid = randomUUID()
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    for (const customer of [end_customer_id, another, unpaid]) {
      const settled = customer === unpaid ? 0 : SETTLED
      const open = customer === unpaid ? UNPAID : 2 * OVERDUE
      await quiet.owner.query(sql.type(row())`
        insert into end_customers (end_customer_id, base_currency, vat_method) values (${customer}, 'CHF', 'effective')
        on conflict do nothing
      `)
      // What is settled comes first; of what is open half is due later.
      await quiet.owner.query(sql.type(row())`
        insert into open_items (
          end_customer_id, open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date,
          partner_name, document_date, due_date, currency, amount_minor, base_amount_minor, open_amount_minor,
          base_open_amount_minor, state, closed_on, created_at
        )
        select ${customer}, lpad(to_hex(item + line_number * 1000000), 32, '0')::uuid, kind, '1100', ${customer}, item, line_number, '2025-03-01',
          'x', '2025-03-01', case when item % 2 = 0 then '2025-04-01'::date else '2099-01-01'::date end, 'CHF', 100, 100,
          rest, rest, case when rest = 0 then 'settled' else 'open' end,
          case when rest = 0 then '2025-05-01'::date end, now()
        from generate_series(1, ${settled + open}::integer) item
        cross join lateral (select case when item <= ${settled} then 0 else 100 end as rest) left_open
        cross join (values ('receivable', 1), ('payable', 2)) kinds (kind, line_number)
        where kind = 'receivable' or item > ${settled}
      `)
    }
    await quiet.owner.query(sql.type(row())`analyze open_items`)
  })
  after(() => quiet.close())

  it('read those that are overdue alone, page by page, however many others are settled or due later', async () => {
    const read = await countRead(async (tx) => {
      const first = await listOpenItems(tx, 'document', { ...ALL, due_before: '2026-01-01', end_customer_id }, null)
      const after = first.rows.at(-1)?.open_item_id ?? null
      const second = await listOpenItems(tx, 'document', { ...ALL, due_before: '2026-01-01', end_customer_id }, after)
      expect([first.rows.length, first.has_more, second.rows.length]).to.deep.equal([50, true, OVERDUE - 50])
      expect(second.rows.every(({ due_date }) => due_date === '2025-04-01')).to.equal(true)
    })
    // For each page those that are overdue, and each of the page once more.
    expect(read).to.be.at.most(2 * OVERDUE + 2 * 51)
  })

  it('read what is open alone, however much is settled', async () => {
    const read = await countRead(async (tx) => {
      const first = await listOpenItems(tx, 'document', { ...ALL, state: 'open', end_customer_id }, null)
      const after = first.rows.at(-1)?.open_item_id ?? null
      const second = await listOpenItems(tx, 'document', { ...ALL, state: 'open', end_customer_id }, after)
      expect([first.rows.length, first.has_more, second.rows.length]).to.deep.equal([50, true, 50])
    })
    // For each page what is open of both sides is counted, and that of one is read; each of the page once more.
    expect(read).to.be.at.most(2 * (4 * OVERDUE + 4 * OVERDUE + 51))
  })

  it('read a page alone where very much is open', async () => {
    const read = await countRead(async (tx) => {
      const first = await listOpenItems(tx, 'document', { ...ALL, state: 'open', end_customer_id: unpaid }, null)
      expect([first.rows.length, first.has_more]).to.deep.equal([50, true])
    })
    expect(read).to.be.at.most(2_001 + 2 * 51)
  })

  /** Rows of the table. */
  function countRead(work: (tx: Tx) => Promise<void>): Promise<number> {
    return quiet.worker.pool.transaction(async (tx) => {
      const count = () =>
        tx.oneFirst(sql.type(row<{ read: number }>())`
          select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
          where relname = 'open_items'
        `)
      const before = await count()
      await work(tx)
      return (await count()) - before
    })
  }
})

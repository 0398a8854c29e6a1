import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { findChangeToTransfer } from '../../../shared/store/vat/consideration/vat-transfers.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const PAID_SINCE = 10_000

/** Rows are counted by PostgreSQL, so the test does not depend on how fast the machine is. */
describe('items of before a change of consideration, years after it was looked at', () => {
  let quiet: QuietService
  const customer = randomUUID()
  before(async () => {
    quiet = await openQuietService()
    await quiet.owner.transaction(async (tx) => {
      // No books have so many, and all that matters are these four tables.
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into vat_registration_changes (end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id)
        values (${customer}, 1, '2024-01-01', 'effective', 'agreed', 'quarter', 'x', 'a'),
          (${customer}, 2, '2025-01-01', 'effective', 'received', 'quarter', 'x', 'a')
      `)
      await tx.query(sql.type(row())`
        insert into vat_transfers (end_customer_id, transfer_id, change_number, looked_on, through_entry_number)
        values (${customer}, gen_random_uuid(), 2, '2025-01-01', 1)
      `)
      // The first one is of before, and still open.
      await tx.query(sql.type(row())`
        insert into open_items (
          end_customer_id, open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date,
          partner_name, document_date, currency, amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor,
          state, created_at, used_from, closed_on
        )
        select ${customer}, lpad(to_hex(item), 32, '0')::uuid, 'receivable', '1100', gen_random_uuid(), 2 * item - 1, 1, day,
          'Muster AG', day, 'CHF', 10000, 10000, case when item = 1 then 10000 else 0 end,
          case when item = 1 then 10000 else 0 end, case when item = 1 then 'open' else 'settled' end, now(),
          case when item > 1 then day + 10 end, case when item > 1 then day + 10 end
        from generate_series(1, ${PAID_SINCE}::integer) item,
          lateral (select case when item = 1 then '2024-12-10'::date else '2025-01-02'::date + item / 20 end as day) at
      `)
      await tx.query(sql.type(row())`
        insert into open_item_changes (
          end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
        )
        select end_customer_id, entry_number + 1, 1, open_item_id, used_from, -amount_minor, -amount_minor, 'payment'
        from open_items where end_customer_id = ${customer} and used_from is not null
      `)
    })
    await quiet.owner.query(sql.type(row())`analyze open_items`)
    await quiet.owner.query(sql.type(row())`analyze open_item_changes`)
  })
  after(() => quiet.close())

  it('are found without reading what was paid since', async () => {
    const read = await quiet.worker.pool.transaction(async (tx) => {
      const countRead = () =>
        tx.oneFirst(sql.type(row<{ read: number }>())`
          select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
          where relname in ('open_items', 'open_item_changes')
        `)
      const before = await countRead()
      expect(await findChangeToTransfer(tx, customer, '2026-12-31')).to.equal(null)
      return (await countRead()) - before
    })
    expect(read).to.be.at.most(20)
  })

  it('are found once one is given back', async () => {
    const [item] = await quiet.owner.anyFirst(sql.type(row<{ open_item_id: string }>())`
      select open_item_id from open_items where end_customer_id = ${customer} and closed_on is null
    `)
    await quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into open_item_changes (
          end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
        )
        values (${customer}, ${3 * PAID_SINCE}, 1, ${item ?? null}, '2026-03-01', 10000, 10000, 'reversal')
      `)
    })
    const found = await findChangeToTransfer(quiet.worker.pool, customer, '2026-12-31')
    expect([found?.day, found?.seen_through]).to.deep.equal(['2025-01-01', 1n])
  })
})

import { expect } from 'chai'
import { findLinesBookedBefore } from '../../../shared/store/bank/uses/lines-booked-before.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const LINES_OF_DAY = 5_000
const LOOKED_AT_OF_DAY = 200

/** What a query reads is counted by PostgreSQL, so the test does not depend on how fast the machine is. */
describe('lines that may have booked bank entries before', function () {
  this.timeout(180_000)
  let quiet: QuietService
  let end_customer_id: string
  before(async () => {
    quiet = await openQuietService()
    end_customer_id = await quiet.newEndCustomer()
    const { owner } = quiet
    // Each day has a line of each amount up to 50.00. The guards of the journal would want the other lines of their entries, too.
    await owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into journal_lines (
          end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor, transaction_currency,
          transaction_minor
        )
        select ${end_customer_id}, day * ${LINES_OF_DAY}::integer + item, 1, '1020', '2030-01-01'::date + day, amount, 0, 'CHF', amount
        from generate_series(0, 41) day, generate_series(1, ${LINES_OF_DAY}::integer) item,
          lateral (select 1 + (item * 37 + day * 101) % ${LINES_OF_DAY}::integer as amount) moved
      `)
      await tx.query(sql.type(row())`
        insert into journal_entries (
          end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description, source_type, source_id,
          source_snapshot, rule_version, actor_id, request_id, currency, line_count, total_minor, posted_at, previous_hash, entry_hash
        )
        select end_customer_id, entry_number, gen_random_uuid(), '2030', posting_date, posting_date, 'a line', 'test', gen_random_uuid(),
          '{}', 1, 'test', 'test', 'CHF', 2, debit_minor, now(), '', ''
        from journal_lines
      `)
    })
    await owner.query(sql.type(row())`
      insert into camt053_entries (
        end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
        amount_minor, credit_debit, is_booked, is_reversal, entry, used_minor, created_at
      )
      select ${end_customer_id}, lpad(to_hex(item), 32, '0')::uuid, ${end_customer_id}, 'H' || item, 1, 'A',
        '2030-01-06'::date + case when item > 100 then (item - 101) % 31 else 0 end, 'CHF',
        item * 2, 'CRDT', true, false, '{}', 0, now()
      from generate_series(1, 200) item
    `)
    await owner.query(sql.type(row())`analyze`)
  })
  after(() => quiet.close())

  const CASES = [
    ['one day', 1, 11],
    ['a month', 101, 41],
  ] as const
  for (const [name, first, days] of CASES)
    for (const [who, most_of_day, looked_at] of [
      ['some lines', undefined, LOOKED_AT_OF_DAY],
      ['all lines, for rules,', null, LINES_OF_DAY],
    ] as const)
      it(`are found for a page of ${name} with one look at ${who} of each day`, async () => {
        const keys = Array.from({ length: 100 }, (_, index) => ({
          end_customer_id,
          entry_id: `00000000-0000-0000-0000-${(first + index).toString(16).padStart(12, '0')}`,
        }))
        const read = await quiet.worker.pool.transaction(async (tx) => {
          const countRead = () =>
            tx.oneFirst(sql.type(row<{ read: number }>())`
              select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'journal_lines'
            `)
          const before = await countRead()
          const found = await findLinesBookedBefore(tx, keys, most_of_day)
          if (most_of_day === null) expect(found.size).to.equal(100)
          else expect(found.size).to.be.within(1, 100)
          return (await countRead()) - before
        })
        expect(read).to.equal(days * looked_at)
      })
})

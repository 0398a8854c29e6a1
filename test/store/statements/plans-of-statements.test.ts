import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { findBooksAtOnce } from '../../../shared/store/statements/books-at-once.ts'
import { findPriorPeriodSums } from '../../../shared/store/statements/prior-period-sums.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const ENTRIES = 200
const LINES_OF_ENTRY = 3
/** One reading of the journal by each of the sums that may be behind a watermark. */
const MOST_READ = 4 * ENTRIES * (1 + LINES_OF_ENTRY)

/** What a query reads is counted by PostgreSQL. A session keeps the plans that it has made while a ledger was small. */
describe('a statement of a ledger that has been planned while it was small', function () {
  this.timeout(180_000)
  let quiet: QuietService
  const customer = randomUUID()
  const year = { start_date: '2026-01-01', end_date: '2026-12-31' }
  before(async () => {
    quiet = await openQuietService()
    await quiet.owner.query(sql.type(row())`alter table journal_lines set (autovacuum_enabled = false)`)
    await quiet.owner.query(sql.type(row())`alter table journal_entries set (autovacuum_enabled = false)`)
    await quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`insert into end_customers (end_customer_id) values (${customer})`)
      await tx.query(sql.type(row())`
        insert into ledger_heads (end_customer_id, last_entry_number, counted_entry_number)
        values (${customer}, ${ENTRIES}::integer, ${ENTRIES}::integer)
      `)
      await tx.query(sql.type(row())`
        insert into statement_watermarks (end_customer_id, entry_number) values (${customer}, 0)
      `)
      await tx.query(sql.type(row())`
        insert into accounts (end_customer_id, account_code, account_id, account_type)
        select ${customer}, code, 'acc_' || code, 'expense' from unnest(array['6500', '6510', '6520']) code
      `)
      await tx.query(sql.type(row())`
        insert into journal_lines (
          end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
          transaction_minor, transaction_currency
        )
        select ${customer}, number, line, (array['6500', '6510', '6520'])[line], '2026-02-01', 1, 0, 1, 'CHF'
        from generate_series(1, ${ENTRIES}::integer) number, generate_series(1, ${LINES_OF_ENTRY}::integer) line
      `)
      // Every tenth is the reversal of an entry of the year before.
      await tx.query(sql.type(row())`
        insert into journal_entries (
          end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
          source_type, source_id, source_snapshot, reversal_of, rule_version, actor_id, request_id, currency, line_count,
          total_minor, posted_at, previous_hash, entry_hash
        )
        select ${customer}, number, gen_random_uuid(), 'FY2026', '2026-02-01', '2026-02-01', '', 'test', gen_random_uuid(),
          case when number % 10 = 0 then '{"reversal": {"prior_fiscal_year_id": "FY2025"}}' else '{}' end::jsonb,
          case when number % 10 = 0 then gen_random_uuid() end, 1, 'test', '', 'CHF', ${LINES_OF_ENTRY}::integer, 1, now(), '', ''
        from generate_series(1, ${ENTRIES}::integer) number
      `)
    })
  })
  after(() => quiet.close())

  for (const [what, read] of [
    ['what reversals of earlier years have brought', (tx: Tx) => sumsOf(tx)],
    ['everything at once', (tx: Tx) => booksOf(tx)],
  ] as const)
    it(`reads its lines a few times at most: ${what}`, async () => {
      const rows_read = await quiet.owner.transaction(async (tx) => {
        await tx.query(sql.type(row())`set local plan_cache_mode = force_generic_plan`)
        const before = await countRead(tx)
        const sums = await read(tx)
        expect(
          sums.map(({ account_code, balance_minor, fiscal_years }) => [account_code, balance_minor, fiscal_years]),
        ).to.deep.equal(['6500', '6510', '6520'].map((code) => [code, BigInt(ENTRIES / 10), 'FY2025']))
        return (await countRead(tx)) - before
      })
      expect(rows_read).to.be.at.most(MOST_READ)
    })

  const sumsOf = (tx: Tx) => findPriorPeriodSums(tx, customer, year, BigInt(ENTRIES))
  async function booksOf(tx: Tx) {
    const { start_date, end_date } = year
    const books = await findBooksAtOnce(tx, customer, { starts: [start_date], end_date }, BigInt(ENTRIES))
    return books?.prior_period ?? []
  }

  function countRead(tx: Tx): Promise<number> {
    return tx.oneFirst(sql.type(row<{ read: number }>())`
      select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname in ('journal_lines', 'journal_entries')
    `)
  }
})

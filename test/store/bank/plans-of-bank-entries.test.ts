import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type BankEntryFilter, listBankEntries } from '../../../shared/store/bank/bank-entries.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const ENTRIES = 20_000
const ALL = {
  import_uuid: null,
  canonical_entry_hash: null,
  account: null,
  from_date: null,
  to_date: null,
  booking_state: null,
  possible_repeat: null,
  limit: 100,
} as const

/**
 * What a query reads is counted by PostgreSQL, so the test does not depend on how fast the machine is. The database is its
 * own: the planner chooses by the statistics of the whole table, and other tests' entries would be in them.
 */
describe('lists of bank entries', function () {
  this.timeout(60_000)
  const unbooked = randomUUID()
  const booked = randomUUID()
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    for (const [end_customer_id, used] of [
      [unbooked, 0],
      [booked, 100],
    ] as const)
      await quiet.owner.query(sql.type(row())`
        insert into camt053_entries (
          end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
          amount_minor, credit_debit, is_booked, is_reversal, entry, used_minor, created_at
        )
        select ${end_customer_id}, lpad(to_hex(item), 32, '0')::uuid, ${end_customer_id}, 'H' || item, 1, 'A' || item % 2,
          '2030-01-01'::date + item / 20, 'CHF', 100, 'CRDT', true, false, '{}', ${used}, now()
        from generate_series(1, ${ENTRIES}::integer) item
      `)
    await quiet.owner.query(sql.type(row())`analyze camt053_entries`)
  })
  after(() => quiet.close())

  const LISTS: readonly (readonly [found: number, filter: Partial<BankEntryFilter>])[] = [
    [101, {}],
    [101, { account: 'A1' }],
    [101, { account: 'A1', from_date: '2030-01-01', booking_state: 'unbooked' }],
    [0, { account: 'B' }],
    [0, { account: 'B', booking_state: 'unbooked' }],
    [0, { to_date: '2029-12-31' }],
    [0, { account: 'A1', to_date: '2029-12-31' }],
    [0, { account: 'A1', to_date: '2029-12-31', booking_state: 'unbooked' }],
    [0, { from_date: '2034-01-01' }],
    [21, { from_date: '2032-09-26' }],
    [0, { booking_state: 'booked' }],
    [0, { booking_state: 'partly_booked' }],
    [0, { booking_state: 'dismissed' }],
    [0, { booking_state: 'unbooked', end_customer_id: booked }],
    [0, { booking_state: 'unbooked', account: 'A1', end_customer_id: booked }],
    [0, { possible_repeat: true }],
  ]
  for (const [found, filter] of LISTS)
    it(`read few rows to find ${found} of ${Object.entries(filter)
      .filter(([name]) => name !== 'end_customer_id')
      .map((pair) => pair.join(' '))
      .join(', ')}`, async () => {
      const read = await quiet.worker.pool.transaction(async (tx) => {
        const countRead = () =>
          tx.oneFirst(sql.type(row<{ read: number }>())`
            select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
            where relname = 'camt053_entries'
          `)
        const before = await countRead()
        const rows = await listBankEntries(tx, { ...ALL, end_customer_id: unbooked, ...filter }, null)
        expect(rows.length).to.equal(found)
        return (await countRead()) - before
      })
      expect(read).to.be.at.most(4 * found + 100)
    })
})

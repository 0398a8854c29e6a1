import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type BankEntryFilter, listBankEntries } from '../../../shared/store/bank/list-bank-entries.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const ENTRIES = 20_000
/** Rows in the order of the list that are looked at before those of the days. */
const LOOKED_AT = 5 * 101
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
  this.timeout(180_000)
  const unbooked = randomUUID()
  const booked = randomUUID()
  const another = randomUUID()
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
    // Most entries of all end customers are on days on which the one that is read has none.
    await quiet.owner.query(sql.type(row())`
      insert into camt053_entries (
        end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
        amount_minor, credit_debit, is_booked, is_reversal, entry, used_minor, created_at
      )
      select ${another}, lpad(to_hex(item), 32, '0')::uuid, ${another}, 'H' || item, 1, 'A1',
        case when item % 2 = 0 then '2029-12-31'::date else '2034-01-01'::date end, 'CHF', 100, 'CRDT', true, false, '{}',
        0, now()
      from generate_series(1, ${4 * ENTRIES}::integer) item
    `)
    await quiet.owner.query(sql.type(row())`analyze camt053_entries`)
  })
  after(() => quiet.close())

  /** Of days behind many others all that are on them may be read. */
  const ALL_OF_DAYS = 8_000
  const LISTS: readonly (readonly [found: number, filter: Partial<BankEntryFilter>, more?: number])[] = [
    [100, {}],
    [100, { account: 'A1' }],
    [100, { booking_state: 'booked', end_customer_id: booked }],
    [100, { account: 'A1', from_date: '2030-01-01', booking_state: 'unbooked' }],
    [0, { account: 'B' }],
    [0, { account: 'B', booking_state: 'unbooked' }],
    [0, { to_date: '2029-12-31' }],
    [0, { account: 'A1', to_date: '2029-12-31' }],
    [0, { account: 'A1', to_date: '2029-12-31', booking_state: 'unbooked' }],
    [0, { from_date: '2034-01-01' }],
    [0, { from_date: '2034-01-01', booking_state: 'unbooked' }],
    [0, { from_date: '2033-12-31', to_date: '2034-01-01', account: 'A1' }],
    [21, { from_date: '2032-09-26' }],
    [100, { from_date: '2032-01-01' }, ALL_OF_DAYS],
    [100, { from_date: '2032-01-01', to_date: '2032-03-31', booking_state: 'unbooked' }, ALL_OF_DAYS / 4],
    [100, { to_date: '2033-01-01', end_customer_id: booked }],
    [0, { booking_state: 'booked' }],
    [0, { booking_state: 'partly_booked' }],
    [100, { booking_state: 'to_book' }],
    [0, { booking_state: 'to_book', end_customer_id: booked }],
    [0, { booking_state: 'to_book', account: 'A1', end_customer_id: booked }],
    [0, { booking_state: 'dismissed' }],
    [0, { booking_state: 'unbooked', end_customer_id: booked }],
    [0, { booking_state: 'unbooked', account: 'A1', end_customer_id: booked }],
    [0, { possible_repeat: true }],
  ]
  for (const [found, filter, more = 0] of LISTS)
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
        const { rows } = await listBankEntries(tx, { ...ALL, end_customer_id: unbooked, ...filter }, null)
        expect(rows.length).to.equal(found)
        return (await countRead()) - before
      })
      const looked_at = filter.from_date || filter.to_date ? LOOKED_AT : 0
      // Ids, sizes and rows of a page, what belongs to them, and each one again for the lines that somebody has booked by hand for it.
      expect(read).to.be.at.most(7 * found + 100 + looked_at + more)
    })

  for (const [from_date, to_date, account] of [
    ['2032-01-01', '2032-01-31', null],
    ['2032-08-01', '2032-09-27', 'A1'],
    [null, '2030-01-20', 'A0'],
  ] as const)
    it(`have each of the days once on their pages: from ${from_date} to ${to_date} of ${account}`, async () => {
      const filter = { ...ALL, end_customer_id: unbooked, from_date, to_date, account, limit: 37 }
      const { pool } = quiet.worker
      const ids: string[] = []
      for (;;) {
        const { rows, has_more } = await listBankEntries(pool, filter, ids.at(-1) ?? null)
        expect(rows.length).to.be.at.most(filter.limit)
        ids.push(...rows.map(({ entry_id }) => entry_id))
        if (!has_more) break
      }
      const expected = await pool.anyFirst(sql.type(row<{ entry_id: string }>())`
        select entry_id from camt053_entries
        where end_customer_id = ${unbooked} and booking_date between ${from_date ?? '2030-01-01'} and ${to_date}
          and account = coalesce(${account}, account)
        order by entry_id
      `)
      expect(ids.length).to.be.above(filter.limit)
      expect(ids).to.deep.equal([...expected])
    })
})

import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import {
  findDebitsBookedOtherwise,
  isBookedOtherwise,
} from '../../../shared/store/orders/paid-already/debits-booked-otherwise.ts'
import { findPartsOfDebits } from '../../../shared/store/orders/paid-already/parts-of-debits.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const DEBITS = 5_000
const [FROM, IBAN] = ['2030-01-01', 'CH9300762011623852957']

/** A debit that is booked as an expense; without a payee it has two payments of half its amount. */
type Booked = {
  readonly id: number
  readonly amount: number
  readonly used: readonly number[]
  readonly payee?: string | null
  readonly name?: string
}

const MANY: readonly Booked[] = Array.from({ length: DEBITS }, (_, index) => ({
  ...{ id: 1_000 + index, amount: 10_000 + index, used: [10_000 + index] },
}))
const SOME: readonly Booked[] = [
  { id: 1, amount: 500, used: [500] },
  { id: 2, amount: 900, used: [500] },
  { id: 3, amount: 901, used: [200, 300] },
  { id: 4, amount: 600, used: [400, 200] },
  { id: 5, amount: 502, used: [502], payee: IBAN },
  { id: 6, amount: 503, used: [503], name: 'RF18539007547034' },
  { id: 7, amount: 504, used: [504], payee: null },
]

/** Counted by PostgreSQL, in a database of its own. An office books its debits for years. */
describe('debits that are booked for no open item, beside thousands of others', function () {
  this.timeout(180_000)
  const end_customer_id = randomUUID()
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    for (const debits of [MANY, SOME]) await insert(debits)
    await quiet.owner.query(sql.type(row())`analyze`)
  })
  after(() => quiet.close())

  async function insert(debits: readonly Booked[]) {
    const listed = debits.map(({ used, ...debit }) => ({ ...debit, used, used_minor: used.reduce((a, b) => a + b, 0) }))
    const given = sql.fragment`jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as debit (id int, amount bigint, used jsonb, used_minor bigint, payee text, name text)`
    const entry_id = sql.fragment`lpad(to_hex(id), 32, '0')::uuid`
    const payment = (part: object) => sql.fragment`${JSON.stringify(part)}::jsonb`
    await quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into camt053_entries (
          end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
          amount_minor, credit_debit, is_booked, is_reversal, entry, used_minor, payee_account, created_at
        )
        select ${end_customer_id}, ${entry_id}, ${end_customer_id}, 'H' || id, 1, 'A', '2030-02-01', 'CHF', amount, 'DBIT', true, false,
          jsonb_build_object('tx_details', case when debits.payee is null then jsonb_build_array(half, half) else jsonb_build_array(
            jsonb_build_object('creditor_refs', jsonb_build_array(jsonb_build_object('ref', debits.name)), 'creditor_account', jsonb_build_object('iban', debits.payee))
          ) end), used_minor, debits.payee, now()
        from (select id, amount, used_minor, case when id = 7 then payee else coalesce(payee, 'CH00') end as payee, name from ${given}) debits
        cross join lateral (select ${payment({ unstructured: [], creditor_refs: [] })} || jsonb_build_object('currency', 'CHF', 'amount_minor', amount / 2) as half) halves
      `)
      await tx.query(sql.type(row())`
        insert into bank_entry_uses (
          end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, amount_minor, state
        )
        select ${end_customer_id}, gen_random_uuid(), ${entry_id}, 'voucher', gen_random_uuid(), part::bigint, 'reserved'
        from ${given} cross join lateral jsonb_array_elements_text(used) part
      `)
      await tx.query(sql.type(row())`
        insert into bank_entry_names (end_customer_id, name, entry_id)
        select ${end_customer_id}, name, ${entry_id} from ${given} where name is not null
      `)
    })
  }

  const countRead = <Found>(find: (tx: Parameters<typeof findDebitsBookedOtherwise>[0]) => Promise<readonly Found[]>) =>
    quiet.worker.pool.transaction(async (tx) => {
      const count = () =>
        tx.oneFirst(sql.type(row<{ read: number }>())`
          select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'camt053_entries'
        `)
      const before = await count()
      const found = await find(tx)
      return { found, read: (await count()) - before }
    })
  const idsOf = (found: readonly { readonly entry_id: string }[]) =>
    found.map(({ entry_id }) => Number.parseInt(entry_id.slice(-8), 16)).sort()

  it('are found by amount, account and reference, whole or in part, and few others are read', async () => {
    const wanted = { amounts: [500n, 600n], ibans: [IBAN], references: ['RF18539007547034'] }
    const { found, read } = await countRead((tx) => findDebitsBookedOtherwise(tx, end_customer_id, FROM, wanted))
    expect(idsOf(found)).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(read).to.be.at.most(100)
  })

  it('have parts where they have no payee', async () => {
    const wanted = { amounts: [252n], ibans: [], references: [] }
    const more = { isMeant: isBookedOtherwise, from: FROM }
    const { found } = await countRead((tx) => findPartsOfDebits(tx, end_customer_id, wanted, more))
    expect(idsOf(found)).to.deep.equal([7, 7])
  })
})

import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { listBankMoney } from '../../../shared/store/bank/bank-money.ts'
import { type Db, row, sql } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const COUNT = 300
const MOST_READ_OF_EACH = 30
const ACCOUNT = { account_code: '1020', account_name: 'x', currency: 'CHF', base_currency: 'CHF', bank_accounts: ['A'] }

type Plan = {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}

/** The rows that PostgreSQL hands on from tables that are made within a query, over and over where it joins all with all. */
function rowsHandedOn(plan: Plan): number {
  const isMade = ['CTE Scan', 'WorkTable Scan'].includes(plan['Node Type'])
  const own = isMade ? Number(plan['Actual Rows']) * Number(plan['Actual Loops']) : 0
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsHandedOn(child), own)
}

describe('the money of bank statements of one day', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('is added up with a few looks at each of their bank entries, however many may repeat one', async () => {
    const end_customer_id = randomUUID()
    await quiet.owner.query(sql.type(row())`
      insert into camt053_entries (
        end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency, amount_minor,
        credit_debit, is_booked, is_reversal, entry, possible_repeat_of, repeat_state, created_at
      )
      select ${end_customer_id}, lpad(to_hex(item), 32, '0')::uuid, ${end_customer_id}, 'H' || item, item, 'A', '2026-03-04',
        'CHF', 100, 'CRDT', true, false, '{}', case when item > 1 then lpad('1', 32, '0')::uuid end,
        case when item > 1 then 'undecided' end, now()
      from generate_series(1, ${COUNT}::integer) item
    `)
    await quiet.owner.query(sql.type(row())`
      insert into camt053_statement_entries (
        end_customer_id, import_id, statement_number, position, account, content_hash, entry_id
      )
      select ${end_customer_id}, ${end_customer_id}, item, 0, 'A', 'H', lpad(to_hex(item), 32, '0')::uuid
      from generate_series(1, ${COUNT}::integer) item
    `)
    const asked: object[] = []
    const listening = { any: async (query: object) => asked.push(query) } as unknown as Db
    const pages = Array.from({ length: COUNT }, (_, place) => {
      return { import_id: end_customer_id, statement_number: place + 1, place, is_cut: false }
    })
    await listBankMoney(listening, end_customer_id, ACCOUNT, '2026-03-04', pages)
    const [query] = asked as [ReturnType<typeof sql.fragment>]
    const explained = await quiet.owner.oneFirst(sql.type(row<{ 'QUERY PLAN': string | [{ Plan: Plan }] }>())`
      explain (analyze, format json) ${query}
    `)
    const [{ Plan: plan }]: [{ Plan: Plan }] = typeof explained === 'string' ? JSON.parse(explained) : explained
    expect(Number(plan['Actual Rows'])).to.equal(COUNT)
    expect(rowsHandedOn(plan)).to.be.at.most(MOST_READ_OF_EACH * COUNT)
  })
})

import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Pool, row, sql } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { get, post, put } from '../../../support/client.ts'
import {
  ACCOUNTS,
  chart,
  credit,
  debit,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { LARGEST_REQUESTS } from '../../../support/requests/largest-requests.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { newWorld } from '../tenant-isolation/world.ts'
import { longBooks, manyPayments } from './bank-books.ts'
import { evidenceBatch } from './evidence-batch.ts'
import { COPIES, MANY } from './many-rows.ts'
import { namedBills } from './named-bills.ts'
import { manyNotDue, manyRates } from './taxed-books.ts'
import { somePayments } from './very-many-repeats.ts'

/** Books in which whatever an endpoint answers with is large: ids by what they are of. */
export type LargeBooks = Awaited<ReturnType<typeof fillLargeBooks>>

const LINES = 1_000
const TEXT = 'Verteilung der Kosten auf die Projekte und Kostenstellen des Jahres'

export async function fillLargeBooks() {
  const many = await manyOfEach()
  const wide = await manyAccounts()
  const longest = await longestEntries()
  const blocked = await manyBlockers()
  const taxed = await manyRates()
  const not_due = await manyNotDue()
  const bank = await manyPayments()
  const long = await longBooks()
  const named = await namedBills()
  const in_doubt = { end_customer_id: await somePayments() }
  const { pool } = service().web
  // The copies were superseded by the next matching.
  await pool.query(sql.type(row())`
    update settlement_candidates set state = 'open' where end_customer_id = ${many.end_customer_id}
  `)
  await pool.query(sql.type(row())`analyze`)
  const replayed = await narrowReplay()
  return { replayed, many, wide, longest, blocked, taxed, not_due, bank, long, named, in_doubt }
}

/** A batch that was answered to one key of a client, for another one that sees half of it. */
async function narrowReplay() {
  const ids = [await newEndCustomer(), await newEndCustomer()]
  const all = await issueKey(service().home, { client_name: 'held' })
  const key = await issueKey(service().home, { client_name: 'held', end_customer_ids: ids.slice(0, 1) })
  const request = { ...evidenceBatch(...ids), idempotency_key: 'replayed' }
  const { status, text } = await post('/v1/source-facts/batch', request.body, { key: all, idempotencyKey: 'replayed' })
  expect(status, text.slice(0, 500)).to.equal(202)
  return { ...request, key }
}

/** One of everything that a list shows, and copies of it. */
async function manyOfEach() {
  const world = await newWorld()
  const { theirs: end_customer_id, bank_entry } = world
  await put('/v1/period-locks', { end_customer_id, locked_through: '2020-12-31', reason: TEXT })
  await put('/v1/supplier-uids', { end_customer_id, uid: 'CHE-116.281.710', is_registered: true, reason: TEXT })
  const accounts = Array.from({ length: 100 }, (_, index) => String(70_000 + index))
  const listed = [...ACCOUNTS, ...accounts.map((account_code) => ({ ...ACCOUNTS[0], account_code }))]
  await put('/v1/accounts', chart(end_customer_id, '2020-01-02', listed))
  const activities = Array.from({ length: 20 }, (_, index) => ({
    activity_id: `A${1_000 + index}`,
    rate_bp: 620,
    text: TEXT,
    ...(index === 0 ? { accounts } : {}),
  }))
  const net = { method: 'net_tax_rate', consideration: 'agreed', filing_period: 'half_year', activities, reason: TEXT }
  const registered = await put('/v1/vat-registrations', { end_customer_id, valid_from: '2031-01-01', ...net })
  expect(registered.status, registered.text).to.equal(202)
  await eventually(async () => (await get(`/v1/camt-053/entries/${bank_entry}/uses`)).body.data.length > 0)
  await copyRows(service().owner, end_customer_id)
  return { ...world, bank_entry, end_customer_id }
}

async function copyRows(owner: Pool, end_customer_id: string): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    for (const [table, own] of COPIES) {
      const name = sql.identifier([table])
      const { rowCount } = await tx.query(sql.type(row())`
        insert into ${name}
        select made.* from ${name} original
        cross join generate_series(1, ${MANY}::integer) copy
        cross join lateral jsonb_populate_record(original, ${own}) made
        where original.ctid = any(array(select ctid from ${name} where end_customer_id = ${end_customer_id} limit 2))
        on conflict do nothing
      `)
      expect(rowCount, table).to.be.at.least(300)
    }
  })
}

/** A chart of as many accounts as it may have, each with lines in two years, and as many settings as one request makes. */
async function manyAccounts() {
  const end_customer_id = randomUUID()
  const types = ['asset', 'liability', 'revenue', 'expense']
  const codes = Array.from({ length: 3_000 - ACCOUNTS.length }, (_, index) => String(60_000 + index))
  const accounts = codes.map((account_code, index) => ({
    account_code,
    account_name: `${TEXT} ${index}`,
    account_type: types[index % types.length],
  }))
  await put('/v1/accounts', chart(end_customer_id, '2020-01-01', [...ACCOUNTS, ...accounts]))
  for (const name of ['500 mappings', '1000 exchange rates', '500 related partners']) {
    const { path, text } = there(LARGEST_REQUESTS[name])(end_customer_id)
    expect((await put(path as '/v1/accounts', text)).status, name).to.equal(202)
  }
  const ids: string[] = []
  for (const year of ['2025', '2026'])
    for (let from = 0; from < codes.length; from += LINES - 1) {
      const some = codes.slice(from, from + LINES - 1)
      const lines = [
        ...some.map((code, index) => debit(code, 100 + index, { text: TEXT })),
        credit(
          '1020',
          some.reduce((sum, _, index) => sum + 100 + index, 0),
        ),
      ]
      const fact = voucher(end_customer_id, { business_date: `${year}-03-15`, payload: { text: TEXT, lines } })
      const { body, text } = await post(VOUCHERS, fact, { wait: 30 })
      expect(body.state, text.slice(0, 1_000)).to.equal('posted')
      ids.push(there(body.journal_entry_id.id))
    }
  return { end_customer_id, entry: there(ids[0]), account: there(codes[0]) }
}

/** Entries of as many lines as one may have, each with the longest text, of which every second one is quoted in CSV. */
async function longestEntries() {
  const end_customer_id = await newEndCustomer()
  const texts = [', "Süd"', ': [Süd]'].map((more) => TEXT.repeat(8).slice(0, 500 - more.length) + more)
  const lines = Array.from({ length: LINES }, (_, index) =>
    (index % 2 === 0 ? debit : credit)(index % 2 === 0 ? '6500' : '1020', 100 + Math.floor(index / 2), {
      text: texts[index % 2],
    }),
  )
  for (let count = 0; count < 2; count += 1) {
    const fact = voucher(end_customer_id, { payload: { text: TEXT, lines } })
    const { body, text } = await post(VOUCHERS, fact, { wait: 30 })
    expect(body.state, text.slice(0, 1_000)).to.equal('posted')
  }
  return { end_customer_id }
}

/** Facts with a blocker for each line. */
async function manyBlockers() {
  const end_customer_id = await newEndCustomer()
  const lines = Array.from({ length: LINES }, (_, index) =>
    index % 2 === 0 ? debit(`9${10_000 + index}`, 100) : credit(`9${10_000 + index}`, 100),
  )
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1) {
    const { body } = await post(VOUCHERS, voucher(end_customer_id, { payload: { lines } }), { wait: 30 })
    expect(body.blockers).to.have.length(LINES)
    ids.push(body.id)
  }
  return { end_customer_id, fact: there(ids[0]) }
}

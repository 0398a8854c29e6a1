import { expect } from 'chai'
import { newUuid } from '../../../../shared/process/ids.ts'
import { listBankEntries } from '../../../../shared/store/bank/list-bank-entries.ts'
import { listNotifications } from '../../../../shared/store/bank/notifications/notifications.ts'
import { row, sql, type Tx } from '../../../../shared/store/db/database.ts'
import { PAGE_BYTES } from '../../../../shared/store/db/pages/list-page.ts'
import { asNotification, balance, bankEntry, camt053Message, transaction } from '../../../camt053/messages.ts'
import { firstOf, get, notify, post, upload } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { longTexts } from '../held/bank-books.ts'

const DETAILS = 200
/** Details of each copy: more than a megabyte of JSON. */
const OF_EACH = 4_000
const COPIES = 6

/** Collective bookings: the bank statement has one, and copies past the guards have very many payments each. */
async function manyLarge(): Promise<string> {
  const end_customer_id = await newEndCustomer()
  const details = Array.from({ length: DETAILS }, (_, index) =>
    transaction({ amount: '1.00', name: `Kundin ${index} AG`, unstructured: 'Verteilung der Kosten auf die Projekte' }),
  ).join('')
  const balances = balance('OPBD', '0.00') + balance('CLBD', `${DETAILS}.00`)
  const xml = camt053Message({ balances, bankEntries: bankEntry({ amount: `${DETAILS}.00`, details, ref: 'N' }) })
  const { body, text } = await upload(end_customer_id, xml, { wait: 30 })
  expect(body.state, text).to.equal('imported')
  expect((await notify(end_customer_id, asNotification(xml), { wait: 30 })).body.state).to.equal('imported')
  for (let copy = 0; copy < COPIES; copy += 1) {
    const hash = String(copy).padStart(64, '0')
    await copyLarge(end_customer_id, 'camt053_entries', { entry_id: newUuid(), canonical_entry_hash: hash })
    const unjoined = { state: 'waiting', entry_id: null, joined_at: null, reason: null }
    await copyLarge(end_customer_id, 'camt054_entries', {
      notification_id: newUuid(),
      content_hash: hash,
      ...unjoined,
    })
  }
  return end_customer_id
}

async function copyLarge(end_customer_id: string, table: string, members: object): Promise<void> {
  const own = sql.fragment`${JSON.stringify(members)}::jsonb || jsonb_build_object('entry', jsonb_set(entry, '{tx_details}', (
    select jsonb_agg(detail || jsonb_build_object('end_to_end_id', md5(copy || '-' || place)) order by copy, place)
    from generate_series(1, ${OF_EACH / DETAILS}::integer) copy,
      jsonb_array_elements(entry -> 'tx_details') with ordinality listed (detail, place)
  )))`
  const name = sql.identifier([table])
  await service().owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    await tx.query(sql.type(row())`
      insert into ${name}
      select made.*
      from ${name} original cross join lateral jsonb_populate_record(original, ${own}) made
      where original.ctid = (
        select ctid from ${name} where end_customer_id = ${end_customer_id}
        order by jsonb_array_length(entry -> 'tx_details')
        limit 1
      )
    `)
  })
}

type ReadPage = (tx: Tx) => Promise<unknown>

/**
 * Blocks of values that are kept apart from their rows, as the session that reads them counts them itself. What sessions report
 * of each other comes up to ten seconds late, and with what vacuum has read.
 */
async function blocksOf(table: string, read: ReadPage): Promise<number> {
  return await service().web.pool.transaction(async (tx) => {
    const counted = () =>
      tx.oneFirst(sql.type(row<{ blocks: bigint }>())`
        select pg_stat_get_xact_blocks_fetched(reltoastrelid) as blocks from pg_class where relname = ${table}
      `)
    const before = await counted()
    await read(tx)
    return Number((await counted()) - before)
  })
}

describe('bank entries of thousands of payments', function () {
  this.timeout(360_000)
  let end_customer_id: string
  before(async () => {
    end_customer_id = await manyLarge()
  })

  const inBankEntries: ReadPage = (tx) => {
    const days = { from_date: null, to_date: null }
    const names = { import_uuid: null, canonical_entry_hash: null, account: null }
    const filter = { end_customer_id, ...names, ...days, booking_state: null, possible_repeat: null, limit: 500 }
    return listBankEntries(tx, filter, null)
  }
  const inNotifications: ReadPage = (tx) => {
    const filter = { end_customer_id, import_uuid: null, entry_uuid: null, state: null, limit: 500 }
    return listNotifications(tx, filter, null)
  }
  for (const [name, table, readPage] of [
    ['camt-053/entries', 'camt053_entries', inBankEntries],
    ['camt-054/entries', 'camt054_entries', inNotifications],
  ] as const)
    it(`are read as far as a page goes, and whole: ${name}`, async () => {
      const found = new Map<string, number>()
      let pages = 0
      for (let after = ''; ; pages += 1) {
        const path = `/v1/${name}?end_customer_id=${end_customer_id}&limit=500${after}` as const
        const { body, text, status } = await get(path)
        expect(status, text.slice(0, 500)).to.equal(200)
        for (const { id, transaction_details } of body.data) found.set(id, transaction_details.length)
        expect(text.length).to.be.lessThan(4 * PAGE_BYTES)
        if (!body.has_more) break
        after = `&starting_after=${body.data.at(-1)?.id}`
      }
      expect([...found.values()].sort()).to.deep.equal([DETAILS, ...Array<number>(COPIES).fill(OF_EACH)].sort())
      expect(pages).to.be.at.least(COPIES / 2)
      const all = await blocksOf(table, (tx) =>
        tx.any(sql.type(row())`
          select octet_length(entry::text) from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}
        `),
      )
      // A page of one of them, looked at a few times. A page that looked at all would write each, and then read each.
      expect(await blocksOf(table, readPage)).to.be.within(1, all)
    })

  it('are answered to a change with their first details, and say so', async () => {
    const list = await get(`/v1/camt-053/entries?end_customer_id=${end_customer_id}&limit=1`)
    const { id } = there(list.body.data[0])
    const path = `/v1/camt-053/entries/${id}` as const
    const dismissed = await post(`${path}/dismiss`, { end_customer_id, reason: 'x' })
    expect(dismissed.status, dismissed.text.slice(0, 500)).to.equal(201)
    const whole = await get(path)
    const { transaction_details, has_more_details } = dismissed.body
    expect([transaction_details.length, has_more_details]).to.deep.equal([50, true])
    expect([whole.body.transaction_details.length, whole.body.has_more_details]).to.deep.equal([DETAILS, false])
    expect(transaction_details).to.deep.equal(whole.body.transaction_details.slice(0, 50))
  })

  it('are answered to a change with 200 kB of their details at most, in GET with all', async () => {
    const customer = await newEndCustomer()
    await upload(customer, longTexts(), { wait: 30 })
    const { id } = await firstOf('camt-053/entries', customer)
    const path = `/v1/camt-053/entries/${id}` as const
    const { body } = await post(`${path}/dismiss`, { end_customer_id: customer, reason: 'x' })
    expect([body.transaction_details.length, body.has_more_details]).to.deep.equal([1, true])
    const whole = await get(path)
    expect([whole.body.transaction_details.length, whole.body.has_more_details]).to.deep.equal([10, false])
    expect(whole.body.transaction_details[0]).to.deep.equal(body.transaction_details[0])
  })
})

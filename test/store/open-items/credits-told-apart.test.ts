import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Client } from 'pg'
import { bookedVoucher, reverse } from '../../api/open-items/items-of-customer.ts'
import { booksToSettle } from '../../api/settlement/books-to-settle.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { findings, refreshTables } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { connect } from '../journal/journal-in-sql.ts'

const MIGRATION = join(import.meta.dirname, '../../../sql/migrations/0051-tell-credits-apart.sql')

/** Makes the later credits of payments changes of the first one again. */
const AS_BEFORE = `
  set local session_replication_role = replica;
  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select end_customer_id, entry_number, line_number, payment_id, posting_date, amount_minor, base_amount_minor, 'opened'
  from open_items where end_customer_id = :customer and payment_id <> open_item_id;
  update open_item_changes change set open_item_id = payment_id
  from open_items item
  where item.end_customer_id = :customer and change.end_customer_id = :customer
    and change.open_item_id = item.open_item_id and payment_id <> item.open_item_id;
  delete from open_items where end_customer_id = :customer and payment_id <> open_item_id;
  update open_items item set open_amount_minor = -credit_minor, base_open_amount_minor = -credit_base_minor,
    state = case credit_minor when 0 then 'settled' else 'open' end
  from payments where payments.end_customer_id = :customer and item.end_customer_id = :customer
    and payments.payment_id = item.open_item_id;
  update payments set credit_item_id = null where end_customer_id = :customer;
  update open_items item set used_from = span.used_from, closed_on = span.closed_on, rest_from = span.rest_from,
    rest_minor = span.rest_minor, rest_base_minor = span.rest_base_minor
  from spans_of_items(:customer, array(select open_item_id from open_items where end_customer_id = :customer)) span
  where end_customer_id = :customer and item.open_item_id = span.open_item_id;
  delete from partner_period_totals where end_customer_id = :customer;
  delete from other_side_totals where end_customer_id = :customer;
  delete from partner_names where end_customer_id = :customer;
  delete from control_account_totals where end_customer_id = :customer;
  update statement_watermarks set partner_entry_number = 0, named_entry_number = 0, control_entry_number = 0
  where end_customer_id = :customer;
  select fold_partners(array[:customer]), fold_lines(array[:customer]);
`

/** What migration 0083 makes of the items; a database of before has it not yet. */
const LISTED_ANEW = `
  delete from open_item_spans where end_customer_id = :customer;
  insert into open_item_spans (
    end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, first_day, due_on, used_from, closed_on,
    rest_from, span_day, rest_minor, rest_base_minor
  )
  select end_customer_id, open_item_id, open_item_group(kind, account_code, currency, partner_reference, partner_name),
    amount_minor, base_amount_minor, least(posting_date, used_from), coalesce(due_date, document_date), used_from,
    closed_on, rest_from, span_day(least(posting_date, used_from), closed_on), rest_minor, rest_base_minor
  from open_items where end_customer_id = :customer;
`

describe('credit that was booked anew as a change of the first', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()
  let client: Client
  before(async () => {
    client = await connect()
  })
  after(() => client.end())

  const creditsOn = async (date: string) => {
    const list = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=${date}` as const
    const items = (await get(list)).body.items as unknown as {
      kind: string
      account_code: string
      partner: { name: string }
      open_amount: { amount_minor: number }
    }[]
    return items
      .filter(({ kind }) => kind === 'customer_credit')
      .map(({ account_code, partner, open_amount }) => [account_code, partner.name, open_amount.amount_minor])
  }
  const allocated = async (payment: string, document: string, amount: number, posting_date: string) => {
    const { body } = await allocate(payment, [[document, amount]], { posting_date })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }
  const inSql = (text: string) =>
    client.query(`begin; ${text}; ${LISTED_ANEW}; commit`.replaceAll(':customer', `'${customer()}'::uuid`))
  const undo = async (path: string) => expect((await reverse(customer(), path)).body.state, path).to.equal('reversed')
  const invoiceOf = async (name: string) => (await invoiced(30_000, { customer: { name } })).id

  it('is told apart by the migration, with what moved it, and what nobody has booked is closed', async () => {
    const [a, b] = [await invoiceOf('A'), await invoiceOf('B')]
    const newPayment = (amount: string) => received(bankEntry({ amount }))
    // Booked three times; a part of the last credit is used.
    const thrice = await newPayment('150.00')
    await undo(`/v1/allocations/${(await allocated(thrice.id, a, 6_000, '2026-04-01')).id}`)
    await undo(`/v1/allocations/${(await allocated(thrice.id, b, 5_000, '2026-04-02')).id}`)
    await allocated(thrice.id, b, 4_000, '2026-04-03')
    await allocated(thrice.id, b, 1_000, '2026-04-05')
    // Not booked any more; and booked as a whole.
    const free = await newPayment('151.00')
    await undo(`/v1/allocations/${(await allocated(free.id, a, 100, '2026-04-01')).id}`)
    const whole = await newPayment('1.52')
    await undo(`/v1/allocations/${(await allocated(whole.id, a, 100, '2026-04-01')).id}`)
    await allocated(whole.id, a, 152, '2026-04-02')
    // By a voucher, on another account.
    const mappings = [{ mapping_key: 'posting.customer_credit', account_code: '2210', valid_from: '2026-05-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    const moved = await newPayment('153.00')
    await undo(`/v1/allocations/${(await allocated(moved.id, a, 100, '2026-04-01')).id}`)
    const item = { open_item: { payment_id: moved.id, purpose: 'transfer' } }
    const bank_entries = [{ entry_id: moved.entry_id }]
    await bookedVoucher(customer(), [debit('1020', 15_300), credit('2210', 15_300, item)], { bank_entries })
    await refreshTables(customer())
    const days = ['2026-04-01', '2026-04-03', '2026-12-31']
    const expected = await Promise.all(days.map(creditsOn))
    expect(expected[2]).to.deep.equal([
      ['2210', '', -15_300],
      ['2030', 'B', -10_000],
    ])
    expect(await findings(customer())).to.deep.equal([])

    await inSql(AS_BEFORE)
    expect((await creditsOn('2026-12-31')).map(([, name]) => name)).to.deep.equal(['A', 'A'])
    await inSql(await readFile(MIGRATION, 'utf8'))

    expect(await Promise.all(days.map(creditsOn))).to.deep.equal(expected)
    expect(await findings(customer())).to.deep.equal([])
    await refreshTables(customer())
    // What is free is booked as before, and allocations take from the credit as it is now.
    await allocated(free.id, b, 100, '2026-04-06')
    await allocated(thrice.id, b, 500, '2026-04-06')
    expect(await creditsOn('2026-12-31')).to.deep.include.members([
      ['2030', 'B', -9_500],
      ['2030', 'B', -15_000],
    ])
  })
})

import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { post } from '../../../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { type List, lineOf, linesOf, pagesOf } from './lists.ts'

/** More than is read at once, and no whole number of blocks. */
const ITEMS = 2_345

describe('a long list of open items as CSV', () => {
  it('has each item once and in the order of its pages, also where one partner has half of them', async () => {
    const customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 20 })
    await service().worker.pool.query(sql.type(row())`
      insert into open_items (
        end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
        posting_date, partner_name, partner_reference, document_date, due_date, currency, amount_minor,
        base_amount_minor, open_amount_minor, base_open_amount_minor, created_at
      )
      select end_customer_id, gen_random_uuid(), kind, account_code, source_fact_id, journal_entry_id, entry_number,
        number + 100, posting_date, partner_name, case when number % 2 = 0 then 'L-' || number % 30 end, document_date,
        document_date + number % 11, currency, number, number, number, number, created_at
      from open_items cross join generate_series(1, ${ITEMS - 1}) number
      where end_customer_id = ${customer}
    `)
    const list: List = { customer, side: 'payables', date: '2026-12-31' }
    const items = (await pagesOf(list, 500)).flatMap((page) => page.items)
    expect(new Set(items.map(({ id }) => id))).to.have.property('size', ITEMS)
    expect(await linesOf(list)).to.deep.equal(items.map(lineOf))
  })
})

import { expect } from 'chai'
import { findMovedEntries } from '../../../../../api/vat/reconciliation/entries/find-moved-entries.ts'
import { readYear } from '../../../../../api/vat/reconciliation/read-year.ts'
import { ApiError } from '../../../../../shared/contract/platform/errors.ts'
import { row, sql, type Tx } from '../../../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../../../shared/store/statements/account-period-totals.ts'
import { eventually } from '../../../../support/books.ts'
import { get, post } from '../../../../support/client.ts'
import { credit, debit, expense, INVOICES, invoice } from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { service } from '../../../../support/service.ts'
import { there } from '../../../../support/there.ts'
import { booked } from '../../records.ts'
import { entriesAt, manual, reconciled } from '../reconciled.ts'

const EXPENSES_OF_MONTH = 400
const INVOICES_OF_MONTH = 3
/** More lines than entries are looked at first. */
const LINES_OF_VOUCHER = 40

describe('the yearly reconciliation of few invoices behind many other entries of their month', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    const items = Array.from({ length: EXPENSES_OF_MONTH }, () => expense(customer, { business_date: '2026-03-02' }))
    const { status, text } = await post('/v1/source-facts/batch', { items })
    expect(status, text.slice(0, 1_000)).to.equal(202)
    await eventually(async () => {
      const { body } = await get(`/v1/source-facts?end_customer_id=${customer}&state=received&limit=1`)
      return body.data.length === 0
    })
    for (let count = 0; count < INVOICES_OF_MONTH; count += 1)
      await booked(INVOICES, invoice(customer, { business_date: '2026-03-31' }))
    await refreshWhole(service().owner, [customer], { tax_behind: 0, movements_behind: 0 })
  })

  /** PostgreSQL counts the rows, so the test does not depend on how fast the machine is. */
  it('finds those with turnover without reading the others', async () => {
    // So that the plans are the same, whatever else is in the tables.
    for (const table of ['journal_entries', 'journal_lines'])
      await service().owner.query(sql.type(row())`analyze ${sql.identifier([table])}`)
    const { found, read } = await service().owner.transaction(async (tx) => {
      const year = await readYear(tx, { end_customer_id: customer, fiscal_year_id: 'FY2026' })
      if (year instanceof ApiError) throw year
      const before = await countRead(tx)
      const query = { end_customer_id: customer, fiscal_year_id: 'FY2026', category: 'recorded' } as const
      const page = await findMovedEntries(tx, query, year, 100)
      if (page instanceof ApiError) throw page
      return { found: page.rows.length, read: (await countRead(tx)) - before }
    })
    expect(found).to.equal(INVOICES_OF_MONTH)
    // Where the table is small, looking once for months that are behind may read its entries.
    expect(read).to.be.lessThan(1.5 * EXPENSES_OF_MONTH)
  })

  const countRead = (tx: Tx) =>
    tx.oneFirst(sql.type(row<{ read: number }>())`
      select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname in ('journal_lines', 'journal_entries')
    `)
})

describe('the yearly reconciliation of several accounts of revenue', () => {
  it('lists their entries together in the order of their days, also behind one with very many lines', async () => {
    const customer = await newKmuCustomer()
    const many = Array.from({ length: LINES_OF_VOUCHER }, () => credit('3200', 100))
    await manual(customer, [debit('1300', 100 * LINES_OF_VOUCHER), ...many], { business_date: '2026-03-01' })
    const accounts = Array.from({ length: 12 }, (_, index) => (index % 4 === 3 ? '3200' : '3400'))
    for (const [index, code] of accounts.entries()) {
      const business_date = `2026-03-${String(3 + ((index * 5) % 12)).padStart(2, '0')}`
      await manual(customer, [debit('1300', 1_000 + index), credit(code, 1_000 + index)], { business_date })
    }
    const { turnover, end_customer_id, fiscal_year_id } = await reconciled(customer)
    const ofAccount = await Promise.all(
      ['3200', '3400'].map(async (code) => {
        const { entries } = there(turnover.accounts.find(({ account_code }) => account_code === code))
        return entriesAt(entries)
      }),
    )
    const filters = new URLSearchParams({ end_customer_id, fiscal_year_id, category: 'accrual' })
    const path = `/v1/statements/vat-reconciliation/entries?${filters}`
    const placeOf = ({ posting_date, entry_number, line_number }: (typeof ofAccount)[number][number]) =>
      `${posting_date} ${String(entry_number).padStart(3)} ${String(line_number).padStart(3)}`
    const expected = ofAccount.flat().map(placeOf).sort()
    expect(expected).to.have.length(LINES_OF_VOUCHER + accounts.length)
    for (const limit of [100, 7, 1]) expect((await entriesAt(path, limit)).map(placeOf)).to.deep.equal(expected)
  })
})

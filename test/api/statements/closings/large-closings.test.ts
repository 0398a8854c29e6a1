import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { put } from '../../../support/client.ts'
import { chart, credit, debit } from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { longestParsed } from '../../../support/watched/longest-parsed.ts'
import { importedBy } from '../../bank/imports-of.ts'
import { datedIn, fileOf } from '../../bank/reconciliation/dated-statements.ts'
import { fetchAs } from '../books-to-show.ts'
import { book, expectClosed } from './closed-books.ts'

const ACCOUNTS = 400
const ENTRIES = 300
const LAST = '2025-12-31'
/** Bytes that are kept of the year, of the reconciliation and of its page; and characters that are parsed in one go. */
const LARGE = 60_000
const MOST = 33_000

describe('a closed year that has kept megabytes', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    const more = Array.from({ length: ACCOUNTS }, (_, index) => ({
      account_code: `6500${String(index).padStart(3, '0')}`,
      account_name: `Kosten der Kostenstelle ${index}`,
      account_type: 'expense',
    }))
    const kmu = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    const { status, text } = await put('/v1/accounts', chart(customer, '2020-01-01', [...kmu, ...more]))
    expect(status, text).to.equal(202)
    const lines = more.map(({ account_code }, index) => debit(account_code, 100 + index))
    const sum = ACCOUNTS * 100 + (ACCOUNTS * (ACCOUNTS - 1)) / 2
    await book(customer, '2025-03-31', [...lines, credit('1020', sum)])
    const bookings = Array.from({ length: ENTRIES }, (_, index) => [1 + (index % 28), 1 + index] as const)
    const received = (ENTRIES * (ENTRIES + 1)) / 2
    await importedBy(customer, fileOf(datedIn('2025-12')('D', [1, 31], [0, received], ...bookings)))
  })

  it('answers with it some rows at a time', async () => {
    const statement = `/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2025&granularity=month`
    const reconciliation = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=${LAST}`
    const texts = () =>
      Promise.all([statement, reconciliation].map(async (path) => (await fetchAs(path, 'application/json')).text()))
    const [, open = ''] = await texts()
    await expectClosed(customer, 'FY2025')
    let closed: string[] = []
    expect(await longestParsed(async () => (closed = await texts()))).to.be.lessThan(MOST)
    for (const text of closed) expect(text.length).to.be.greaterThan(LARGE)
    expect(closed[1]).to.equal(open)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('and so does the page of an answer that is as large', async () => {
    const page = `/v1/camt-053/entries?end_customer_id=${customer}&limit=${ENTRIES}`
    let text = ''
    const longest = await longestParsed(async () => {
      text = await (await fetchAs(page, 'text/html')).text()
    })
    expect(text.length).to.be.greaterThan(LARGE)
    expect(longest).to.be.lessThan(MOST)
  })
})

import { expect } from 'chai'
import { dropTables, refreshTables } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { credit, debit, INVOICES, invoice, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { cellsOf, fetchAs } from '../books-to-show.ts'
import { minorIn, rowsIn } from '../rows/rows-in-page.ts'

const DAYS = ['01-01', '01-31', '02-10', '03-31', '04-01', '05-20', '06-30', '11-30', '12-31'].map(
  (day) => `2025-${day}`,
)

describe('some days of an account ledger', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    const book = async (business_date: string, lines: object[], more: object = {}) => {
      const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload: { ...more, lines } }), {
        wait: 10,
      })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    }
    await book('2024-12-31', [debit('1020', 1_000), credit('3400', 1_000)])
    await book('2025-01-01', [debit('1020', 500_000), credit('2800', 500_000)], { entry_type: 'opening' })
    await book('2025-01-31', [debit('1020', 30_000), credit('3400', 30_000)])
    await book('2025-03-31', [debit('1020', 20_000), credit('3400', 20_000)])
    await book('2025-04-01', [debit('1020', 5_000), credit('3400', 5_000)])
    // With VAT, which no revenue has.
    await post(INVOICES, invoice(customer, { business_date: '2025-05-20' }), { wait: 10 })
    await book('2025-06-30', [debit('3400', 700), credit('1020', 700)])
    await book('2025-12-31', [debit('3400', 64_300), credit('2979', 64_300)], { entry_type: 'closing' })
  })

  const path = <const More extends string>(account_code: string, more: More) =>
    `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY2025&account_code=${account_code}${more}` as const
  const read = async (account_code: string, more = '') => {
    const { status, body, text } = await get(path(account_code, more))
    expect(status, text).to.equal(200)
    return body
  }
  const netOf = ({
    debit,
    credit,
  }: {
    debit: { amount_minor: number } | null
    credit: { amount_minor: number } | null
  }) => (debit?.amount_minor ?? 0) - (credit?.amount_minor ?? 0)

  for (const [account_code, tables, prepare] of [
    ['3400', 'without statement tables', dropTables],
    ['3400', 'with statement tables', refreshTables],
    ['1020', 'without statement tables', dropTables],
    ['1020', 'with statement tables', refreshTables],
    ['2800', 'with statement tables', refreshTables],
  ] as const)
    it(`begin with the balance before them, have their lines and what these add up to: ${account_code} ${tables}`, async () => {
      await prepare(customer)
      const whole = await read(account_code)
      for (const [at, from] of DAYS.entries())
        for (const to of [undefined, ...DAYS.slice(at)]) {
          const until = to ?? '2025-12-31'
          const more = `&from_date=${from}${to === undefined ? '' : `&to_date=${to}`}`
          const found = await read(account_code, more)
          const before = whole.lines.filter(({ posting_date }) => posting_date < from)
          const its = whole.lines.filter(({ posting_date }) => posting_date >= from && posting_date <= until)
          expect([found.period_start, found.period_end, found.lines], more).to.deep.equal([from, until, its])
          const sumOf = (lines: typeof its) => lines.reduce((sum, line) => sum + netOf(line), 0)
          const ofType = (type: string) => sumOf(its.filter(({ entry_type }) => entry_type === type))
          const carried = whole.carried_forward.amount_minor + sumOf(before)
          expect(
            [
              found.carried_forward,
              found.opening_balance,
              found.movement,
              found.closing_entries,
              found.closing_balance,
            ].map(({ amount_minor }) => amount_minor),
            more,
          ).to.deep.equal([
            carried,
            carried + ofType('opening'),
            ofType('standard'),
            ofType('closing'),
            carried + sumOf(its),
          ])
          expect(found.debit.amount_minor - found.credit.amount_minor, more).to.equal(sumOf(its) - ofType('opening'))
        }
    })

  it('have pages whose balances go on, and no line of other days as their cursor', async () => {
    const asked = '&from_date=2025-03-31&to_date=2025-06-30'
    const whole = await read('3400', asked)
    expect(whole.lines.map(({ balance }) => balance.amount_minor)).to.deep.equal([-50_000, -55_000, -65_000, -64_300])
    const pages: unknown[] = []
    for (let after = ''; ; ) {
      const page = await read('3400', `${asked}&limit=1${after}`)
      pages.push(...page.lines)
      expect([page.carried_forward, page.movement]).to.deep.equal([whole.carried_forward, whole.movement])
      if (!page.has_more) break
      after = `&starting_after=${there(page.lines[0]).id}`
    }
    expect(pages).to.deep.equal(whole.lines)
    const all = (await read('3400')).lines
    for (const line of [all.at(0), all.at(-1)]) {
      const { status, body } = await get(path('3400', `${asked}&starting_after=${there(line).id}`))
      expect([status, body.error.details[0]?.code]).to.deep.equal([400, 'unknown_cursor'])
    }
  })

  it('are of the year, in their order, and without what is of the whole year', async () => {
    for (const [more, pointer] of [
      ['&from_date=2024-12-31', '/from_date'],
      ['&from_date=2026-01-01', '/from_date'],
      ['&from_date=2025-05-02&to_date=2025-05-01', '/from_date'],
      ['&from_date=2025-05-01&granularity=month', '/granularity'],
      ['&from_date=2025-05-01&comparison=prior_fiscal_year', '/comparison'],
    ] as const) {
      const { status, body } = await get(path('3400', more))
      expect([status, body.error.details[0]?.pointer], more).to.deep.equal([400, pointer])
    }
  })

  it('say on their page what they add up to, and lead to the days before', async () => {
    const page = await openPage(path('3400', '&from_date=2025-04-01&to_date=2025-06-30'), await newPass([customer]))
    const rows = rowsIn(page.html)
    const named = (word: string) => there(rows.find(({ text }) => text.includes(word)))
    expect(there(named('Bewegung').amounts.at(-1)).minor).to.equal(-14_300)
    expect(there(named('Endsaldo').amounts.at(-1)).minor).to.equal(-64_300)
    const carried = there(named('Saldovortrag').amounts.at(-1))
    expect(carried.minor).to.equal(-50_000)
    const { pathname, search } = new URL(there(carried.href), page.url)
    const { body } = await get(`${pathname}${search}` as ReturnType<typeof path>)
    expect([body.period_end, body.closing_balance.amount_minor]).to.deep.equal(['2025-03-31', -50_000])
    expect(there(named('Bewegung').amounts.at(-1)).href).to.equal(`#${there(rows[0]).id}`)
  })

  it('say it in CSV, too; of a whole year where closing entries have taken it away', async () => {
    const labelsIn = async (more: string) => {
      const rows = cellsOf(await (await fetchAs(path('3400', more), 'text/csv')).text())
      const balances = rows.filter(([date], index) => index > 0 && date === '')
      return balances.map((cells) => [cells[2], minorIn(cells[6] ?? '')])
    }
    expect(await labelsIn('&from_date=2025-04-01&to_date=2025-06-30')).to.deep.equal([
      ['Saldovortrag', -50_000],
      ['Bewegung', -14_300],
      ['Endsaldo', -64_300],
    ])
    expect(await labelsIn('')).to.deep.equal([
      ['Saldovortrag', 0],
      ['Bewegung', -64_300],
      ['Abschlussbuchungen', 64_300],
      ['Endsaldo', 0],
    ])
    expect(await labelsIn('&to_date=2025-06-30')).to.deep.equal([
      ['Saldovortrag', 0],
      ['Endsaldo', -64_300],
    ])
  })
})

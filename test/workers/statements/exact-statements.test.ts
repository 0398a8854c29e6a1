import { expect } from 'chai'
import fc from 'fast-check'
import { dropTables, findings, refreshTables } from '../../support/books.ts'
import { post, put } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { expectSums } from './expect-sums.ts'
import { TAX_POSITION } from './expected-rows.ts'
import { bookEvents, type LedgerEvent, ledger, YEARS } from './random-ledgers.ts'
import { everyStatement, readStatement } from './read-statements.ts'

describe('statements of random ledgers', () => {
  it('every statement equals sums over the raw lines, and stays what it was', async function () {
    this.timeout(360_000)
    await fc.assert(fc.asyncProperty(ledger, holds), { seed: 9595, numRuns: 4 })
  })

  it('every account of the SME chart stands on exactly one row, and on the right one', async () => {
    const customer = await newKmuCustomer()
    // Liabilities on their usual side: on the other one, some of them stand on another row.
    const lines = KMU_ACCOUNTS.filter(({ account_code }) => account_code !== '9900').map(
      ({ account_code, account_type }, index) => {
        const amount = 1_000_000 + index * 1000 - (account_type === 'liability' ? 500_000 : 0)
        // Those that need open items: receivables, payables, customer credit, advances to suppliers.
        const isControl = ['1100', '1192', '2000', '2030'].includes(account_code)
        const more = isControl ? { open_item: { new: { partner: { name: 'Partner' } } } } : {}
        return account_type === 'liability' ? credit(account_code, amount, more) : debit(account_code, amount, more)
      },
    )
    const total = lines.reduce(
      (sum, line) => sum + ('debit' in line ? line.debit.amount_minor : -line.credit.amount_minor),
      0,
    )
    const request = voucher(customer, { payload: { lines: [...lines, credit('9900', total)] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const sheet = await readStatement(customer, 'or-balance-sheet', 'FY2026')
    const income = await readStatement(customer, 'or-income-statement', 'FY2026')
    expect([sheet.checks.every_account_has_a_row, income.checks.or_equals_plain_statements]).to.deep.equal([true, true])
    const rows = new Map<string, string[]>()
    for (const { row_key, kind, source_accounts } of [...sheet.rows, ...income.rows]) {
      if (kind === 'of_which') continue
      for (const { account_code } of source_accounts) {
        if (account_code) rows.set(account_code, [...(rows.get(account_code) ?? []), row_key])
      }
    }
    // What earlier years left on the account of the result is carried forward.
    const rowOf = (account_code: string, or_row: string) => {
      // Input tax is more than output tax here, and both are one position.
      if (TAX_POSITION.test(account_code)) return 'uebrige_kurzfristige_forderungen'
      return or_row === 'jahresgewinn_jahresverlust' ? 'gewinnvortrag_verlustvortrag' : or_row
    }
    expect(Object.fromEntries(rows)).to.deep.equal(
      Object.fromEntries(KMU_ACCOUNTS.map(({ account_code, or_row }) => [account_code, [rowOf(account_code, or_row)]])),
    )
  })
})

async function holds(stages: LedgerEvent[][]): Promise<void> {
  const customer = await newKmuCustomer()
  for (const year of [...YEARS].reverse()) {
    const { fiscal_year_id, ...dates } = year
    const answer = await put(`/v1/fiscal-years/${fiscal_year_id}`, { end_customer_id: customer, ...dates })
    expect(answer.status, answer.text).to.equal(202)
  }
  const stood: { as_of: number; texts: string[] }[] = []
  for (const stage of stages) {
    await bookEvents(customer, stage)
    const [{ ledger_position }] = await everyStatement(customer).then((texts) => texts.map((text) => JSON.parse(text)))
    stood.push({ as_of: ledger_position.entry_number, texts: await everyStatement(customer) })
    if (stood.length === 1) await refreshTables(customer)
  }
  expect(await findings(customer)).to.deep.equal([])
  const found = await everyStatement(customer)
  await refreshTables(customer)
  expect(await everyStatement(customer), 'refreshed').to.deep.equal(found)
  await expectStood(customer, stood)
  await dropTables(customer)
  expect(await everyStatement(customer), 'without tables').to.deep.equal(found)
  await expectStood(customer, stood)
  for (const { fiscal_year_id, start_date, end_date } of YEARS)
    await expectSums(customer, fiscal_year_id, start_date, end_date)
}

async function expectStood(customer: string, stood: readonly { as_of: number; texts: string[] }[]): Promise<void> {
  for (const { as_of, texts } of stood) {
    expect(await everyStatement(customer, `&as_of_entry_number=${as_of}`), `as of ${as_of}`).to.deep.equal(texts)
  }
}

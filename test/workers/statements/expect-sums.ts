import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import type { Sheet } from '../../support/books.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { expectAccounts, type RawLine } from './expect-accounts.ts'
import { expectedRows, type PartnerBalance } from './expected-rows.ts'
import { readStatement } from './read-statements.ts'

/** Everything computed once more from the lines as they are, by the test itself. */
export async function expectSums(customer: string, year: string, from: string, to: string): Promise<void> {
  const lines = await service().web.pool.any(sql.type(row<RawLine>())`
    select account_code, line.posting_date, entry_type, debit_minor::float8 as debit, credit_minor::float8 as credit
    from journal_lines line join journal_entries using (end_customer_id, entry_number)
    where end_customer_id = ${customer} and line.posting_date <= ${to}
  `)
  const sum = (keep: (line: RawLine) => boolean) =>
    lines.filter(keep).reduce((total, line) => total + line.debit - line.credit, 0)
  const ofYear = ({ posting_date }: RawLine) => posting_date >= from
  const isResult = ({ account_code }: RawLine) => /^[3-8]/.test(account_code)
  const rowOf = new Map(KMU_ACCOUNTS.map(({ account_code, or_row }) => [account_code, or_row]))

  const sheet = await readStatement(customer, 'or-balance-sheet', year, '&granularity=month')
  const income = await readStatement(customer, 'or-income-statement', year, '&granularity=quarter')
  const amountOf = ({ rows }: Sheet, key: string) =>
    rows.find(({ row_key }) => row_key === key)?.amount.amount_minor ?? 0
  const result = 0 - sum((line) => ofYear(line) && isResult(line) && ['standard', 'takeover'].includes(line.entry_type))
  expect(amountOf(sheet, 'jahresgewinn_jahresverlust')).to.equal(result)
  expect(amountOf(income, 'jahresergebnis')).to.equal(result)
  const carried = ['gewinnvortrag_verlustvortrag', 'jahresgewinn_jahresverlust']
  const everything = 0 - sum((line) => isResult(line) || carried.includes(rowOf.get(line.account_code) ?? ''))
  expect(amountOf(sheet, 'gewinnvortrag_verlustvortrag')).to.equal(everything - result)
  const balances = expectedRows(lines, await partnerBalances(customer, to), await controlAccounts(customer))
  for (const { row_key, kind } of sheet.rows) {
    if (kind !== 'line' || carried.includes(row_key)) continue
    expect(Math.abs(amountOf(sheet, row_key)), row_key).to.equal(Math.abs(balances.get(row_key) ?? 0))
  }
  for (const statement of [sheet, income]) {
    for (const { kind, amount, source_accounts } of statement.rows) {
      const total = source_accounts.reduce((so_far, { amount }) => so_far + amount.amount_minor, 0)
      if (kind === 'line') expect(total).to.equal(amount.amount_minor)
    }
  }
  expectSeries(sheet, income)
  const isControlled = sum(({ account_code }) => account_code.startsWith('9')) === 0
  for (const { checks } of [sheet, income]) {
    expect(checks).to.include({
      assets_equal_liabilities_and_equity: isControlled,
      result_equals_income_statement: true,
      or_equals_plain_statements: true,
      debits_equal_credits: true,
      every_account_has_a_row: true,
      closing_accounts_are_zero: isControlled,
    })
  }
  await expectAccounts(customer, year, lines, from)
}

/** Balance sheets end where the statement stands, activity sums up to it. */
function expectSeries(sheet: Sheet, income: typeof sheet): void {
  const last = sheet.period_series?.at(-1)?.rows.map(({ row_key, amount }) => [row_key, amount.amount_minor])
  expect(last).to.deep.equal(sheet.rows.map(({ row_key, amount }) => [row_key, amount.amount_minor]))
  for (const { row_key, amount } of income.rows) {
    const inBuckets = (income.period_series ?? []).map(({ rows }) =>
      there(rows.find((candidate) => candidate.row_key === row_key)),
    )
    const total = inBuckets.reduce((so_far, { amount }) => so_far + amount.amount_minor, 0)
    expect(total, row_key).to.equal(amount.amount_minor)
  }
}

/** From what happened to each item up to a day. */
function partnerBalances(customer: string, to: string): Promise<readonly PartnerBalance[]> {
  return service().web.pool.any(sql.type(row<PartnerBalance>())`
    select account_code, sum(
        case when kind in ('payable', 'supplier_advance') then -moved.base_amount_minor else moved.base_amount_minor end
      )::float8 as balance
    from open_item_movements moved join open_items using (end_customer_id, open_item_id)
    where end_customer_id = ${customer} and moved.posting_date <= ${to}
    group by account_code, partner_reference, case when partner_reference is null then partner_name end
  `)
}

async function controlAccounts(customer: string): Promise<string[]> {
  const rows = await service().web.pool.any(sql.type(row<{ account_code: string }>())`
    select distinct account_code from control_accounts where end_customer_id = ${customer}
  `)
  return rows.map(({ account_code }) => account_code)
}

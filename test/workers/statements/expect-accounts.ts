import { expect } from 'chai'
import { readStatement } from './read-statements.ts'

/** A posted line with the type of its entry, in Rappen. */
export type RawLine = { account_code: string; posting_date: string; entry_type: string; debit: number; credit: number }

/** Trial balance and ledger of every account against its lines. */
export async function expectAccounts(
  customer: string,
  year: string,
  lines: readonly RawLine[],
  from: string,
): Promise<void> {
  const trial = await readStatement(customer, 'trial-balance', year)
  for (const account of trial.rows) {
    if (account.account_code === null) continue
    const its = lines.filter(({ account_code }) => account_code === account.account_code)
    const isCarried = !/^[3-8]/.test(account.account_code)
    const ofYear = its.filter(({ posting_date }) => posting_date >= from)
    const total = (some: readonly RawLine[]) => some.reduce((so_far, line) => so_far + line.debit - line.credit, 0)
    const opened = total(ofYear.filter(({ entry_type }) => entry_type === 'opening'))
    const turned = ofYear.filter(({ entry_type }) => entry_type !== 'opening')
    expect({
      opening: account.opening_balance.amount_minor,
      debit: account.debit.amount_minor,
      credit: account.credit.amount_minor,
      closing: account.closing_balance.amount_minor,
    }).to.deep.equal({
      opening: opened + (isCarried ? total(its.filter(({ posting_date }) => posting_date < from)) : 0),
      debit: turned.reduce((so_far, line) => so_far + line.debit, 0),
      credit: turned.reduce((so_far, line) => so_far + line.credit, 0),
      closing: total(isCarried ? its : ofYear),
    })
  }
  expect(trial.totals.closing_balance.amount_minor).to.equal(0)
  expect(trial.totals.debit).to.deep.equal(trial.totals.credit)
  const [{ account_code, closing_balance } = { account_code: null, closing_balance: null }] = trial.rows
  if (account_code) await expectLedger(customer, year, account_code, closing_balance.amount_minor)
}

/** Page by page, the running balance goes from what was carried forward to the closing balance. */
async function expectLedger(customer: string, year: string, account_code: string, closing: number): Promise<void> {
  let after = ''
  let balance: number | null = null
  for (let has_more = true; has_more; ) {
    const page = await readStatement(customer, 'account-ledger', year, `&account_code=${account_code}&limit=2${after}`)
    balance ??= page.carried_forward.amount_minor
    for (const line of page.lines) {
      balance += (line.debit?.amount_minor ?? 0) - (line.credit?.amount_minor ?? 0)
      expect(line.balance.amount_minor).to.equal(balance)
    }
    has_more = page.has_more
    after = `&starting_after=${page.lines.at(-1)?.id}`
  }
  expect(balance).to.equal(closing)
  await expectMonths(customer, year, account_code)
}

/** The ledger of the days of a month begins, turns and ends as the month does in that of the year. */
async function expectMonths(customer: string, year: string, account_code: string): Promise<void> {
  const whole = await readStatement(customer, 'account-ledger', year, `&account_code=${account_code}&granularity=month`)
  for (const { period_start, period_end, ...turnover } of whole.period_series ?? []) {
    const days = `&account_code=${account_code}&from_date=${period_start}&to_date=${period_end}`
    const { opening_balance, debit, credit, closing_balance } = await readStatement(
      customer,
      'account-ledger',
      year,
      days,
    )
    expect({ opening_balance, debit, credit, closing_balance }, days).to.deep.equal(turnover)
  }
}

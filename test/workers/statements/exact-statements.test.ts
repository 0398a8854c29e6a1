import { expect } from 'chai'
import fc from 'fast-check'
import { row, sql } from '../../../shared/store/db/database.ts'
import type { Sheet } from '../../support/books.ts'
import { dropTables, findings, quietly, refreshTables } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../support/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

/** Three years, the middle one long and shifted: 2024 until June, then fifteen months, then a short one. */
const YEARS = [
  { fiscal_year_id: 'A', start_date: '2024-01-01', end_date: '2024-06-30' },
  { fiscal_year_id: 'B', start_date: '2024-07-01', end_date: '2025-09-30' },
  { fiscal_year_id: 'C', start_date: '2025-10-01', end_date: '2025-12-31' },
]
const DAYS = 731

type Event =
  | { kind: 'voucher'; day: number; entry_type: string; accounts: [number, number, number]; amounts: [number, number] }
  | { kind: 'expense' | 'invoice'; day: number; net: number; is_reversed: boolean }

const day = fc.integer({ min: 0, max: DAYS - 1 })
const account = fc.integer({ min: 0, max: KMU_ACCOUNTS.length - 1 })
const amount = fc.integer({ min: 1, max: 9_999_999 })
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('voucher' as const),
    day,
    entry_type: fc.constantFrom('standard', 'standard', 'standard', 'opening', 'closing'),
    accounts: fc.tuple(account, account, account),
    amounts: fc.tuple(amount, amount),
  }),
  fc.record({
    kind: fc.constantFrom('expense' as const, 'invoice' as const),
    day,
    net: fc.integer({ min: -500_000, max: 900_000 }).filter((net) => net !== 0),
    is_reversed: fc.boolean(),
  }),
)
const ledger = fc.array(fc.array(event, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 })

describe('statements of random ledgers', () => {
  it('every statement equals sums over the raw lines, and stays what it was', async function () {
    this.timeout(120_000)
    await fc.assert(fc.asyncProperty(ledger, holds), { seed: 9595, numRuns: 6 })
  })

  it('every account of the SME chart stands on exactly one row, and on the right one', async () => {
    const customer = await newKmuCustomer()
    const lines = KMU_ACCOUNTS.filter(({ account_code }) => account_code !== '9900').map(({ account_code }, index) =>
      debit(account_code, 1_000_000 + index),
    )
    const total = lines.reduce((sum, line) => sum + line.debit.amount_minor, 0)
    const request = voucher(customer, { payload: { lines: [...lines, credit('9900', total)] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const sheet = await read(customer, 'or-balance-sheet', 'FY2026')
    const income = await read(customer, 'or-income-statement', 'FY2026')
    expect([sheet.checks.every_account_has_a_row, income.checks.or_equals_plain_statements]).to.deep.equal([true, true])
    const rows = new Map<string, string[]>()
    for (const { row_key, source_accounts } of [...sheet.rows, ...income.rows]) {
      for (const { account_code } of source_accounts) {
        if (account_code) rows.set(account_code, [...(rows.get(account_code) ?? []), row_key])
      }
    }
    // What earlier years left on the account of the result is carried forward.
    const rowOf = (or_row: string) =>
      or_row === 'jahresgewinn_jahresverlust' ? 'gewinnvortrag_verlustvortrag' : or_row
    expect(Object.fromEntries(rows)).to.deep.equal(
      Object.fromEntries(KMU_ACCOUNTS.map(({ account_code, or_row }) => [account_code, [rowOf(or_row)]])),
    )
  })
})

async function holds(stages: Event[][]): Promise<void> {
  const customer = await newKmuCustomer()
  for (const year of [...YEARS].reverse()) {
    const { fiscal_year_id, ...dates } = year
    const answer = await put(`/v1/fiscal-years/${fiscal_year_id}`, { end_customer_id: customer, ...dates })
    expect(answer.status, answer.text).to.equal(202)
  }
  const stood: { as_of: number; texts: string[] }[] = []
  for (const stage of stages) {
    await book(customer, stage)
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

async function book(customer: string, events: readonly Event[]): Promise<void> {
  const facts = await Promise.all(events.map((own) => send(customer, own)))
  await quietly(customer)
  const reversal = { end_customer_id: customer, reason: 'x' }
  await Promise.all(
    events.map((own, index) =>
      own.kind !== 'voucher' && own.is_reversed ? post(`/v1/source-facts/${facts[index]}/reverse`, reversal) : null,
    ),
  )
  await quietly(customer)
}

async function send(customer: string, own: Event): Promise<string> {
  const business_date = new Date(Date.UTC(2024, 0, 1 + own.day)).toISOString().slice(0, 10)
  if (own.kind === 'voucher') {
    const [first, second, third] = own.accounts.map((index) => KMU_ACCOUNTS[index]?.account_code ?? '') as [
      string,
      string,
      string,
    ]
    const [a, b] = own.amounts
    const lines = [debit(first, a), debit(second, b), credit(third, a + b)]
    const request = voucher(customer, { business_date, payload: { entry_type: own.entry_type, lines } })
    return (await post(VOUCHERS, request)).body.id
  }
  const { net } = own
  const tax = Math.sign(net) * Math.floor((Math.abs(net) * 81 + 500) / 1000)
  const code = own.kind === 'expense' ? 'I81' : 'V81'
  const payload = {
    document_date: business_date,
    supply_date: '2026-01-01',
    gross_amount: chf(net + tax),
    tax_lines: [taxLine(code, net, tax)],
  }
  const request =
    own.kind === 'expense'
      ? expense(customer, { business_date, payload })
      : invoice(customer, { business_date, payload })
  return (await post(own.kind === 'expense' ? EXPENSES : INVOICES, request)).body.id
}

const NAMES = [
  'or-balance-sheet',
  'or-income-statement',
  'balance-sheet',
  'income-statement',
  'trial-balance',
  'account-ledger',
]

async function everyStatement(customer: string, more = ''): Promise<string[]> {
  const paths = YEARS.flatMap(({ fiscal_year_id }) =>
    NAMES.flatMap((name) =>
      ['month', 'quarter'].map(
        (granularity) =>
          `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}&granularity=${granularity}` +
          `&comparison=prior_fiscal_year${name === 'account-ledger' ? '&account_code=1100' : ''}${more}`,
      ),
    ),
  )
  return Promise.all(paths.map(async (path) => (await get(path)).text))
}

async function read<const Name extends string>(customer: string, name: Name, fiscal_year_id: string, more = '') {
  return (await get(`/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}${more}`)).body
}

type RawLine = { account_code: string; posting_date: string; entry_type: string; debit: number; credit: number }

/** Everything computed once more from the lines as they are, in this test's own words. */
async function expectSums(customer: string, year: string, from: string, to: string): Promise<void> {
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

  const sheet = await read(customer, 'or-balance-sheet', year, '&granularity=month')
  const income = await read(customer, 'or-income-statement', year, '&granularity=quarter')
  const amountOf = ({ rows }: Sheet, key: string) => rows.find((own) => own.row_key === key)?.amount.amount_minor ?? 0
  const result = 0 - sum((line) => ofYear(line) && isResult(line) && line.entry_type === 'standard')
  expect(amountOf(sheet, 'jahresgewinn_jahresverlust')).to.equal(result)
  expect(amountOf(income, 'jahresergebnis')).to.equal(result)
  const carried = ['gewinnvortrag_verlustvortrag', 'jahresgewinn_jahresverlust']
  const everything = 0 - sum((line) => isResult(line) || carried.includes(rowOf.get(line.account_code) ?? ''))
  expect(amountOf(sheet, 'gewinnvortrag_verlustvortrag')).to.equal(everything - result)
  for (const { row_key, kind } of sheet.rows) {
    if (kind !== 'line' || carried.includes(row_key)) continue
    const isAsset = sum((line) => rowOf.get(line.account_code) === row_key)
    expect(Math.abs(amountOf(sheet, row_key)), row_key).to.equal(Math.abs(isAsset))
  }
  for (const statement of [sheet, income]) {
    for (const { kind, amount, source_accounts } of statement.rows) {
      const total = source_accounts.reduce((so_far, own) => so_far + own.amount.amount_minor, 0)
      if (kind === 'line') expect(total).to.equal(amount.amount_minor)
    }
  }
  expectSeries(sheet, income)
  const isControlled = sum(({ account_code }) => account_code.startsWith('9')) === 0
  for (const { checks } of [sheet, income]) {
    expect(checks).to.deep.equal({
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
  const last = sheet.period_series?.at(-1)?.rows.map((own) => [own.row_key, own.amount.amount_minor])
  expect(last).to.deep.equal(sheet.rows.map((own) => [own.row_key, own.amount.amount_minor]))
  for (const { row_key, amount } of income.rows) {
    const inBuckets = (income.period_series ?? []).map(({ rows }) => there(rows.find((own) => own.row_key === row_key)))
    const total = inBuckets.reduce((so_far, own) => so_far + own.amount.amount_minor, 0)
    expect(total, row_key).to.equal(amount.amount_minor)
  }
}

/** Trial balance and ledger of every account against its lines. */
async function expectAccounts(customer: string, year: string, lines: readonly RawLine[], from: string): Promise<void> {
  const trial = await read(customer, 'trial-balance', year)
  for (const own of trial.rows) {
    if (own.account_code === null) continue
    const its = lines.filter(({ account_code }) => account_code === own.account_code)
    const isCarried = !/^[3-8]/.test(own.account_code)
    const ofYear = its.filter(({ posting_date }) => posting_date >= from)
    const total = (some: readonly RawLine[]) => some.reduce((so_far, line) => so_far + line.debit - line.credit, 0)
    const opened = total(ofYear.filter(({ entry_type }) => entry_type === 'opening'))
    const turned = ofYear.filter(({ entry_type }) => entry_type !== 'opening')
    expect({
      opening: own.opening_balance.amount_minor,
      debit: own.debit.amount_minor,
      credit: own.credit.amount_minor,
      closing: own.closing_balance.amount_minor,
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
    const page = await read(customer, 'account-ledger', year, `&account_code=${account_code}&limit=2${after}`)
    balance ??= page.carried_forward.amount_minor
    for (const line of page.lines) {
      balance += (line.debit?.amount_minor ?? 0) - (line.credit?.amount_minor ?? 0)
      expect(line.balance.amount_minor).to.equal(balance)
    }
    has_more = page.has_more
    after = `&starting_after=${page.lines.at(-1)?.id}`
  }
  expect(balance).to.equal(closing)
}

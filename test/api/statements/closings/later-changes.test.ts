import { expect } from 'chai'
import fc from 'fast-check'
import { findings, quietly } from '../../../support/books.ts'
import { get, post, put } from '../../../support/client.ts'
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
} from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { everyText, expectClosed, renameAccounts } from './closed-books.ts'

/** Accounts that vouchers may touch without naming an open item, and that may have any balance. */
const FREE = [
  '1000',
  '1020',
  '1180',
  '1300',
  '1530',
  '2100',
  '2270',
  '2300',
  '2800',
  '3400',
  '4400',
  '5000',
  '6500',
  '6800',
]
const STARTS = ['2020-01-01', '2024-06-01', '2025-01-01', '2025-12-31', '2026-03-01']
const DAYS_OF_CLOSED_YEARS = 731

type Booking = { kind: 'voucher' | 'expense' | 'invoice'; day: number; from: number; to: number; amount: number }

const booking: fc.Arbitrary<Booking> = fc.record({
  kind: fc.constantFrom('voucher', 'voucher', 'expense', 'invoice'),
  day: fc.integer({ min: 0, max: DAYS_OF_CLOSED_YEARS - 1 }),
  from: fc.nat(FREE.length - 1),
  to: fc.nat(FREE.length - 1),
  amount: fc.integer({ min: -900_000, max: 900_000 }).filter((amount) => Math.abs(amount) > 20),
})
const change = fc.oneof(
  fc.record({ kind: fc.constant('chart' as const), start: fc.constantFrom(...STARTS), suffix: fc.string() }),
  fc.record({
    kind: fc.constant('mapping' as const),
    start: fc.constantFrom(...STARTS),
    account: fc.nat(FREE.length - 1),
    row: fc.nat(KMU_ACCOUNTS.length - 1),
  }),
  fc.record({
    kind: fc.constant('settings' as const),
    legal_form: fc.constantFrom('company', 'sole_proprietor', 'partnership', 'association', 'foundation'),
    locale: fc.constantFrom('de', 'fr', 'it', 'en'),
  }),
  fc.record({ kind: fc.constant('booking' as const), booking }),
  fc.record({ kind: fc.constant('reversal' as const), fact: fc.nat(30) }),
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

describe('later changes of any kind', () => {
  it('leave every statement of closed years as it was, byte by byte', async function () {
    this.timeout(120_000)
    const property = fc.asyncProperty(
      fc.array(booking, { minLength: 4, maxLength: 12 }),
      fc.array(change, { minLength: 4, maxLength: 8 }),
      holds,
    )
    await fc.assert(property, { seed: 957, numRuns: 4, endOnFailure: true })
  })
})

async function holds(bookings: readonly Booking[], changes: readonly Change[]): Promise<void> {
  const customer = await newKmuCustomer()
  const first = { kind: 'voucher', day: 0, from: 1, to: 8, amount: 5_000_000 } as const
  const facts = [await send(customer, first, '2025-06-01')]
  for (const each of [{ ...first, day: 0 }, ...bookings]) facts.push(await send(customer, each))
  await quietly(customer)
  await expectClosed(customer, 'FY2024', 'FY2025')
  await send(customer, first, '2026-01-15')
  await quietly(customer)
  const kept = await everyClosedText(customer)
  for (const each of changes) await apply(customer, each, facts)
  await quietly(customer)
  const found: Readonly<Record<string, unknown>> = await everyClosedText(customer)
  for (const [path, text] of Object.entries(kept)) expect(found[path], path).to.deep.equal(text)
  expect(await findings(customer)).to.deep.equal([])
}

/** The years themselves, and the last one as the year before. */
async function everyClosedText(customer: string) {
  const { body } = await get(
    `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026&comparison=prior_fiscal_year`,
  )
  const prior = body.rows.flatMap(({ row_key, prior_amount }) =>
    prior_amount?.amount_minor ? [[row_key, prior_amount.amount_minor]] : [],
  )
  return { ...(await everyText(customer, 'FY2024')), ...(await everyText(customer, 'FY2025')), prior }
}

async function apply(customer: string, each: Change, facts: readonly string[]): Promise<void> {
  const end_customer_id = customer
  if (each.kind === 'chart') await renameAccounts(customer, each.start, (name) => `${name} ${each.suffix}x`)
  else if (each.kind === 'mapping') {
    const mapping_key = `or.${KMU_ACCOUNTS[each.row]?.or_row}`
    const mappings = [{ mapping_key, account_code: FREE[each.account], valid_from: each.start }]
    // A row of the other statement is refused; that changes nothing either.
    await put('/v1/account-mappings', { end_customer_id, mappings }, { wait: 10 })
  } else if (each.kind === 'settings') {
    const { kind, ...settings } = each
    await put(`/v1/end-customers/${customer}`, { ...settings, name: `Firma ${each.legal_form}` })
  } else if (each.kind === 'booking') await send(customer, each.booking, '2026-02-01')
  else await post(`/v1/source-facts/${facts[each.fact % facts.length]}/reverse`, { end_customer_id, reason: 'x' })
}

async function send(customer: string, { kind, day, from, to, amount }: Booking, on?: string): Promise<string> {
  const business_date = on ?? new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
  if (kind === 'voucher') {
    const size = Math.abs(amount)
    const lines = [debit(FREE[from] ?? '', size), credit(FREE[to] ?? '', size)]
    return (await post(VOUCHERS, voucher(customer, { business_date, payload: { lines } }))).body.id
  }
  const tax = Math.sign(amount) * Math.floor((Math.abs(amount) * 81 + 500) / 1000)
  const payload = {
    document_date: business_date,
    supply_date: '2026-01-01',
    gross_amount: chf(amount + tax),
    tax_lines: [taxLine(kind === 'expense' ? 'I81' : 'V81', amount, tax)],
  }
  const request = { business_date, payload }
  const answer =
    kind === 'expense' ? post(EXPENSES, expense(customer, request)) : post(INVOICES, invoice(customer, request))
  return (await answer).body.id
}

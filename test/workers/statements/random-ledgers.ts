import fc from 'fast-check'
import { quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
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
} from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'

/** Three years, the middle one long and shifted: 2024 until June, then fifteen months, then a short one. */
export const YEARS = [
  { fiscal_year_id: 'A', start_date: '2024-01-01', end_date: '2024-06-30' },
  { fiscal_year_id: 'B', start_date: '2024-07-01', end_date: '2025-09-30' },
  { fiscal_year_id: 'C', start_date: '2025-10-01', end_date: '2025-12-31' },
]
const DAYS = 731

export type LedgerEvent =
  | { kind: 'voucher'; day: number; entry_type: string; accounts: [number, number, number]; amounts: [number, number] }
  | { kind: 'expense' | 'invoice'; day: number; net: number; is_reversed: boolean }

const day = fc.integer({ min: 0, max: DAYS - 1 })
const account = fc.integer({ min: 0, max: KMU_ACCOUNTS.length - 1 })
const amount = fc.integer({ min: 1, max: 9_999_999 })
const anyEvent: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('voucher' as const),
    day,
    entry_type: fc.constantFrom('standard', 'standard', 'standard', 'opening', 'closing', 'takeover'),
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
export const ledger = fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 })

/** Sends the facts, then reverses those that are to be reversed. */
export async function bookEvents(customer: string, events: readonly LedgerEvent[]): Promise<void> {
  const facts = await Promise.all(events.map((event) => send(customer, event)))
  await quietly(customer)
  const reversal = { end_customer_id: customer, reason: 'x' }
  await Promise.all(
    events.map((event, index) =>
      event.kind !== 'voucher' && event.is_reversed ? post(`/v1/source-facts/${facts[index]}/reverse`, reversal) : null,
    ),
  )
  await quietly(customer)
}

async function send(customer: string, event: LedgerEvent): Promise<string> {
  const business_date = new Date(Date.UTC(2024, 0, 1 + event.day)).toISOString().slice(0, 10)
  if (event.kind === 'voucher') {
    const accounts = accountsOf(event.entry_type)
    const [first, second, third] = event.accounts.map((index) => accounts[index % accounts.length] ?? '') as [
      string,
      string,
      string,
    ]
    const [a, b] = event.amounts
    const lines = [debit(first, a), debit(second, b), credit(third, a + b)]
    const request = voucher(customer, { business_date, payload: { entry_type: event.entry_type, lines } })
    return (await post(VOUCHERS, request)).body.id
  }
  const { net } = event
  const tax = Math.sign(net) * Math.floor((Math.abs(net) * 81 + 500) / 1000)
  const code = event.kind === 'expense' ? 'I81' : 'V81'
  const payload = {
    document_date: business_date,
    supply_date: '2026-01-01',
    gross_amount: chf(net + tax),
    tax_lines: [taxLine(code, net, tax)],
  }
  const request =
    event.kind === 'expense'
      ? expense(customer, { business_date, payload })
      : invoice(customer, { business_date, payload })
  return (await post(event.kind === 'expense' ? EXPENSES : INVOICES, request)).body.id
}

/** The accounts that an entry of the type may touch. */
function accountsOf(entry_type: string): string[] {
  const mayTouch = (code: string) => {
    if (entry_type === 'opening') return /^([12]|910)/.test(code)
    return entry_type !== 'closing' || /^([3-8]|2979|9200)/.test(code)
  }
  return KMU_ACCOUNTS.map(({ account_code }) => account_code).filter(mayTouch)
}

import fc from 'fast-check'
import { itemsOf, post, put } from '../../../support/client.ts'
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
import { KMU_ACCOUNTS } from '../../../support/requests/kmu-chart.ts'
import { EFFECTIVE, NET_RATE, NOT_REGISTERED, register } from '../../vat/register.ts'
import { applyToBank, bankChange } from './bank-changes.ts'
import { renameAccounts } from './closed-books.ts'

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
export const LAST_DAYS = ['2024-12-31', '2025-12-31']
const DAYS_OF_CLOSED_YEARS = 731

/** Those of the examples: both have open items in the closed years. */
const PARTNERS = ['Kundin GmbH', 'Papeterie Muster AG']
const ROLES = [
  'accounts_receivable',
  'accounts_payable',
  'bank',
  'customer_credit',
  'output_tax',
  'fx_loss',
  'tax_owed',
]

export type Booking = {
  kind: 'voucher' | 'expense' | 'invoice'
  day: number
  from: number
  to: number
  amount: number
  is_foreign: boolean
}

export const booking: fc.Arbitrary<Booking> = fc.record({
  kind: fc.constantFrom('voucher', 'voucher', 'expense', 'invoice'),
  day: fc.integer({ min: 0, max: DAYS_OF_CLOSED_YEARS - 1 }),
  from: fc.nat(FREE.length - 1),
  to: fc.nat(FREE.length - 1),
  amount: fc.integer({ min: -900_000, max: 900_000 }).filter((amount) => Math.abs(amount) > 20),
  is_foreign: fc.boolean(),
})
export const change = fc.oneof(
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
  fc.record({ kind: fc.constant('payment' as const), item: fc.nat(30), share: fc.integer({ min: 10, max: 100 }) }),
  fc.record({
    kind: fc.constant('relation' as const),
    start: fc.constantFrom(...STARTS),
    partner: fc.constantFrom(...PARTNERS),
    related_to: fc.constantFrom('holders' as const, 'organs' as const, 'participations' as const, null),
  }),
  fc.record({
    kind: fc.constant('role' as const),
    start: fc.constantFrom(...STARTS),
    role: fc.constantFrom(...ROLES),
    account: fc.constantFrom('1021', '1190', '2210', '2271', ...FREE),
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    start: fc.constantFrom(...STARTS),
    rate: fc.integer({ min: 80, max: 120 }),
  }),
  fc.record({
    kind: fc.constant('registration' as const),
    start: fc.constantFrom(...STARTS),
    registration: fc.constantFrom(EFFECTIVE, NET_RATE, NOT_REGISTERED),
  }),
  { weight: 5, arbitrary: bankChange },
)
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Makes a change; one that is refused changes nothing either. @returns whether it was taken */
export async function apply(customer: string, each: Change, facts: readonly string[]): Promise<boolean> {
  const end_customer_id = customer
  const { kind } = each
  if (kind === 'booking') return (await send(customer, each.booking, '2026-02-01')) !== ''
  if (kind === 'chart') return taken(renameAccounts(customer, each.start, (name) => `${name} ${each.suffix}x`))
  if (kind === 'settings') {
    const { legal_form, locale } = each
    return taken(put(`/v1/end-customers/${customer}`, { legal_form, locale, name: `Firma ${legal_form}` }))
  }
  if (kind === 'reversal') {
    const path = `/v1/source-facts/${facts[each.fact % facts.length]}/reverse` as const
    return taken(post(path, { end_customer_id, reason: 'x' }))
  }
  if (kind === 'link' || kind === 'dismissal' || kind === 'late statement') return applyToBank(customer, each)
  if (kind === 'payment') return payInCash(customer, each.item, each.share)
  if (kind === 'rate') {
    const rates = [{ currency: 'EUR', rate: (each.rate / 100).toFixed(2), rate_date: each.start }]
    return taken(put('/v1/exchange-rates', { end_customer_id, rates }))
  }
  if (kind === 'registration') return taken(register(customer, each.start, each.registration))
  if (kind === 'relation') {
    const relations = [{ partner: { name: each.partner }, related_to: each.related_to, valid_from: each.start }]
    return taken(put('/v1/partner-relations', { end_customer_id, relations }))
  }
  const [mapping_key, account_code] =
    kind === 'role'
      ? [`posting.${each.role}`, each.account]
      : [`or.${KMU_ACCOUNTS[each.row]?.or_row}`, FREE[each.account] ?? '']
  const mappings = [{ mapping_key, account_code, valid_from: each.start }]
  return taken(put('/v1/account-mappings', { end_customer_id, mappings }, { wait: 10 }))
}

async function taken(answer: Promise<{ status: number }>): Promise<boolean> {
  return (await answer).status < 300
}

/** A part of an invoice of the closed years in francs, paid since. */
async function payInCash(customer: string, at: number, share: number): Promise<boolean> {
  const open = (await itemsOf('documents', customer)).filter(
    ({ open_amount }) => open_amount.currency === 'CHF' && open_amount.amount_minor > 10,
  )
  const document = open[at % Math.max(1, open.length)]
  if (!document) return false
  const amount = Math.trunc((document.open_amount.amount_minor * share) / 100)
  const item = { open_item: { document_id: document.id, purpose: 'payment' } }
  const lines = [debit('1000', amount), credit('1100', amount, item)]
  const request = voucher(customer, { business_date: '2026-02-10', payload: { lines } })
  return (await post(VOUCHERS, request, { wait: 10 })).body.state === 'posted'
}

export async function send(
  customer: string,
  { kind, day, from, to, amount, is_foreign }: Booking,
  on?: string,
): Promise<string> {
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
    ...(is_foreign
      ? { currency: 'EUR', gross_amount: { amount_minor: amount, currency: 'EUR' }, tax_lines: [] }
      : { gross_amount: chf(amount + tax), tax_lines: [taxLine(kind === 'expense' ? 'I81' : 'V81', amount, tax)] }),
  }
  const request = { business_date, payload }
  const answer =
    kind === 'expense' ? post(EXPENSES, expense(customer, request)) : post(INVOICES, invoice(customer, request))
  return (await answer).body.id
}

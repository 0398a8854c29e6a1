import type { Random } from '../../../shared/cli/demo/company/random.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import type { ItemPayload } from './bodies.ts'
import { any, type Reads } from './request.ts'

/** Mostly within what is open. @returns null where nothing is open */
export async function itemPayload(random: Random, name: string, list: Reads['list']): Promise<ItemPayload | null> {
  const kind = random.between(1, 5)
  if (kind === 1) return linesAlone(await ofDocument(random, list))
  if (kind === 2) return linesAlone(await ofPayable(random, list))
  if (kind === 3) return ofPayment(random, list)
  return linesAlone(kind === 4 ? openedItem(random, name) : await advance(random, name, list))
}

function linesAlone(lines: readonly object[] | null): ItemPayload | null {
  return lines && { lines }
}

async function ofDocument(random: Random, list: Reads['list']): Promise<object[] | null> {
  const open = await list('/v1/documents', '&state=open')
  const item = any(
    random,
    open.filter(({ open_amount }) => open_amount.currency === 'CHF' && open_amount.amount_minor > 0),
  )
  if (!item) return null
  const amount = partOf(random, item.open_amount.amount_minor)
  const open_item = { document_id: item.id, purpose: 'write_off' }
  return [debit('6500', amount), credit('1100', amount, { open_item })]
}

async function ofPayable(random: Random, list: Reads['list']): Promise<object[] | null> {
  const open = await list('/v1/supplier-payables', '&state=open')
  const item = any(
    random,
    open.filter(({ open_amount }) => open_amount.amount_minor > 0),
  )
  if (!item) return null
  const { amount_minor, currency } = item.open_amount
  const money = { amount_minor: partOf(random, amount_minor), currency }
  const open_item = { supplier_payable_id: item.id, purpose: 'payment' }
  return [
    { account_code: '2000', debit: money, open_item },
    { account_code: '1020', credit: money },
  ]
}

/** A refund of its credit, with the debit of the bank where one fits; or credit, from an account on which vouchers book bank entries or from another one. */
async function ofPayment(random: Random, list: Reads['list']): Promise<ItemPayload | null> {
  const item = any(random, await list('/v1/payments', '&open=true'))
  if (!item) return null
  const { customer_credit, open_amount } = item
  const credited = customer_credit.amount_minor
  if (credited > 0 && !random.isOneIn(3)) {
    const open_item = { payment_id: item.id, purpose: 'refund' }
    const debits = (await list('/v1/camt-053/entries', '&booking_state=unbooked')).filter(
      ({ credit_debit_indicator, amount: { amount_minor } }) =>
        credit_debit_indicator === 'DBIT' && amount_minor <= credited,
    )
    const paidBack = any(random, debits)
    if (!paidBack) return refund(partOf(random, credited), '6500', open_item)
    const { id: entry_id, amount } = paidBack
    return { ...refund(amount.amount_minor, '1020', open_item), bank_entries: [{ entry_id, amount }] }
  }
  const amount = partOf(random, open_amount.amount_minor)
  const open_item = { payment_id: item.id, purpose: 'transfer' }
  return { lines: [debit(random.isOneIn(2) ? '3400' : '6503', amount), credit('2030', amount, { open_item })] }
}

function refund(amount: number, account_code: string, open_item: object): ItemPayload {
  return { lines: [debit('2030', amount, { open_item }), credit(account_code, amount)] }
}

function openedItem(random: Random, name: string): object[] {
  const amount = random.between(1, 90_000)
  const open_item = { new: { partner: { name } } }
  return random.isOneIn(2)
    ? [debit('1100', amount, { open_item }), credit('3400', amount)]
    : [debit('6530', amount), credit('2000', amount, { open_item })]
}

const TAX_OF_ADVANCE = { tax_code: 'V81', rate_bp: 810 } as const

/** An advance whose tax is declared with the money, or the final invoice of one, which takes it off (practice A11). */
async function advance(random: Random, name: string, list: Reads['list']): Promise<object[]> {
  const open = await list('/v1/documents', '&state=open')
  const taken = any(
    random,
    open.filter(({ kind, open_amount }) => kind === 'customer_credit' && open_amount.amount_minor < -1),
  )
  const partner = { name }
  const ofTax = (base: number) => ({ tax_code: TAX_OF_ADVANCE.tax_code, tax_base: chf(base) })
  const taxOn = (base: number) => Math.round((base * TAX_OF_ADVANCE.rate_bp) / 10_000)
  if (!taken || random.isOneIn(2)) {
    const net = random.between(100, 90_000)
    const opened = credit('2030', net, { open_item: { new: { partner } } })
    return [debit('1000', net + taxOn(net)), opened, credit('2200', taxOn(net), ofTax(net))]
  }
  const net = -taken.open_amount.amount_minor
  const rest = { open_item: { new: { partner } } }
  return [
    debit('1100', net + taxOn(net), rest),
    debit('2030', net, { open_item: { document_id: taken.id, purpose: 'set_off' } }),
    credit('3400', 2 * net),
    credit('2200', taxOn(net), ofTax(net)),
  ]
}

function partOf(random: Random, open: number): number {
  if (random.isOneIn(12)) return open + 1
  return random.isOneIn(2) ? open : Math.max(1, Math.floor(open / random.between(2, 5)))
}

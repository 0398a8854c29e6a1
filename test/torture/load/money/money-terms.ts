import type { Random } from '../../../../shared/cli/demo/company/random.ts'
import { chf } from '../../../support/requests/examples.ts'
import { postingDate } from '../bodies.ts'
import { any, type Reads } from '../request.ts'

type Money = { readonly amount_minor: number; readonly currency: string }
type Evidence = { readonly canonical_entry_hash: string; readonly amount: Money }

/** An allocation that says more than amounts: cash, deductions, items against each other, money in another currency. */
export async function allocationOnTerms(random: Random, reason: string, list: Reads['list']) {
  const open = await list('/v1/documents', '&state=open')
  const posting_date = postingDate(random)
  const invoices = open.filter(({ kind, open_amount }) => kind === 'receivable' && open_amount.amount_minor > 0)
  const invoice = any(random, invoices)
  const note = any(
    random,
    open.filter(({ open_amount }) => open_amount.amount_minor < 0),
  )
  if (!invoice) return null
  const { id: document_id, open_amount } = invoice
  if (note && note.open_amount.currency === open_amount.currency && random.isOneIn(2)) {
    const minor = Math.min(open_amount.amount_minor, -note.open_amount.amount_minor)
    const of = (id: string, amount_minor: number) => ({ document_id: id, amount: { ...open_amount, amount_minor } })
    return { posting_date, lines: [of(document_id, minor), of(note.id, -minor)], set_off_consent: reason }
  }
  const cash = { account_code: '1000', posting_date }
  if (open_amount.currency !== 'CHF') {
    const paid = chf(Math.max(1, Math.round(open_amount.amount_minor * 0.95)))
    return { ...cash, lines: [{ document_id, amount: open_amount, paid }] }
  }
  const off = deductionOf(random, open_amount.amount_minor)
  const amount = chf(open_amount.amount_minor - off.amount.amount_minor)
  const isLoss = off.type === 'write_off'
  return { ...cash, lines: [{ document_id, amount, deductions: [off] }], ...(isLoss && { reason }) }
}

/** What a settlement says beside its amount: an account, a deduction, more than is open, money in another currency. */
export function settlementOnTerms(random: Random, open: Money, evidence: Evidence | null) {
  const money = evidence ? {} : { account_code: '1000' }
  const { amount_minor, currency } = open
  if (evidence?.amount.currency === currency) {
    const isMore = evidence.amount.amount_minor > amount_minor
    return { amount: evidence.amount, ...(isMore && amount_minor > 0 && { overpayment: 'advance' }) }
  }
  if (currency !== 'CHF') return { ...money, amount: open, paid: chf(Math.round(amount_minor * 0.95) || 1) }
  const more = random.between(1, 5_000)
  if (random.isOneIn(3)) return { ...money, amount: chf(amount_minor + more), overpayment: 'advance' }
  const off = deductionOf(random, amount_minor)
  return { ...money, amount: chf(amount_minor - off.amount.amount_minor), deductions: [off] }
}

/** A credit note of a supplier, or an advance to it, pays for what it is owed. */
export async function supplierNetting(random: Random, reason: string, list: Reads['list']) {
  const open = await list('/v1/supplier-payables', '&state=open')
  const owed = any(
    random,
    open.filter(({ open_amount }) => open_amount.amount_minor > 0),
  )
  const against = any(
    random,
    open.filter(
      ({ open_amount }) => open_amount.amount_minor < 0 && open_amount.currency === owed?.open_amount.currency,
    ),
  )
  if (!owed || !against) return null
  const { amount_minor, currency } = owed.open_amount
  const minor = Math.min(amount_minor, -against.open_amount.amount_minor)
  const of = (supplier_payable_id: string, amount: number) => ({
    supplier_payable_id,
    amount: { amount_minor: amount, currency },
  })
  const lines = [of(owed.id, minor), of(against.id, -minor)]
  return { posting_date: postingDate(random), lines, set_off_consent: reason }
}

function deductionOf(random: Random, open_minor: number) {
  const kind = random.between(1, 4)
  if (kind === 1) return { type: 'rounding', amount: chf(Math.sign(open_minor)) }
  const amount = chf(Math.trunc(open_minor / random.between(10, 50)) || Math.sign(open_minor))
  if (kind === 2) return { type: 'other', amount, account_code: '6530' }
  return { type: kind === 3 ? 'discount' : 'write_off', amount }
}

import { sha256Of } from '../../../canonical/hash.ts'
import type { RequestTo } from '../../../client/index.ts'
import { inFrancs } from './documents.ts'

/** The year whose returns the demo shows. */
export const RETURN_YEAR = 2025

const ACTIVITY = { activity_id: '12345', rate_bp: 620, text: 'Metallbau', accounts: ['3400'] }
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'].map((quarter) => `${RETURN_YEAR}-${quarter}`)
const HALVES = ['H1', 'H2'].map((half) => `${RETURN_YEAR}-${half}`)

type Registration = RequestTo<'putVatRegistration'>['body']

/** An end customer with the tax of its returns in Rappen, computed by hand; a credit is negative. */
export type VatClient = {
  readonly name: string
  readonly registration: Pick<Registration, 'method' | 'consideration' | 'filing_period' | 'activities'>
  readonly returns: readonly (readonly [period: string, payable_minor: number])[]
  /** Tax of what is not paid at the end of the year. */
  readonly not_due_minor: number
}

/**
 * Each quarter each of them sells 10'000.00 and buys 4'000.00, both with 8.1 % on top: 810.00 less 324.00 is 486.00. By net
 * tax rate 6.2 % of 10'810.00 are 670.22. Purchases are paid in their quarter, sales as PAYMENTS says: in the first quarter
 * one, in the second none, in the third two, in the fourth a half.
 */
export const VAT_CLIENTS: readonly VatClient[] = [
  {
    name: 'Schlosserei Aare AG, effective, agreed',
    registration: { method: 'effective', consideration: 'agreed', filing_period: 'quarter' },
    returns: zip(QUARTERS, [48_600, 48_600, 48_600, 48_600]),
    not_due_minor: 0,
  },
  {
    name: 'Schlosserei Birs AG, effective, received',
    registration: { method: 'effective', consideration: 'received', filing_period: 'quarter' },
    returns: zip(QUARTERS, [81_000 - 32_400, -32_400, 162_000 - 32_400, 40_500 - 32_400]),
    not_due_minor: 40_500,
  },
  {
    name: 'Schlosserei Doubs AG, net tax rate, agreed',
    registration: {
      method: 'net_tax_rate',
      consideration: 'agreed',
      filing_period: 'half_year',
      activities: [ACTIVITY],
    },
    returns: zip(HALVES, [134_044, 134_044]),
    not_due_minor: 0,
  },
  {
    name: 'Schlosserei Emme AG, net tax rate, received',
    registration: {
      method: 'net_tax_rate',
      consideration: 'received',
      filing_period: 'half_year',
      activities: [ACTIVITY],
    },
    // Of 10'810.00, and of two and a half of them.
    returns: zip(HALVES, [67_022, 167_555]),
    not_due_minor: 0,
  },
]

const GROSS = { sale: 1_081_000, purchase: 432_400 }
const SALES = [`${RETURN_YEAR}-02-10`, `${RETURN_YEAR}-05-12`, `${RETURN_YEAR}-08-11`, `${RETURN_YEAR}-11-10`]

/** When what is paid of the sale and of the purchase of each quarter. */
export const PAYMENTS: readonly { quarter: number; date: string; account: '1100' | '2000'; amount: number }[] = [
  { quarter: 0, date: `${RETURN_YEAR}-03-10`, account: '1100', amount: GROSS.sale },
  { quarter: 1, date: `${RETURN_YEAR}-07-10`, account: '1100', amount: GROSS.sale },
  { quarter: 2, date: `${RETURN_YEAR}-09-10`, account: '1100', amount: GROSS.sale },
  { quarter: 3, date: `${RETURN_YEAR}-12-10`, account: '1100', amount: GROSS.sale / 2 },
  ...SALES.map((day, quarter) => ({
    quarter,
    date: `${day.slice(0, 8)}20`,
    account: '2000' as const,
    amount: GROSS.purchase,
  })),
]

/** The tax of a return, paid by a bank entry in February of the next year. */
export function taxPaidOf(end_customer_id: string, period: string, amount: number, entry_id: string) {
  return {
    ...sourceOf(end_customer_id, `MWST ${period}`, `${RETURN_YEAR + 1}-02-01`),
    fact_type: 'journal_voucher' as const,
    payload: {
      text: `MWST ${period}`,
      lines: [
        { account_code: '2201', debit: inFrancs(amount) },
        { account_code: '1020', credit: inFrancs(amount) },
      ],
      bank_entries: [{ entry_id }],
    },
  }
}

export function saleOf(customer: string, quarter: number) {
  const payload = {
    revenue_category: 'services',
    customer: { name: 'Gemeinde Wohlensee', customer_external_reference: 'K-0' },
  }
  return documentOf(customer, 'customer_invoice', `R-${quarter + 1}`, quarter, ['V81', 1_000_000, 81_000], payload)
}

export function purchaseOf(customer: string, quarter: number) {
  const payload = {
    expense_category: 'material',
    receipt_required: true,
    supplier: {
      name: 'Metallhandel Rhein AG',
      structured_address: { town_name: 'Basel', country: 'CH' },
      uid_mwst_number: 'CHE-100.155.212 MWST',
    },
  }
  return documentOf(customer, 'expense_document', `E-${quarter + 1}`, quarter, ['M81', 400_000, 32_400], payload)
}

function documentOf<Type extends 'customer_invoice' | 'expense_document', More extends object>(
  end_customer_id: string,
  fact_type: Type,
  number: string,
  quarter: number,
  [tax_code, net, tax]: readonly [string, number, number],
  more: More,
) {
  const date = SALES[quarter] ?? ''
  return {
    ...sourceOf(end_customer_id, number, date),
    fact_type,
    payload: {
      currency: 'CHF',
      document_date: date,
      document_number: number,
      gross_amount: inFrancs(net + tax),
      tax_lines: [{ tax_code, net_amount: inFrancs(net), tax_amount: inFrancs(tax) }],
      ...more,
    },
  }
}

/** What names an open item in a voucher. */
export type NamedItem = { readonly document_id: string } | { readonly supplier_payable_id: string }

export function paymentOf(
  end_customer_id: string,
  { quarter, date, account, amount }: (typeof PAYMENTS)[number],
  item: NamedItem,
) {
  const number = `Z-${account}-${quarter + 1}`
  const paid = inFrancs(amount)
  const [ours, theirs] = account === '1100' ? [{ debit: paid }, { credit: paid }] : [{ credit: paid }, { debit: paid }]
  return {
    ...sourceOf(end_customer_id, number, date),
    fact_type: 'journal_voucher' as const,
    payload: {
      text: 'Zahlung',
      document_date: date,
      lines: [
        { account_code: '1020', ...ours },
        { account_code: account, ...theirs, open_item: { ...item, purpose: 'payment' as const } },
      ],
    },
  }
}

function sourceOf(end_customer_id: string, number: string, business_date: string) {
  const source_hash = sha256Of(`${end_customer_id} ${number}`)
  return {
    business_date,
    end_customer_id,
    external_reference: number,
    idempotency_key: number,
    source_hash,
    source_payload_hash: sha256Of(source_hash),
    source_system: 'demo-vat',
    evidence_links: [{ sha256: source_hash, type: 'receipt', label: 'receipt', media_type: 'application/pdf' }],
  }
}

function zip(periods: readonly string[], amounts: readonly number[]): [string, number][] {
  return periods.map((period, index) => [period, amounts[index] ?? 0])
}

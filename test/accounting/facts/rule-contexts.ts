import type { Invoice, JournalVoucher, VoucherLine } from '../../../shared/accounting/documents/accounting-document.ts'
import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { defaultMappings } from '../../../shared/accounting/setup/default-mappings.ts'
import type { AccountOfDay } from '../../../shared/accounting/setup/of-day.ts'
import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import type { VatMethod, VatRegistration } from '../../../shared/contract/vat/registrations.ts'
import { ACCOUNTS } from '../../support/requests/examples.ts'

const accounts = ACCOUNTS.map((account) => ({ ...account, status: 'active' as const }))

/** A registration from the beginning. */
export function registration(method: VatMethod, valid_from = '0001-01-01'): VatRegistration {
  return {
    valid_from,
    method,
    consideration: 'agreed',
    filing_period: 'quarter',
    activities: [],
    exchange_rates: 'daily',
  }
}

/** Books in which nothing stands in the way. */
export const SETTINGS: PostingSettings = {
  base_currency: 'CHF',
  vat_registrations: [registration('effective')],
  legal_form: 'company',
  fiscal_years: [{ fiscal_year_id: 'FY2026', start_date: '2026-01-01', end_date: '2026-12-31', state: 'open' }],
  locked_through: null,
  chart_versions: ['2020-01-01'],
  chart_accounts: accounts.map(({ account_code, status }) => ({ account_code, valid_from: '2020-01-01', status })),
  mappings: defaultMappings(accounts as Parameters<typeof defaultMappings>[0]).map((mapping) => ({
    ...mapping,
    valid_from: '2020-01-01',
    valid_to: null,
  })),
  control_accounts: [
    { account_code: '1100', kind: 'receivable' },
    { account_code: '2000', kind: 'payable' },
    { account_code: '2030', kind: 'customer_credit' },
  ],
}

export const amount = (amount_minor: number, currency = 'CHF') => ({ amount_minor: BigInt(amount_minor), currency })

export const line = (tax_code: string, net: number, tax: number, category: string | null = null, currency = 'CHF') => ({
  tax_code,
  net: amount(net, currency),
  tax: amount(tax, currency),
  category,
  has_accepted_tax: false,
  activity_id: null,
  supply_date: null,
  supply_period: null,
})

/** A document of 108.10 that nothing blocks. */
export const DOCUMENT: Invoice = {
  fact_type: 'expense_document',
  business_date: '2026-03-15',
  vat_period: null,
  tax_date: null,
  document_date: '2026-03-14',
  supply_date: '2026-03-14',
  due_date: null,
  document_number: null,
  rate_e8: null,
  payment_reference: null,
  currency: 'CHF',
  gross: amount(10_810),
  partner_name: 'Papeterie Muster AG',
  partner_reference: 'S-1',
  partner_uid: 'CHE-116.281.710 MWST',
  partner_country: 'CH',
  partner_iban: null,
  category: null,
  receipt_required: true,
  has_receipt: true,
  has_receipt_exception: false,
  has_input_tax_decision: false,
  has_accepted_debt: false,
  tax_lines: [line('I81', 10_000, 810)],
}

export function expenseContext(
  document: Partial<Invoice> = {},
  rest: Partial<Omit<RuleContext, 'document'>> = {},
): RuleContext {
  return {
    document: { ...DOCUMENT, ...document },
    settings: SETTINGS,
    today: '2026-11-21',
    acquired_minor: 0n,
    supplier_uids: new Map(),
    turnover_minor: 0n,
    rates: new Map(),
    accounts: new Map(),
    accounts_with_lines: new Set(),
    bank_entry_findings: [],
    bank_entry_uses: [],
    bank_entry_doubts: [],
    named_beside: [],
    bank_debits: [],
    open_items: new Map(),
    taken_over: new Map(),
    posted_with_same_reference: null,
    duplicate_of: null,
    possible_duplicate_of: null,
    ...rest,
  }
}

/** A voucher of two lines over 100.00 that nothing blocks. */
const VOUCHER: JournalVoucher = {
  fact_type: 'journal_voucher',
  entry_type: 'standard',
  business_date: '2026-03-15',
  vat_period: null,
  tax_date: null,
  document_date: '2026-03-15',
  supply_date: '2026-03-15',
  document_number: null,
  rate_e8: null,
  receipt_required: false,
  has_receipt: false,
  has_receipt_exception: false,
  has_input_tax_decision: false,
  text: 'Abschreibung',
  bank_entries: null,
  evidence_hashes: [],
  set_off_consent: null,
  lines: [voucherLine('6500', 10_000), voucherLine('1520', -10_000)],
}

/** Positive is a debit, negative a credit. */
export function voucherLine(account_code: string, amount_minor: number, more: Partial<VoucherLine> = {}): VoucherLine {
  return {
    account_code,
    amount: amount(amount_minor),
    base: null,
    text: null,
    tax_code: null,
    tax_base: null,
    has_accepted_tax: false,
    activity_id: null,
    supply_date: null,
    supply_period: null,
    open_item: null,
    ...more,
  }
}

type KnownAccount = Pick<AccountOfDay, 'status' | 'account_type'>

export function voucherContext(
  voucher: Partial<JournalVoucher> = {},
  rest: Partial<Omit<RuleContext, 'document'>> = {},
): RuleContext {
  const known = new Map(accounts.map((account) => [account.account_code, account as KnownAccount]))
  return { ...expenseContext({}, { accounts: known, ...rest }), document: { ...VOUCHER, ...voucher } }
}

export function invoiceContext(
  invoice: Partial<Invoice> = {},
  rest: Partial<Omit<RuleContext, 'document'>> = {},
): RuleContext {
  return expenseContext(
    { fact_type: 'customer_invoice', receipt_required: false, tax_lines: [line('V81', 10_000, 810)], ...invoice },
    rest,
  )
}

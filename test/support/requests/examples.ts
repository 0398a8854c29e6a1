import { randomUUID } from 'node:crypto'
import { put } from '../client.ts'

/** A chart with the accounts that the tests touch. */
export const ACCOUNTS = [
  ['1020', 'Bankguthaben', 'asset'],
  ['1100', 'Forderungen aus Lieferungen und Leistungen', 'asset'],
  ['1170', 'Vorsteuer MWST Material', 'asset'],
  ['1171', 'Vorsteuer MWST Investitionen', 'asset'],
  ['1520', 'Büromaschinen, Informatik', 'asset'],
  ['2000', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'],
  ['2200', 'Geschuldete MWST', 'liability'],
  ['2203', 'Bezugsteuer', 'liability'],
  ['2800', 'Aktienkapital', 'equity'],
  ['2970', 'Gewinnvortrag', 'equity'],
  ['2979', 'Jahresgewinn oder Jahresverlust', 'equity'],
  ['3400', 'Dienstleistungserlöse', 'revenue'],
  ['3800', 'Erlösminderungen', 'revenue'],
  ['4000', 'Materialaufwand', 'expense'],
  ['6300', 'Sachversicherungen', 'expense'],
  ['6500', 'Verwaltungsaufwand', 'expense'],
  ['6503', 'Fachliteratur', 'expense'],
  ['6530', 'Buchführungshonorare', 'expense'],
  ['6580', 'Lizenzen und Updates', 'expense'],
  ['6731', 'Bezugsteuer, nicht abzugsfähig', 'expense'],
  ['9100', 'Eröffnungsbilanz', 'closing'],
  ['9200', 'Jahresgewinn oder Jahresverlust', 'closing'],
].map(([account_code = '', account_name = '', account_type = '']) => ({ account_code, account_name, account_type }))

export function chart(end_customer_id: string, valid_from = '2020-01-01', accounts: readonly object[] = ACCOUNTS) {
  return { end_customer_id, valid_from, source_reference: 'test chart', accounts }
}

/** An end customer of its own for each test, with a chart that is valid since 2020. */
export async function newEndCustomer(): Promise<string> {
  const end_customer_id = randomUUID()
  await put('/v1/accounts', chart(end_customer_id))
  return end_customer_id
}

export const chf = (amount_minor: number) => ({ amount_minor, currency: 'CHF' })

type Overrides = { payload?: object; [field: string]: unknown }

/** An expense document of 108.10 as a source system sends it; every document has a reference of its own. */
export function expense(end_customer_id: string, { payload, ...fields }: Overrides = {}) {
  const reference = randomUUID()
  return {
    business_date: '2026-03-15',
    end_customer_id,
    external_reference: `EXP-${reference}`,
    idempotency_key: reference,
    source_hash: 'a'.repeat(64),
    source_payload_hash: 'b'.repeat(64),
    source_system: 'test-source',
    evidence_links: [
      { sha256: 'c'.repeat(64), type: 'source_export', label: 'export', media_type: 'application/json', uri: 'x:1' },
      { sha256: 'd'.repeat(64), type: 'receipt' },
    ],
    replay_policy: 'idempotent_replay' as const,
    fact_type: 'expense_document' as const,
    ...fields,
    payload: {
      currency: 'CHF',
      document_date: '2026-03-14',
      gross_amount: chf(10_810),
      supplier_external_reference: 'S-1',
      receipt_required: true,
      supplier: {
        name: 'Papeterie Muster AG',
        supplier_external_reference: 'S-1',
        structured_address: { street_name: 'Hauptstrasse', town_name: 'Bern', country: 'CH' },
        uid_mwst_number: 'CHE-116.281.710 MWST',
      },
      ...payload,
    },
  }
}

/** An invoice of 108.10 to a customer. */
export function invoice(end_customer_id: string, { payload, ...fields }: Overrides = {}) {
  return {
    ...fact(end_customer_id, 'customer_invoice', fields),
    payload: {
      currency: 'CHF',
      document_date: '2026-03-14',
      due_date: '2026-04-13',
      gross_amount: chf(10_810),
      customer: { name: 'Kundin GmbH', customer_external_reference: 'K-1' },
      tax_lines: [taxLine('V81', 10_000, 810)],
      ...payload,
    },
  }
}

/** A voucher of 100.00 between two accounts. */
export function voucher(end_customer_id: string, { payload, ...fields }: Overrides = {}) {
  return {
    ...fact(end_customer_id, 'journal_voucher', fields),
    payload: { text: 'Buchung', lines: [debit('6500', 10_000), credit('1520', 10_000)], ...payload },
  }
}

export const debit = (account_code: string, amount_minor: number, more: object = {}) => ({
  account_code,
  debit: chf(amount_minor),
  ...more,
})
export const credit = (account_code: string, amount_minor: number, more: object = {}) => ({
  account_code,
  credit: chf(amount_minor),
  ...more,
})

function fact(end_customer_id: string, fact_type: string, fields: object) {
  const reference = randomUUID()
  return {
    business_date: '2026-03-15',
    end_customer_id,
    external_reference: `F-${reference}`,
    idempotency_key: reference,
    source_hash: 'a'.repeat(64),
    source_payload_hash: 'b'.repeat(64),
    source_system: 'test-source',
    fact_type,
    ...fields,
  }
}

export const INVOICES = '/v1/source-facts/customer-invoices'
export const VOUCHERS = '/v1/source-facts/journal-vouchers'
export const EXPENSES = '/v1/source-facts/expense-documents'

export const taxLine = (tax_code: string, net: number, tax: number, more: object = {}) => ({
  tax_code,
  net_amount: chf(net),
  tax_amount: chf(tax),
  ...more,
})

import type { VatMethod } from '../../../shared/contract/vat/registrations.ts'
import { chf, EXPENSES, INVOICES, VOUCHERS } from '../../support/requests/examples.ts'

/** Account, debit and credit in Rappen. */
type Line = readonly [account_code: string, debit: number, credit: number]
/** Tax code, base and tax in Rappen, as the summary of the entry shows them. */
type Tax = readonly [tax_code: string, base: number, tax: number]

export type WorkedExample = {
  readonly name: string
  readonly path: typeof EXPENSES | typeof INVOICES | typeof VOUCHERS
  readonly payload: object
  readonly lines: readonly Line[]
  readonly tax?: readonly Tax[]
  /** What is open afterwards: minor units and currency. */
  readonly open?: readonly [number, string]
  readonly vat_method?: VatMethod
  /** Sent again with this account for the key, where the usual mapping is another one. */
  readonly mapping?: readonly [mapping_key: string, account_code: string]
  readonly rates?: Readonly<Record<string, string>>
  readonly receipt?: boolean
  /** Booked before, with what is left open of it afterwards. */
  readonly before?: WorkedExample
  readonly left?: readonly [number, string]
}

/** Stands for the id of the open item of the example before. */
export const BEFORE = 'before'
export const document = (purpose: string) => ({ open_item: { document_id: BEFORE, purpose } })
export const payable = (purpose: string) => ({ open_item: { supplier_payable_id: BEFORE, purpose } })
export const opened = (name: string, kind?: string) => ({
  open_item: { new: { partner: { name }, ...(kind && { kind }) } },
})

export const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
export const expense = (
  name: string,
  gross: number,
  payload: object,
  rest: Omit<WorkedExample, 'name' | 'path' | 'payload'>,
): WorkedExample => ({
  name,
  path: EXPENSES,
  payload: { gross_amount: chf(gross), supplier: { name: 'Lieferant AG' }, ...payload },
  open: [gross, 'CHF'] as const,
  ...rest,
})
export const invoice = (
  name: string,
  gross: number,
  payload: object,
  rest: Omit<WorkedExample, 'name' | 'path' | 'payload'>,
): WorkedExample => ({
  name,
  path: INVOICES,
  payload: { gross_amount: chf(gross), customer: { name: 'Kundin GmbH' }, ...payload },
  open: [gross, 'CHF'] as const,
  ...rest,
})
type Amount = { amount_minor: number; currency: string }
type VoucherLine = { account_code: string; debit?: Amount; credit?: Amount; base_amount?: Amount }

/** A voucher is booked as it stands, so its lines are the expectation too. */
export const voucher = (
  name: string,
  lines: readonly VoucherLine[],
  more: Partial<Omit<WorkedExample, 'name' | 'path'>> = {},
): WorkedExample => ({
  name,
  path: VOUCHERS,
  lines: lines.map(({ account_code, debit, credit, base_amount }): Line => {
    const amount = (base_amount ?? debit ?? credit)?.amount_minor ?? 0
    return debit ? [account_code, amount, 0] : [account_code, 0, amount]
  }),
  ...more,
  payload: { text: name, lines, ...more.payload },
})

import type { ReturnPeriod } from '../return/periods.ts'
import { SINCE_ACTIVITIES } from '../return/tax-of-rates.ts'
import type { VatReturn } from '../return/vat-return.ts'

/** A VAT return with everything that its file says beside the figures. */
export type VatDeclaration = {
  readonly uid: string | null
  readonly organisation_name: string | null
  readonly base_currency: string
  readonly generated_at: string
  /** As it was asked for. */
  readonly period: ReturnPeriod
  /** The days of it on which the end customer is registered. */
  readonly from: string
  readonly to: string
  /** The liability begins or ends within the period. */
  readonly is_cut: boolean
  readonly submission: 'first' | 'correction' | 'annual_reconciliation'
  readonly method: 'effective' | 'net_tax_rate'
  readonly consideration: 'agreed' | 'received'
  readonly filing_period: ReturnPeriod['filing_period']
  /** Another method or kind of consideration holds on some of the days. */
  readonly changes_within: boolean
  /** Of the service that has made it. */
  readonly product_version: string
  readonly business_reference: string
  /** What the file says of other deductions (280). */
  readonly various_deduction: string
  readonly vat_return: VatReturn
}

/** Elements of the three methods; the net tax rate method has another one since the rates belong to activities. */
export function methodElement({ method, to }: Pick<VatDeclaration, 'method' | 'to'>): string {
  if (method === 'effective') return 'effectiveReportingMethod'
  return to < SINCE_ACTIVITIES ? 'netTaxRateMethod' : 'simpleTaxRateMethod'
}

/** CHE-116.281.710 MWST is CHE116281710 in the file. */
export function uidOfFile(uid: string): string {
  return uid
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replace(/(MWST|TVA|IVA|TPV)$/, '')
}

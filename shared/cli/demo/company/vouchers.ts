import { addDays, startOfMonth } from '../../../accounting/amounts/dates.ts'
import { sha256Of } from '../../../canonical/hash.ts'
import { inFrancs } from './documents.ts'

type Line = readonly [account_code: string, debit: number, credit: number]
export type DemoVoucher = ReturnType<typeof voucher>

const GROSS_WAGES = 1_800_000
const SOCIAL_SECURITY = 140_000

/** The balances that the company begins with, through the account of the opening balance sheet. */
export function openingBalances(customer: string, year: number): DemoVoucher[] {
  const day = `${year}-01-01`
  const assets: Line[] = [
    ['1020', 60_000_000, 0],
    ['1520', 5_000_000, 0],
    ['9100', 0, 65_000_000],
  ]
  const capital: Line[] = [
    ['9100', 65_000_000, 0],
    ['1529', 0, 2_000_000],
    ['2800', 0, 20_000_000],
    ['2950', 0, 1_000_000],
    ['2970', 0, 42_000_000],
  ]
  return [
    voucher(customer, day, 'OPEN-A', 'Eröffnung Aktiven', assets, 'opening'),
    voucher(customer, day, 'OPEN-P', 'Eröffnung Passiven', capital, 'opening'),
  ]
}

/** Wages of each month: gross wages and the employer's social security against bank and social insurance. */
export function payroll(customer: string, year: number): DemoVoucher[] {
  return Array.from({ length: 12 }, (_, month) => {
    const day = addDays(startOfMonth(`${year}-01-01`, month + 1), -1)
    const lines: Line[] = [
      ['5000', GROSS_WAGES, 0],
      ['5700', SOCIAL_SECURITY, 0],
      ['2270', 0, 2 * SOCIAL_SECURITY],
      ['1020', 0, GROSS_WAGES - SOCIAL_SECURITY],
    ]
    return voucher(customer, day, `LOHN-${month + 1}`, `Löhne ${day.slice(0, 7)}`, lines)
  })
}

/** Depreciation, an accrual and the taxes of the year; the accrual is taken back on the first day of the next one. */
export function yearEnd(customer: string, year: number): DemoVoucher[] {
  const day = `${year}-12-31`
  return [
    voucher(customer, day, 'ABSCHR', 'Abschreibung Informatik', [
      ['6820', 1_250_000, 0],
      ['1529', 0, 1_250_000],
    ]),
    voucher(customer, day, 'TP', 'Abgrenzung Revision', [
      ['6530', 300_000, 0],
      ['2300', 0, 300_000],
    ]),
    voucher(customer, day, 'STEUERN', 'Direkte Steuern', [
      ['8900', 1_200_000, 0],
      ['2208', 0, 1_200_000],
    ]),
  ]
}

export function accrualReversed(customer: string, year: number): DemoVoucher {
  return voucher(customer, `${year}-01-01`, 'TP-RUECK', 'Auflösung Abgrenzung Revision', [
    ['2300', 300_000, 0],
    ['6530', 0, 300_000],
  ])
}

/**
 * Takes the result out of revenue and expense: to 9200, and from there to the account of the annual result.
 *
 * @param accounts code and amount of each, income positive and expense negative
 */
export function closingVouchers(customer: string, year: number, accounts: readonly [string, number][]): DemoVoucher[] {
  const day = `${year}-12-31`
  const result = accounts.reduce((sum, [, amount]) => sum + amount, 0)
  const taken = accounts.map(([code, amount]): Line => (amount > 0 ? [code, amount, 0] : [code, 0, -amount]))
  const counter = (code: string, amount: number): Line => (amount > 0 ? [code, 0, amount] : [code, -amount, 0])
  return [
    voucher(customer, day, 'ABSCHLUSS-1', 'Abschluss Erfolgsrechnung', [...taken, counter('9200', result)], 'closing'),
    voucher(
      customer,
      day,
      'ABSCHLUSS-2',
      'Jahresergebnis',
      [counter('9200', -result), counter('2979', result)],
      'closing',
    ),
  ]
}

/** The decision of the general meeting about the profit of the year before. */
export function appropriation(customer: string, year: number, profit: number): DemoVoucher {
  const reserve = Math.floor(profit / 20)
  const dividend = 2_000_000
  return voucher(customer, `${year}-05-31`, 'GV', 'Gewinnverwendung', [
    ['2979', profit, 0],
    ['2950', 0, reserve],
    ['2261', 0, dividend],
    ['2970', 0, profit - reserve - dividend],
  ])
}

function voucher(
  end_customer_id: string,
  business_date: string,
  number: string,
  text: string,
  lines: readonly Line[],
  entry_type: 'standard' | 'opening' | 'closing' = 'standard',
) {
  const reference = `${business_date.slice(0, 4)}-${number}`
  return {
    business_date,
    end_customer_id,
    external_reference: reference,
    idempotency_key: reference,
    source_hash: sha256Of(reference),
    source_payload_hash: sha256Of(`${reference} payload`),
    source_system: 'demo-vouchers',
    fact_type: 'journal_voucher' as const,
    payload: {
      entry_type,
      text,
      document_number: reference,
      lines: lines.map(([account_code, debit, credit]) =>
        debit > 0 ? { account_code, debit: inFrancs(debit) } : { account_code, credit: inFrancs(credit) },
      ),
    },
  }
}

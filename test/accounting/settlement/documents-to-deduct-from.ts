import fc from 'fast-check'
import { taxOnNet } from '../../../shared/accounting/amounts/rounding.ts'
import { NOTHING_REDUCED, type TakenTax } from '../../../shared/accounting/settlement/deductions/reductions-so-far.ts'
import type { DocumentLine, DocumentOfItem } from '../../../shared/accounting/settlement/deductions/taxed-document.ts'
import type { Leg } from '../../../shared/accounting/settlement/leg.ts'
import { reductionCodeOf } from '../../../shared/accounting/vat/tax-codes.ts'

const RATES = { '81': 810n, '26': 260n, '38': 380n } as const
type Line = { code: keyof typeof RATES | 'none' | 'B81'; net: number }
const ofSwissSuppliers = ['81', '26', '38', 'none'] as const
export const madeLines = linesOf(...ofSwissSuppliers)
/** Some with acquisition tax, where a supplier has sent the document. */
export const madeWithAcquired = linesOf(...ofSwissSuppliers, 'B81')

function linesOf(...codes: readonly Line['code'][]): fc.Arbitrary<Line[]> {
  const line = fc.record({ code: fc.constantFrom(...codes), net: fc.integer({ min: 1, max: 5_000_000 }) })
  return fc.array(line, { minLength: 1, maxLength: 6 })
}

/** A document as it is booked: the line of what is taxed, and behind it that of its tax. */
export function documentOf(side: DocumentOfItem['side'], of: readonly Line[], isNote: boolean): DocumentOfItem {
  const sign = isNote ? -1n : 1n
  const booked = of.flatMap(({ code, net }, index): Omit<DocumentLine, 'line_number'>[] => {
    const account_code = `6${String(index).padStart(3, '0')}`
    const net_minor = sign * BigInt(net)
    if (code === 'none' || code === 'B81') return [{ account_code, ...sidesOf(side, net_minor), tax: null }]
    const tax_minor = taxOnNet(net_minor, RATES[code])
    const record = {
      tax_code: `${side === 'receivable' ? 'V' : 'I'}${code}`,
      direction: side === 'receivable' ? 'output' : 'input_operating',
      rate_bp: Number(RATES[code]),
      form_figure: '303',
      supply_date: '2026-03-14',
      currency: 'CHF',
      base_minor: net_minor,
      tax_minor,
    }
    const main = { account_code, ...sidesOf(side, net_minor) }
    if (tax_minor === 0n) return [{ ...main, tax: record }]
    return [
      { ...main, tax: null },
      { account_code: '2200', ...sidesOf(side, tax_minor), tax: record },
    ]
  })
  const beside =
    side === 'payable' ? of.filter(({ code }) => code === 'B81').flatMap(({ net }) => acquired(sign * BigInt(net))) : []
  const numbered = [...booked, ...beside].map((line, index) => ({ ...line, line_number: index + 2 }))
  const amount_minor = numbered.reduce((sum, line) => sum + line.debit_minor - line.credit_minor, 0n)
  const whole = side === 'receivable' ? -amount_minor : amount_minor
  return {
    open_item_id: 'i',
    kind: side,
    side,
    amount_minor: whole,
    base_amount_minor: whole,
    document_date: '2026-03-14',
    journal_entry_id: 'je',
    is_voucher: false,
    lines: numbered,
    memo: [],
    reduced: NOTHING_REDUCED,
  }
}

/** Acquisition tax is owed beside what the supplier gets, and deducted. */
function acquired(base_minor: bigint): Omit<DocumentLine, 'line_number'>[] {
  const tax_minor = taxOnNet(base_minor, 810n)
  if (tax_minor === 0n) return []
  const record = { rate_bp: 810, supply_date: '2026-03-14', currency: 'CHF', base_minor, tax_minor }
  const owed = { tax_code: 'B81', direction: 'acquisition', form_figure: '383' }
  const deducted = { tax_code: 'I81', direction: 'input_operating', form_figure: '405' }
  return [
    { account_code: '1171', ...sidesOf('payable', tax_minor), tax: { ...record, ...deducted } },
    { account_code: '2203', ...sidesOf('payable', -tax_minor), tax: { ...record, ...owed } },
  ]
}

function sidesOf(side: DocumentOfItem['side'], minor: bigint) {
  const debit = side === 'payable' ? minor : -minor
  return { debit_minor: debit > 0n ? debit : 0n, credit_minor: debit < 0n ? -debit : 0n }
}

/** The records of an entry, as they are read back for the next reduction. */
export function takenOf(legs: readonly Leg[]): TakenTax[] {
  return legs.flatMap(({ tax }, index) => {
    if (!tax) return []
    const is_acquired = [tax, legs[index - 1]?.tax].some((one) => one?.direction === 'acquisition')
    const sign = tax.direction === 'output_reduction' ? 1n : -1n
    const tax_minor = sign * tax.tax_minor
    return [
      {
        tax_code: tax.tax_code,
        gross_minor: is_acquired ? 0n : sign * tax.base_minor + tax_minor,
        base_minor: sign * tax.base_minor,
        tax_minor,
        is_acquired,
        is_of_voucher: false,
        is_named: true,
      },
    ]
  })
}

/** What a document has of each code, by the code of its reductions. */
export function taxesOf({ lines }: DocumentOfItem): Map<string, bigint> {
  const taxes = new Map<string, bigint>()
  for (const { tax } of lines)
    if (tax) taxes.set(reductionCodeOf(tax), (taxes.get(reductionCodeOf(tax)) ?? 0n) + tax.tax_minor)
  return taxes
}

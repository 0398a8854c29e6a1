import { amountInWords } from '../amounts/decimal.ts'
import { taxOnNet } from '../amounts/rounding.ts'
import type { Amount, TaxLine, VoucherLine } from '../documents/accounting-document.ts'
import { type Finding, findingIf, forInvoices, type RuleContext } from '../documents/rule-context.ts'
import { isGrossTurnover } from './activity.ts'
import { isUnregisteredAcquisition } from './input-tax-rules.ts'
import { registrationOfLine } from './registration.ts'
import { type NetAndTax, owedOnGross, toleranceOf } from './return/tax-shown.ts'
import { type TaxCode, taxCodeFor } from './tax-codes.ts'

/** What rounding alone explains; it is not worth a word. */
const ROUNDING_MINOR = 1n

/** Tax that contradicts its line, or that is too far from its rate for somebody who has not said so. */
export function findTaxMismatch(context: RuleContext): Finding[] {
  return [...taxOf(context).flatMap(mismatch), ...wrongSum(context)]
}

/** Tax that is booked as printed, and is not what the rate makes it. */
export function findTaxDifference(context: RuleContext): Finding[] {
  return taxOf(context).flatMap((line) => {
    if (differenceOf(line) === null || mismatch(line).length > 0) return []
    const message = line.owed ? `${inWords(line)} ${owedInWords(line, line.owed)}: these are booked.` : inWords(line)
    return [{ message, pointer: line.pointer }]
  })
}

const wrongSum = forInvoices(({ document: { fact_type, gross, tax_lines } }) => {
  if (gross === null || tax_lines.length === 0) return []
  // Acquisition tax is not on the document: the supplier gets the net amount only.
  const printed = ({ tax_code, tax }: TaxLine) =>
    taxCodeFor(fact_type, tax_code)?.direction === 'acquisition' ? 0n : tax.amount_minor
  const sum = tax_lines.reduce((total, line) => total + line.net.amount_minor + printed(line), 0n)
  if (sum === gross.amount_minor) return []
  return findingIf(
    true,
    `The tax lines sum up to ${amountInWords(sum, gross.currency)}, the gross amount is ${amountInWords(gross.amount_minor, gross.currency)}.`,
  )
})

/** The tax that a line says, beside what it is computed on. */
type StatedTax = {
  readonly tax_code: string
  readonly code: TaxCode
  /** Null where a line does not say it. */
  readonly base: Amount | null
  readonly tax_minor: bigint
  readonly has_accepted_tax: boolean
  /** What is owed of turnover that shows too little. */
  readonly owed: NetAndTax | null
  /** A voucher is booked as it stands, also where an invoice would be booked as it is owed. */
  readonly is_voucher: boolean
  readonly pointer: string
  readonly base_pointer: string
}

/** The tax of the lines about which somebody may wonder: hardly any, so nothing else is asked of all others. */
function taxOf({ document, settings }: RuleContext): StatedTax[] {
  if (document.fact_type === 'journal_voucher')
    return document.lines.flatMap((line, index) => {
      const stated = taxOfVoucherLine(line, index)
      const isOfOthers = () =>
        isGrossTurnover(document, line, settings) || isUnregisteredAcquisition(document, line, settings)
      return stated === null || isOfOthers() ? [] : [stated]
    })
  return document.tax_lines.flatMap((line, index) => {
    const { tax_code, net, tax, has_accepted_tax } = line
    const code = taxCodeFor(document.fact_type, tax_code)
    if (!code || isAsComputed({ code, base: net, tax_minor: tax.amount_minor })) return []
    const path = `/payload/tax_lines/${index}`
    const pointers = { pointer: `${path}/tax_amount`, base_pointer: `${path}/net_amount` }
    const isEffective = registrationOfLine(settings, line, document).method === 'effective'
    const owed = isEffective ? owedOnGross(code, line) : null
    const stated = { tax_code, code, base: net, tax_minor: tax.amount_minor, has_accepted_tax }
    return [{ ...stated, owed, is_voucher: false, ...pointers }]
  })
}

/** The line of a voucher is the tax itself, so one with a rate must state its tax base. */
function taxOfVoucherLine(line: VoucherLine, index: number): StatedTax | null {
  const { tax_code, tax_base: base, amount, has_accepted_tax } = line
  const code = tax_code === null ? undefined : taxCodeFor('journal_voucher', tax_code)
  if (tax_code === null || !code || code.rate_bp === 0n) return null
  const tax_minor = amount.amount_minor
  if (isAsComputed({ code, base, tax_minor })) return null
  const pointer = `/payload/lines/${index}/tax_base`
  const owed = base && owedOnGross(code, { net: base, tax: amount })
  return { tax_code, code, base, tax_minor, has_accepted_tax, owed, is_voucher: true, pointer, base_pointer: pointer }
}

/** Whether a line contradicts nothing, and nobody would wonder about its tax. */
function isAsComputed(line: Pick<StatedTax, 'code' | 'base' | 'tax_minor'>): boolean {
  const { code, base, tax_minor } = line
  if (code.direction.startsWith('import')) return false
  return code.rate_bp === 0n ? tax_minor === 0n : base !== null && differenceOf(line) === null
}

function mismatch(line: StatedTax): Finding[] {
  const { tax_code, code, base, pointer, base_pointer } = line
  if (code.direction.startsWith('import')) {
    const message = `${tax_code} is tax in full: its net amount must be 0.`
    return base?.amount_minor === 0n ? [] : [{ message, pointer: base_pointer }]
  }
  // Nothing books the tax of such a line, so the gross amount would not be what is owed.
  if (code.rate_bp === 0n) {
    const message = `${tax_code} is without tax: its tax amount must be 0.`
    return line.tax_minor === 0n ? [] : [{ message, pointer }]
  }
  if (base === null) {
    const message = `A line with ${tax_code} is the tax itself and needs tax_base, what it is computed on.`
    return [{ message, pointer: base_pointer }]
  }
  return mayBeBooked(line, base) ? [] : [{ message: `${inWords(line)} ${toleranceInWords(line, base)}`, pointer }]
}

/**
 * The printed tax is booked where it is as far from the computed one as the lines that we do not see may explain. Beyond
 * that its sender has to say so. Acquisition tax is computed, whatever the document says.
 */
function mayBeBooked(line: StatedTax, base: Amount): boolean {
  const difference = differenceOf(line)
  if (difference === null) return true
  if (line.tax_minor * base.amount_minor < 0n) return false
  const isBookable = line.code.direction !== 'acquisition' && !(line.is_voucher && line.owed)
  const isAccepted = line.has_accepted_tax && isBookable
  return isAccepted || difference <= toleranceOf(line.code, base)
}

/** How far the tax is from its rate, in minor units; null where nobody would wonder. */
function differenceOf({ code, base, tax_minor }: Pick<StatedTax, 'code' | 'base' | 'tax_minor'>): bigint | null {
  if (base === null || code.rate_bp === 0n) return null
  // A document does not print acquisition tax, so its line may leave it at zero.
  if (code.direction === 'acquisition' && tax_minor === 0n) return null
  const difference = magnitude(tax_minor - taxOnNet(base.amount_minor, code.rate_bp))
  return difference <= ROUNDING_MINOR ? null : difference
}

/** A voucher states amounts beside the side of the line, so a credit has none below zero. */
function signOf({ is_voucher, base, tax_minor }: StatedTax): bigint {
  const amount = tax_minor === 0n ? (base?.amount_minor ?? 0n) : tax_minor
  return is_voucher && amount < 0n ? -1n : 1n
}

function inWords(line: StatedTax): string {
  const { tax_code, code, base, tax_minor } = line
  const words = (minor: bigint) => amountInWords(signOf(line) * minor, base?.currency ?? '')
  const net_minor = base?.amount_minor ?? 0n
  return `${tax_code} on ${words(net_minor)} is ${words(taxOnNet(net_minor, code.rate_bp))}, not ${words(tax_minor)}.`
}

function toleranceInWords(line: StatedTax, base: Amount): string {
  if (line.code.direction === 'acquisition') return 'It is computed, so the line may leave it at 0.'
  const tolerance = `A difference of up to ${amountInWords(toleranceOf(line.code, base), base.currency)} is booked as printed.`
  return line.is_voucher && line.owed ? `${tolerance} ${owedInWords(line, line.owed)}: state these.` : tolerance
}

function owedInWords(line: StatedTax, { net, tax }: NetAndTax): string {
  const words = ({ amount_minor, currency }: Amount) => amountInWords(signOf(line) * amount_minor, currency)
  const parts = `${words(net)} and a tax of ${words(tax)}`
  return line.code.direction === 'output_reduction'
    ? `The tax is a part of what turnover is reduced by, which is ${parts}`
    : `Tax is owed on what the customer pays, which is ${parts}`
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

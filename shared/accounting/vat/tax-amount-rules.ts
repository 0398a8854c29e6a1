import { amountInWords } from '../amounts/decimal.ts'
import { taxOnNet } from '../amounts/rounding.ts'
import type { Amount, TaxLine, VoucherLine } from '../documents/accounting-document.ts'
import { type Finding, findingIf, forInvoices, forVouchers, type RuleContext } from '../documents/rule-context.ts'
import { type TaxCode, taxCodeFor } from './tax-codes.ts'

/** Deviation that is accepted between the printed tax and the one computed from rate and net amount. */
const TAX_TOLERANCE_MINOR = 1n

export function findTaxMismatch(context: RuleContext): Finding[] {
  return [...wrongTaxLines(context), ...wrongSum(context), ...wrongVoucherTax(context)]
}

const wrongTaxLines = forInvoices(({ document: { fact_type, tax_lines } }) =>
  tax_lines.flatMap((line, index) => {
    const code = taxCodeFor(fact_type, line.tax_code)
    const wrong = code && wrongTax(line, code)
    return wrong ? [{ message: wrong.message, pointer: `/payload/tax_lines/${index}/${wrong.field}` }] : []
  }),
)

const wrongSum = forInvoices(({ document: { fact_type, gross, tax_lines } }) => {
  if (gross === null || tax_lines.length === 0) return []
  // Acquisition tax is not on the document: the supplier gets the net amount only.
  const printed = ({ tax_code, tax }: TaxLine) =>
    taxCodeFor(fact_type, tax_code)?.direction === 'acquisition' ? 0n : tax.amount_minor
  const sum = tax_lines.reduce((total, line) => total + line.net.amount_minor + printed(line), 0n)
  return findingIf(
    sum !== gross.amount_minor,
    `The tax lines sum up to ${amountInWords(sum, gross.currency)}, the gross amount is ${amountInWords(gross.amount_minor, gross.currency)}.`,
  )
})

function wrongTax({ tax_code, net, tax }: TaxLine, code: TaxCode) {
  const isImport = code.direction.startsWith('import')
  if (isImport && net.amount_minor === 0n) return null
  if (isImport) return { field: 'net_amount', message: `${tax_code} is tax in full: its net amount must be 0.` }
  // A document does not print acquisition tax, so its line may leave it at zero.
  if (code.direction === 'acquisition' && tax.amount_minor === 0n) return null
  const message = deviation(tax_code, code, net, tax.amount_minor)
  return message === null ? null : { field: 'tax_amount', message }
}

/** The line of a voucher is the tax itself, so one with a rate must state its tax base. */
const wrongVoucherTax = forVouchers(({ document }) =>
  document.lines.flatMap((line, index) => {
    const message = wrongTaxBase(line, taxCodeFor('journal_voucher', line.tax_code ?? 'NONE'))
    return message === null ? [] : [{ message, pointer: `/payload/lines/${index}/tax_base` }]
  }),
)

function wrongTaxBase({ tax_code, tax_base, amount }: VoucherLine, code: TaxCode | undefined): string | null {
  if (!code || code.rate_bp === 0n) return null
  if (tax_base === null) return `A line with ${tax_code} is the tax itself and needs tax_base, what it is computed on.`
  return deviation(tax_code ?? '', code, tax_base, amount.amount_minor)
}

function deviation(tax_code: string, code: TaxCode, net: Amount, tax_minor: bigint): string | null {
  const expected = taxOnNet(net.amount_minor, code.rate_bp)
  const difference = tax_minor - expected
  if (difference <= TAX_TOLERANCE_MINOR && difference >= -TAX_TOLERANCE_MINOR) return null
  const words = (minor: bigint) => amountInWords(minor, net.currency)
  return `${tax_code} on ${words(net.amount_minor)} is ${words(expected)}, not ${words(tax_minor)}.`
}

import type { VatMethod } from '../../contract/vat/registrations.ts'
import { type Finding, forType, forVouchers, type RuleContext } from '../documents/rule-context.ts'
import { periodOfLine } from '../documents/supply.ts'
import { isGrossTurnover } from './activity.ts'
import { isUnregisteredAcquisition } from './input-tax-rules.ts'
import { registrationOfLine, registrationOn } from './registration.ts'
import { type TaxDirection, taxCodeFor } from './tax-codes.ts'

/** What the line of a voucher may not say under a method, with the article that rules it out. */
const FORBIDDEN: Readonly<Record<VatMethod, Readonly<Partial<Record<TaxDirection, string>>>>> = {
  effective: {},
  net_tax_rate: {
    input_material: 'MWSTG Art. 37 Abs. 1',
    input_operating: 'MWSTG Art. 37 Abs. 1',
    import_material: 'MWSTG Art. 37 Abs. 1',
    import_operating: 'MWSTG Art. 37 Abs. 1',
  },
  not_registered: {
    output: 'MWSTG Art. 27 Abs. 1',
    output_reduction: 'MWSTG Art. 27 Abs. 1',
    turnover_without_tax: 'MWSTG Art. 10 Abs. 2',
    input_material: 'MWSTG Art. 28 Abs. 1',
    input_operating: 'MWSTG Art. 28 Abs. 1',
    import_material: 'MWSTG Art. 28 Abs. 1',
    import_operating: 'MWSTG Art. 28 Abs. 1',
    input_correction: 'MWSTG Art. 28 Abs. 1',
  },
}
/** The same of codes whose direction is allowed: what the return of net tax rates has no line for. */
const FORBIDDEN_CODES: Readonly<Partial<Record<VatMethod, Readonly<Record<string, string>>>>> = {
  net_tax_rate: {
    K410: 'MWSTG Art. 37 Abs. 1; at a change of method the relief belongs to the first return of the effective method',
    K420: 'MWSTG Art. 37 Abs. 1',
  },
}
const METHODS: Readonly<Record<VatMethod, string>> = {
  effective: 'reports by the effective method',
  net_tax_rate: 'reports by the net tax rate method',
  not_registered: 'is not registered',
}

/** Codes that a registration does not have. Documents are booked gross there; a voucher is booked as it stands. */
export const findForbiddenCodes = forVouchers(({ document, settings }) =>
  document.lines.flatMap((line, index): Finding[] => {
    const direction = taxCodeFor('journal_voucher', line.tax_code ?? 'NONE')?.direction ?? 'none'
    const method = registrationOfLine(settings, line, document).method
    const article = FORBIDDEN[method][direction] ?? FORBIDDEN_CODES[method]?.[line.tax_code ?? '']
    const isNet = line.tax_base !== null && isGrossTurnover(document, line, settings)
    const isOwed = line.tax_base !== null && isUnregisteredAcquisition(document, line, settings)
    if (article === undefined && !isNet && !isOwed) return []
    const { to } = periodOfLine(line, document.supply_date)
    if (isOwed) {
      const message = `On ${to} the end customer ${METHODS.not_registered}, so a voucher books no tax with ${line.tax_code}: the code belongs on the line of the service, without tax_base, and counts against the limit of the year (MWSTG Art. 45 Abs. 2 lit. b).`
      return [{ message, pointer: `/payload/lines/${index}/tax_base` }]
    }
    if (article === undefined) {
      const message = `Under the net tax rate method, as on ${to}, ${line.tax_code} belongs on the line of the turnover, tax included, without tax_base (MWSTG Art. 37 Abs. 2).`
      return [{ message, pointer: `/payload/lines/${index}/tax_base` }]
    }
    const message = `On ${to} the end customer ${METHODS[method]}, so a voucher cannot use ${line.tax_code} (${article}).`
    return [{ message, pointer: `/payload/lines/${index}/tax_code` }]
  }),
)

/** One line is taxed by one method. */
export function findChangedMethods({ document, settings }: RuleContext): Finding[] {
  const isVoucher = document.fact_type === 'journal_voucher'
  const lines = isVoucher ? document.lines : document.tax_lines
  return lines.flatMap((line, index): Finding[] => {
    const { from, to } = periodOfLine(line, document.supply_date)
    if (line.supply_period === null || from > to) return []
    const [before, after] = [from, to].map((day) => registrationOn(settings, day).method)
    if (before === after) return []
    const pointer = `/payload/${isVoucher ? 'lines' : 'tax_lines'}/${index}/supply_period`
    return [{ message: `The VAT registration changed between ${from} and ${to}.`, pointer }]
  })
}

/** Whoever shows tax owes it, registered or not, unless the invoice is corrected. */
export const findTaxShown = forType('customer_invoice', ({ document, settings }) =>
  document.has_accepted_debt
    ? []
    : document.tax_lines.flatMap((line, index): Finding[] => {
        const isShown = line.tax.amount_minor !== 0n
        if (!isShown || registrationOfLine(settings, line, document).method !== 'not_registered') return []
        const { to } = periodOfLine(line, document.supply_date)
        const message = `The invoice shows tax (${line.tax_code}), but on ${to} the end customer is not registered.`
        return [{ message, pointer: `/payload/tax_lines/${index}/tax_amount` }]
      }),
)

const OPTED = /^VO\d/

/** Supplies that are taxed by option: under the net tax rate method the law excludes most of them. */
export function findOptions({ document, settings }: RuleContext): Finding[] {
  const isVoucher = document.fact_type === 'journal_voucher'
  const lines = isVoucher ? document.lines : document.tax_lines
  return lines.flatMap((line, index): Finding[] => {
    const { tax_code } = line
    if (!OPTED.test(tax_code ?? '') || registrationOfLine(settings, line, document).method !== 'net_tax_rate') return []
    const { to } = periodOfLine(line, document.supply_date)
    const pointer = `/payload/${isVoucher ? 'lines' : 'tax_lines'}/${index}/tax_code`
    return [{ message: `${tax_code} is taxed by option, and on ${to} the net tax rate method holds.`, pointer }]
  })
}

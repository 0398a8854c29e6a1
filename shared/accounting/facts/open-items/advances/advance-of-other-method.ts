import type { VatRegistration } from '../../../../contract/vat/registrations.ts'
import { amountInWords } from '../../../amounts/decimal.ts'
import type { TaxLine } from '../../../documents/accounting-document.ts'
import { forInvoices } from '../../../documents/rule-context.ts'
import { advanceAccountOf } from '../../../journal/advances/advance-line.ts'
import type { PostingSettings } from '../../../setup/posting-settings.ts'
import { METHODS } from '../../../vat/filing/other-method.ts'
import { registrationOfLine } from '../../../vat/registration.ts'
import { TAX_CODES, type TaxDirection } from '../../../vat/tax-codes.ts'

/**
 * A line that takes an advance off is booked by the method of its supply: net of its tax under the effective one, tax included at a net tax
 * rate. An advance of before a change of method stands the other way, and no line of an invoice names it. Its tax is right, what
 * differs is revenue, or of a supplier expense.
 */
export const findAdvanceOfOtherMethod = forInvoices(({ document, settings }) =>
  document.tax_lines.flatMap((line, index) => {
    const side = document.fact_type === 'customer_invoice' ? SALE : PURCHASE
    const direction = TAX_CODES.get(line.tax_code)?.direction ?? 'none'
    const isTaxed = side.directions.includes(direction) && line.tax.amount_minor !== 0n
    if (line.net.amount_minor >= 0n || !isTaxed || line.supply_date !== null || line.supply_period !== null) return []
    const account_code = advanceAccountOf(document, line, settings)
    const change = changeBefore(settings, registrationOfLine(settings, line, document))
    if (account_code === null || change === null) return []
    return [{ message: whatToSend(line, account_code, change, side), pointer: `/payload/tax_lines/${index}` }]
  }),
)

type MethodBefore = { readonly valid_from: string; readonly before: Method; readonly after: Method }
type Method = 'effective' | 'net_tax_rate'

/** The change that the method of a registration begins with; null where no tax was booked by another one before. */
function changeBefore(
  { vat_registrations, chart_versions }: PostingSettings,
  its: VatRegistration,
): MethodBefore | null {
  const until = vat_registrations.slice(0, vat_registrations.indexOf(its) + 1)
  const last = until.findLastIndex(({ method }) => method !== its.method)
  const [before, after] = [until[last]?.method, its.method]
  const valid_from = until[last + 1]?.valid_from
  if (!before || before === 'not_registered' || after === 'not_registered' || valid_from === undefined) return null
  // Before the first chart there are no books, so none of the former method.
  return chart_versions.some((from) => from < valid_from) ? { valid_from, before, after } : null
}

/** Where an advance stands, and what its tax is part of under net tax rates. */
type SideOfAdvance = {
  readonly directions: readonly TaxDirection[]
  readonly gives: readonly ['debit', 'credit'] | readonly ['credit', 'debit']
  readonly result: string
}
const SALE: SideOfAdvance = { directions: ['output'], gives: ['debit', 'credit'], result: 'revenue' }
const PURCHASE: SideOfAdvance = {
  directions: ['input_material', 'input_operating'],
  gives: ['credit', 'debit'],
  result: 'expense',
}

/** Amounts as the line has them: an advance at another rate differs by what is open of it. */
function whatToSend(
  { net, tax }: TaxLine,
  account_code: string,
  { valid_from, before, after }: MethodBefore,
  { gives, result }: SideOfAdvance,
): string {
  const inWords = (minor: bigint) => amountInWords(minor, net.currency)
  const standing = { effective: -net.amount_minor, net_tax_rate: -net.amount_minor - tax.amount_minor }
  const [close, back] = gives
  const advance = `${close} ${account_code} ${inWords(standing[before])} with the item of the advance`
  const taken = `${back} ${account_code} ${inWords(standing[after])} with the item that this line opens`
  const difference = `${before === 'effective' ? close : back} the account of the ${result} ${inWords(-tax.amount_minor)} without a tax code`
  return `An advance of before ${valid_from} was booked by ${METHODS[before]} and stands on account ${account_code} ${STANDING[before]}; this line takes it off ${STANDING[after]}. A voucher closes such an advance, with the purpose set_off for both items: ${advance}, ${taken}, and ${difference}.`
}

const STANDING: Readonly<Record<Method, string>> = { effective: 'without its tax', net_tax_rate: 'with its tax' }

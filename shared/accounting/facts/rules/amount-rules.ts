import { toBaseCurrency } from '../../amounts/currency.ts'
import { amountInWords } from '../../amounts/decimal.ts'
import type { Invoice } from '../../documents/accounting-document.ts'
import { foreignCurrencies } from '../../documents/rates-of-document.ts'
import { type Check, findingIf, forInvoices, forVouchers } from '../../documents/rule-context.ts'
import { roleOfLine } from '../../journal/invoice-roles.ts'
import { accountFor, type PostingSettings } from '../../setup/posting-settings.ts'
import { movementsOfVoucher } from '../open-items/voucher-items.ts'

/** Nothing to book: the amount is zero, or so small that nothing of it is left in the base currency. */
export const findZeroAmount = forInvoices(({ document, settings, rates }) => {
  const { gross, tax_lines } = document
  if (gross === null) return []
  if (gross.amount_minor === 0n && !movesBetweenAccounts(document, settings))
    return findingIf(true, 'The gross amount is zero.')
  const rate = rates.get(gross.currency)
  if (rate === undefined) return []
  const parts = tax_lines.length === 0 ? [gross] : tax_lines.flatMap(({ net, tax }) => [net, tax])
  const isNothing = parts.every(
    ({ amount_minor, currency }) => toBaseCurrency(amount_minor, currency, settings.base_currency, rate) === 0n,
  )
  if (!isNothing) return []
  return findingIf(true, `The gross amount is worth less than half of ${amountInWords(1n, settings.base_currency)}.`)
})

/** Nothing is left to pay where an advance has paid all, and there is something to book: what stood on the account of advances. */
function movesBetweenAccounts(document: Invoice, settings: PostingSettings): boolean {
  const sums = new Map<string, bigint>()
  for (const line of document.tax_lines) {
    const { keys } = roleOfLine(document, line)
    const account = accountFor(settings, keys, document.business_date) ?? keys.join()
    sums.set(account, (sums.get(account) ?? 0n) + line.net.amount_minor)
  }
  return [...sums.values()].some((sum) => sum !== 0n)
}

export const findCurrencyMismatch = forInvoices(({ document: { currency, gross, tax_lines } }) => {
  if (gross === null) return []
  const others = [currency, ...tax_lines.flatMap(({ net, tax }) => [net.currency, tax.currency])]
  const other = others.find((candidate) => candidate !== null && candidate !== gross.currency)
  return findingIf(
    other !== undefined,
    `The gross amount is in ${gross.currency}, but the document also says ${other}.`,
  )
})

/** A base amount is in the base currency and on the side of the line; a tax base is in the currency of its line. */
export const findVoucherCurrencyMismatch = forVouchers(({ document, settings: { base_currency } }) =>
  document.lines.flatMap(({ amount, base, tax_base }, index) => [
    ...findingIf(
      base !== null && (base.currency !== base_currency || amount.currency === base_currency),
      `A base_amount is the amount of a foreign line in ${base_currency}, and only of such a line.`,
    ).map((finding) => ({ ...finding, pointer: `/payload/lines/${index}/base_amount` })),
    ...findingIf(
      tax_base !== null && tax_base.currency !== amount.currency,
      `The line is in ${amount.currency}, its tax_base in ${tax_base?.currency}.`,
    ).map((finding) => ({ ...finding, pointer: `/payload/lines/${index}/tax_base` })),
  ]),
)

/** A document states one rate, for the one foreign currency that it converts. */
export const findRateOfNothing: Check = ({ document, settings: { base_currency } }) => {
  if (document.rate_e8 === null) return []
  if (document.fact_type !== 'journal_voucher' && document.gross === null) return []
  const foreign = foreignCurrencies(document, base_currency)
  const message =
    foreign.length === 0
      ? `The exchange_rate converts nothing: no amount is left to convert to ${base_currency}.`
      : `The exchange_rate is one, the amounts to convert are in ${foreign.join(' and ')}.`
  return findingIf(foreign.length !== 1, message).map((finding) => ({ ...finding, pointer: '/payload/exchange_rate' }))
}

export const findImbalance = forVouchers((context) => {
  const { settings } = context
  const movements = movementsOfVoucher(context)
  if (movements === null) return []
  const amounts = movements.map(({ amount_minor }) => amount_minor)
  const debit = amounts.filter((amount) => amount > 0n).reduce((total, amount) => total + amount, 0n)
  const credit = -amounts.filter((amount) => amount < 0n).reduce((total, amount) => total + amount, 0n)
  const words = (minor: bigint) => amountInWords(minor, settings.base_currency)
  if (debit !== credit) return findingIf(true, `Debits are ${words(debit)}, credits are ${words(credit)}.`)
  return findingIf(debit === 0n, `Nothing of the amounts is left in ${settings.base_currency}.`)
})

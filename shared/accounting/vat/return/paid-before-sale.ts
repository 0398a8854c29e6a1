import { amountInWords } from '../../amounts/decimal.ts'
import { shareOf } from '../../amounts/share-of.ts'
import type { SaleAfter } from '../../documents/tax-record.ts'
import { periodOfDay } from './periods.ts'

/**
 * What is to be told of money that came in an earlier return than the invoice that it pays: tax on what is paid in advance arises
 * with its receipt, under agreed consideration too. Null where one return has both.
 *
 * @param noun what has booked the money: it is reversed first
 * @source MWSTG Art. 40 Abs. 1 lit. c
 */
export function paidBeforeSale(
  sale: SaleAfter | null,
  day: string,
  paid_minor: bigint,
  noun: 'allocation' | 'voucher',
): { readonly message: string; readonly remedy: string } | null {
  if (sale === null || sale.on <= day || paid_minor <= 0n) return null
  const [early, late] = [day, sale.on].map((one) => periodOfDay(one, sale.filing_period).name)
  if (early === late) return null
  const message = `The money is of ${day}, and the tax of the invoice counts on ${sale.on}: what is paid in advance is taxed with its receipt, in ${early}, and the books have it in ${late}.`
  const { credited, taxed, isGross } = advanceOf(sale, paid_minor)
  const tax = isGross ? `, with ${taxed}` : `, and ${taxed}`
  const back = isGross ? 'a debit of that item with the same code' : 'debits of that item and of the same tax'
  const remedy = `Where it was paid for the supply in advance: reverse the ${noun}; send a voucher of ${day} with the money, a credit of ${credited} on the account of customer credit that opens an item${tax} (vat_period: correction, where ${early} is filed); and one of ${sale.on} with ${back}, set off against the invoice. ${early} has the tax then, and ${late} nothing of it.`
  return { message, remedy }
}

/** The share of the invoice that is paid: net and tax, or at net tax rates with the tax. */
function advanceOf({ taxes, item_minor }: SaleAfter, paid_minor: bigint) {
  const parts = [...Map.groupBy(taxes, ({ tax_code }) => tax_code)].map(([tax_code, its]) => {
    const sum = (of: 'base_minor' | 'tax_minor') => {
      const whole = its.reduce((total, one) => total + BigInt(one[of]), 0n)
      return shareOf(whole, paid_minor, BigInt(item_minor))
    }
    return { tax_code, base_minor: sum('base_minor'), tax_minor: sum('tax_minor') }
  })
  const currency = taxes[0]?.currency ?? ''
  const words = (minor: bigint) => amountInWords(minor, currency)
  const isGross = parts.every(({ tax_minor }) => tax_minor === 0n)
  const credited = words(parts.reduce((total, { base_minor }) => total + base_minor, 0n))
  const taxed = parts.map(({ tax_code, base_minor, tax_minor }) =>
    isGross ? tax_code : `one of ${words(tax_minor)} of tax with ${tax_code} and a tax_base of ${words(base_minor)}`,
  )
  return { credited, taxed: taxed.join(' and '), isGross }
}

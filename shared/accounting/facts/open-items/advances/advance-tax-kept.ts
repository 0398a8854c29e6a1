import type { JournalVoucher } from '../../../documents/accounting-document.ts'
import { forVouchers, type RuleContext } from '../../../documents/rule-context.ts'
import type { ItemState } from '../../../documents/voucher-item.ts'
import { itemsOfVoucher } from '../../../open-items/items-of-voucher.ts'
import { registrationOn } from '../../../vat/registration.ts'
import { TAX_CODES } from '../../../vat/tax-codes.ts'

const USING: readonly (string | null | undefined)[] = ['payment', 'refund', 'set_off']

import { advancesUsedTwice } from './taken-off-twice.ts'

/**
 * An advance whose tax is declared is used, and the voucher has no tax of its side: the tax of a purchase beside it, that of a commission
 * say, takes none of a sale back. Where what it takes of such items sums up to nothing, the credit of a final invoice has taken the tax off;
 * so it has where the advance was taxed by another method, and the two differ by its tax.
 */
export const findAdvanceTaxKept = forVouchers((context) => {
  const { document } = context
  if (!document.lines.some(({ open_item }) => USING.includes(open_item?.purpose))) return []
  const taxed = new Set(
    document.lines.flatMap(({ tax_code }) => sideOfDirection(TAX_CODES.get(tax_code ?? 'NONE')?.direction ?? 'none')),
  )
  // What a final invoice has taken off has no tax left to be taken back.
  const twice = new Set(advancesUsedTwice(context).map(({ index }) => index))
  const used = itemsOfVoucher(document, context).lines.flatMap(({ index, item }) => {
    const side: Side = item?.by === 'supplier_payable_id' ? 'purchase' : 'sale'
    if (!item?.is_taxed_advance || !USING.includes(document.lines[index]?.open_item?.purpose)) return []
    return taxed.has(side) || twice.has(index) ? [] : [{ index, side, item }]
  })
  return [...Map.groupBy(used, ({ side }) => side).values()].flatMap((its) => {
    const sum = its.reduce((total, { index }) => total + (document.lines[index]?.amount.amount_minor ?? 0n), 0n)
    return sum === 0n || isOfTwoMethods(moneyBeside(its, context), context)
      ? []
      : its.map(({ index }) => ({ message: KEPT, pointer: `/payload/lines/${index}/open_item` }))
  })
})

const KEPT = 'The tax of this advance was declared with its money, and the voucher takes none of it back.'

/** All money on the accounts of these items that the voucher uses: an advance to a supplier has no tax at net tax rates. */
function moneyBeside(its: readonly { readonly item: ItemState }[], context: RuleContext<JournalVoucher>) {
  const accounts = new Set(its.map(({ item }) => item.account_code))
  return itemsOfVoucher(context.document, context).lines.flatMap(({ item, account_code, index }) => {
    const isUsed = USING.includes(context.document.lines[index]?.open_item?.purpose)
    return item && isUsed && accounts.has(account_code) ? [{ item }] : []
  })
}

/** An advance and what takes it off, on two sides of a change of method. */
function isOfTwoMethods(used: readonly { readonly item: ItemState }[], { settings }: RuleContext): boolean {
  const methodsOf = (isAdvance: boolean) =>
    used.flatMap(({ item: { amount_minor, opened_on } }) =>
      amount_minor < 0n === isAdvance && opened_on !== null ? [registrationOn(settings, opened_on).method] : [],
    )
  const [advances, taken] = [new Set(methodsOf(true)), new Set(methodsOf(false))]
  return advances.size === 1 && taken.size === 1 && advances.isDisjointFrom(taken)
}

type Side = 'sale' | 'purchase'

function sideOfDirection(direction: string): Side[] {
  if (direction === 'none') return []
  return direction.startsWith('output') || direction === 'turnover_without_tax' ? ['sale'] : ['purchase']
}

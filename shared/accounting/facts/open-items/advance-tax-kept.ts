import { forVouchers } from '../../documents/rule-context.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'

const USING: readonly (string | null | undefined)[] = ['payment', 'refund', 'set_off']

/**
 * An advance whose tax is declared is used, and the voucher has no tax at all. Where what it takes of such items sums up to
 * nothing, the credit of a final invoice has taken the tax off.
 */
export const findAdvanceTaxKept = forVouchers((context) => {
  const { document } = context
  const hasTax = document.lines.some(({ tax_code }) => tax_code !== null && tax_code !== 'NONE')
  if (hasTax || !document.lines.some(({ open_item }) => USING.includes(open_item?.purpose))) return []
  const taxed = itemsOfVoucher(document, context).lines.filter(
    ({ index, item }) => item?.is_taxed_advance && USING.includes(document.lines[index]?.open_item?.purpose),
  )
  const sum = taxed.reduce((total, { index }) => total + (document.lines[index]?.amount.amount_minor ?? 0n), 0n)
  if (sum === 0n) return []
  return taxed.map(({ index }) => ({
    message: 'The tax of this advance was declared with its money, and the voucher takes none of it back.',
    pointer: `/payload/lines/${index}/open_item`,
  }))
})

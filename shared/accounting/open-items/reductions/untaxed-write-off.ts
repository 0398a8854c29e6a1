import { amountInWords } from '../../amounts/decimal.ts'
import { shareOf } from '../../amounts/share-of.ts'
import { type Finding, forVouchers } from '../../documents/rule-context.ts'
import type { ReducibleTax } from '../../documents/voucher-item.ts'
import { TAX_CODES } from '../../vat/tax-codes.ts'
import { magnitude } from '../item-step.ts'
import { itemsOfVoucher } from '../items-of-voucher.ts'
import type { LineOfItem } from '../line-of-item.ts'

/**
 * Write-offs of documents with tax that take none of it back: the tax stays declared or deducted. Tax that is due with payments is
 * extinguished, and is no surprise. Acquisition tax is deducted as it is owed.
 *
 * @source MWSTG Art. 41
 */
export const findUntaxedWriteOffs = forVouchers((context) => {
  const { document, settings } = context
  const items = itemsOfVoucher(document, context)
  return items.lines.flatMap((line): Finding[] => {
    const { index, item, tax } = line
    if (document.lines[index]?.open_item?.purpose !== 'write_off' || !item?.reducible || tax !== null) return []
    const isTakenBack = [...items.taxes.values()].some(
      (one) => one.kind === 'reduces' && one.items.some(({ open_item_id }) => open_item_id === item.open_item_id),
    )
    const lines = isTakenBack ? [] : linesToSend(item.reducible, line, settings.base_currency)
    if (lines.length === 0) return []
    const message = `The document of the open item has tax, and nothing takes back that of what is written off: ${lines.join('; ')}.`
    return [{ message, pointer: `/payload/lines/${index}/open_item` }]
  })
})

/** What takes back the tax of a part of an item, in the proportion of what is left of its taxes. */
function linesToSend(reducible: readonly ReducibleTax[], { base_minor, item }: LineOfItem, currency: string): string[] {
  const whole = reducible.reduce((sum, { gross_minor }) => sum + gross_minor, 0n)
  const isAcquired = reducible.some(({ tax_code }) => TAX_CODES.get(tax_code)?.direction === 'acquisition')
  if (base_minor === null || whole === 0n || isAcquired) return []
  const written = -base_minor
  const part = magnitude(written) > magnitude(whole) ? whole : written
  const words = (minor: bigint) => amountInWords(magnitude(minor), currency)
  // A credit note is taken back on the other side.
  const isDebit = (item?.by === 'document_id') === written > 0n
  return reducible.flatMap(({ tax_code, gross_minor, tax_minor, supplies }) => {
    const [gross, tax] = [shareOf(gross_minor, part, whole), shareOf(tax_minor, part, whole)]
    if (supplies.some(({ is_gross }) => is_gross))
      return gross === 0n ? [] : [`${words(gross)} with ${tax_code} on the line of the loss`]
    if (tax === 0n) return []
    return [
      `a ${isDebit ? 'debit' : 'credit'} of ${words(tax)} on its tax account with ${tax_code} and a tax_base of ${words(gross - tax)}`,
    ]
  })
}

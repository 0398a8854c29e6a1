import type { JournalVoucher } from '../../documents/accounting-document.ts'
import { type Finding, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import { isMoney } from '../../statements/or-rows/why-no-items.ts'
import { itemsOfVoucher } from '../items-of-voucher.ts'

/** Whether money alone stands against the items of a voucher: accounts at the bank, cash and the like. */
export function isPaidWithMoney({ document, settings, accounts }: RuleContext<JournalVoucher>): boolean {
  const others = document.lines.filter(({ open_item }) => open_item === null)
  const banks = new Set(
    settings.mappings
      .filter(({ mapping_key }) => mapping_key === 'posting.bank' || mapping_key.startsWith('posting.bank.'))
      .map(({ account_code }) => account_code),
  )
  return (
    others.length > 0 &&
    others.every(({ account_code }) => {
      const type = accounts.get(account_code)?.account_type
      return banks.has(account_code) || (type !== undefined && isMoney(account_code, type))
    })
  )
}

/**
 * Items that were paid and are called written off, or set off although nothing stands against them. The books are the same,
 * but lists of losses are not, and no tax is taken back for what was paid.
 */
export const findPaidByOtherName = forVouchers((context) => {
  const { document } = context
  const purposes = document.lines.map(({ open_item }) => open_item?.purpose)
  if (!purposes.some((purpose) => purpose === 'write_off' || purpose === 'set_off')) return []
  if (!isPaidWithMoney(context)) return []
  const { lines } = itemsOfVoucher(document, context)
  const sides = new Set(lines.map(({ sign, amount_minor }) => sign * amount_minor > 0n))
  return lines.flatMap(({ index }): Finding[] => {
    const purpose = purposes[index]
    if (purpose !== 'write_off' && (purpose !== 'set_off' || sides.size > 1)) return []
    const message = `The line says ${purpose}, and money alone stands against it: it is a payment or a refund.`
    return [{ message, pointer: `/payload/lines/${index}/open_item` }]
  })
})

import { type Finding, forVouchers } from '../../documents/rule-context.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import { paidBeforeSale } from '../../vat/return/paid-before-sale.ts'

/** Vouchers that book money of an earlier return than that of the invoice which it pays, as allocations tell of it. */
const findPaidBefore = forVouchers((context) => {
  const { document } = context
  return itemsOfVoucher(document, context).lines.flatMap(({ index, item, amount_minor }): Finding[] => {
    if (document.lines[index]?.open_item?.purpose !== 'payment') return []
    const told = paidBeforeSale(item?.sale_after ?? null, document.business_date, -amount_minor, 'voucher')
    return told ? [{ message: `${told.message} ${told.remedy}`, pointer: `/payload/lines/${index}/open_item` }] : []
  })
})

/** A row of the warnings. */
export const PAID_BEFORE_INVOICE = {
  code: 'paid_before_invoice',
  pointer: '/payload/lines',
  remedy:
    'Send what the message says, so that the return of the money has the tax of what was paid in advance. Nothing, where the supply was made before the money came.',
  source: 'MWSTG Art. 40 Abs. 1 lit. c',
  find: findPaidBefore,
} as const

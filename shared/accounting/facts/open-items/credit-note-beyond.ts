import { forVouchers } from '../../documents/rule-context.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import { CREDIT_NOTE_BEYOND, creditedBeyond } from '../../open-items/reductions/credited-beyond.ts'

/** Credit notes that a voucher sets off, as allocations tell of them. */
const findCreditedBeyond = forVouchers((context) => {
  const { document, open_items } = context
  if (![...open_items.values()].some(({ credit }) => credit)) return []
  return creditedBeyond(
    itemsOfVoucher(document, context).lines.flatMap(({ index, item, amount_minor }) =>
      item === null
        ? []
        : [
            {
              taken_minor: -amount_minor,
              credit: item.credit ?? null,
              pointer: `/payload/lines/${index}/open_item`,
            },
          ],
    ),
  )
})

/** A row of the warnings. */
export const CREDITED_BEYOND = { ...CREDIT_NOTE_BEYOND, pointer: '/payload/lines', find: findCreditedBeyond } as const

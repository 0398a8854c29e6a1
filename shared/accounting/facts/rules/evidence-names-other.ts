import { type Finding, forVouchers } from '../../documents/rule-context.ts'
import { keyOfItem } from '../../documents/voucher-item.ts'

/** A row of the warnings; settlements have it, too. */
export const EVIDENCE_NAMES_OTHER = {
  code: 'evidence_names_other',
  pointer: '/payload/lines',
  remedy:
    'Compare the bank entry with the document. If it has paid something else, reverse this and settle that with it; else nothing.',
  source: 'OR Art. 957a Abs. 2 Ziff. 2',
  find: forVouchers(({ document, bank_debits, open_items, named_beside }): Finding[] => [
    ...document.lines.flatMap(({ open_item: item }, index) => {
      if (item === null || item.by === 'new') return []
      const id = open_items.get(keyOfItem(item))?.open_item_id ?? ''
      return bank_debits.flatMap(({ public_id, doubts }) => {
        const doubt = doubts?.get(id)
        if (doubt === undefined) return []
        return [{ message: `Bank entry ${public_id} ${doubt.words}.`, pointer: `/payload/lines/${index}/open_item` }]
      })
    }),
    ...named_beside,
  ]),
} as const

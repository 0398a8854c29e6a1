import { forVouchers } from '../../documents/rule-context.ts'

/** A row of the warnings. */
export const BOOKED_BY_EVIDENCE = {
  code: 'bank_entry_booked_by_evidence',
  pointer: '/payload/bank_entries',
  remedy:
    'Compare the two. If both book the same money, reverse this voucher and link the line of the older one (link_proposals of the bank entry); else link that line to its own bank entry.',
  source: 'OR Art. 957a Abs. 2 Ziff. 1',
  find: forVouchers(({ bank_entry_doubts }) => bank_entry_doubts),
} as const

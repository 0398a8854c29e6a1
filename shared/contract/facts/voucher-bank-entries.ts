import { positiveMoney, sha256 } from '../primitives.ts'

/** The bank entries that a voucher books, of members that are all optional but the one that names the bank entry. */
export const voucherBankEntries = {
  type: 'array',
  maxItems: 100,
  description:
    'The bank entries that the lines on the accounts at the bank book. Where it is missing, an evidence link with the canonical hash of a bank entry names it; an empty list uses none.',
  items: {
    title: 'VoucherBankEntry',
    type: 'object',
    additionalProperties: false,
    properties: {
      entry_id: { type: 'string', minLength: 1, maxLength: 100 },
      canonical_entry_hash: sha256,
      payment_id: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'One payment of a collective bank entry; without it the whole bank entry is used',
      },
      amount: {
        ...positiveMoney,
        title: 'UsedAmount',
        description: 'How much of it, in its currency; all that is left where it is missing',
      },
    },
    oneOf: [{ required: ['entry_id'] }, { required: ['canonical_entry_hash'] }],
  },
} as const

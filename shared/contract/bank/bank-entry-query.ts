import { date, endCustomerId, page, sha256 } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'
import { BOOKING_CHOICES } from './bank-entry-uses.ts'

const shortText = { type: 'string', minLength: 1, maxLength: 100 } as const

export const camt053EntryQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    import_id: { ...shortText, description: 'Bookings that this import brought or linked' },
    canonical_entry_hash: sha256,
    account: shortText,
    from_date: { ...date, description: 'Earliest booking date' },
    to_date: { ...date, description: 'Latest booking date' },
    booking_state: { enum: BOOKING_CHOICES, description: '`to_book`: `unbooked` and `partly_booked`' },
    possible_repeat: {
      type: 'boolean',
      description: 'Only bookings about which a reviewer has to decide, or only others',
    },
    ...page,
  },
} as const
export type Camt053EntryQuery = FromSchema<typeof camt053EntryQuery>

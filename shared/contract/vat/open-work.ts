import { statedText } from '../primitives.ts'
import { exactly } from '../schema.ts'

/**
 * What of the days of a return is not booked, money that came before its invoice, what the last one leaves undeclared, what was taken over without its balance, and
 * activities that may have no rate of their own.
 */
export const OPEN_WORK_CODES = [
  'facts_not_booked',
  'drafts_not_booked',
  'reversals_not_booked',
  'bank_entries_not_booked',
  'money_before_invoice',
  'tax_not_due_at_end',
  'taken_over_without_balance',
  'activity_below_threshold',
] as const

/** These are warnings only: nobody has to accept them. */
export const WARNING_ONLY = [
  'money_before_invoice',
  'tax_not_due_at_end',
  'taken_over_without_balance',
  'activity_below_threshold',
] as const

export const vatReturnWarning = exactly('VatReturnWarning', {
  code: { enum: OPEN_WORK_CODES },
  count: { type: 'integer' },
  is_at_least: { type: 'boolean', description: 'There is so much open work that not all of it was looked at' },
  message: { type: 'string' },
  remedy: { type: 'string' },
  look_at: {
    type: 'array',
    items: { type: 'string' },
    description: 'GET these: lists that have them all, where there are any, then the first of them',
  },
  must_be_accepted: {
    type: 'boolean',
    description: 'The return is filed only with this code in accepted',
  },
  accepted_because: {
    type: ['string', 'null'],
    description: 'Of a filed return: the reason of whoever has filed it all the same',
  },
})

/** Member of the request that files a return. */
export const acceptedWork = {
  type: 'array',
  maxItems: OPEN_WORK_CODES.length,
  description:
    'Open work of the period that the return is filed with all the same: the warnings of the preview name it',
  items: {
    title: 'AcceptedOpenWork',
    type: 'object',
    required: ['code', 'reason'],
    additionalProperties: false,
    properties: { code: { enum: OPEN_WORK_CODES }, reason: statedText },
  },
} as const

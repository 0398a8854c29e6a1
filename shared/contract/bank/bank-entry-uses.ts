import { endCustomerId, id, moneyAnswer, page, positiveMoney, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { textOrNull } from './bank-parts.ts'

export const BOOKING_STATES = ['unbooked', 'partly_booked', 'booked', 'dismissed'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** What a list of bank entries is asked for: those in a state, or all of which something is left to book. */
export const BOOKING_CHOICES = [...BOOKING_STATES, 'to_book'] as const
export type BookingChoice = (typeof BOOKING_CHOICES)[number]

export const bankEntryUse = exactly('BankEntryUse', {
  object: { const: 'bank_entry_use' },
  use_id: { type: 'string', description: 'Of the use itself, for `starting_after`' },
  used_by: { enum: ['allocation', 'settlement', 'voucher', 'link', 'return'] },
  id: { type: 'string', description: 'The allocation, settlement, source fact, link or return' },
  payment_id: { ...textOrNull, description: 'The payment of the booking that is used; null for the whole or a part' },
  amount: moneyAnswer,
  state: { enum: ['reserved', 'posted'], description: 'reserved: requested, and not in the journal yet' },
  journal_entry_id: textOrNull,
  line_number: { type: ['integer', 'null'], description: 'The line that books it' },
  reason: { ...textOrNull, description: 'Of a link, where its request gave one' },
})

export const bankEntryUseList = listOf('bank_entry_use_list', bankEntryUse)

export const bankEntryUseQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    limit: page.limit,
    starting_after: { ...id, description: '`use_id` of the last use of the page before' },
  },
} as const
export type BankEntryUseQuery = FromSchema<typeof bankEntryUseQuery>

export const bankEntryDismissal = exactly('BankEntryDismissal', {
  reason: { type: 'string' },
  amount: { ...moneyAnswer, description: 'What nobody is to book: the whole, or what uses have left' },
  with_entry_id: { ...textOrNull, description: 'The booking that cancels this one out' },
  dismissed_at: timestamp,
})

export const bankEntryLinkProposal = exactly('BankEntryLinkProposal', {
  journal_entry_id: { type: 'string' },
  line_number: { type: 'integer' },
  amount: moneyAnswer,
})

/** Ties a bank entry to a line that is posted already. */
export const bankEntryLinkRequest = {
  title: 'BankEntryLinkRequest',
  type: 'object',
  required: ['end_customer_id', 'journal_entry_id', 'line_number', 'amount'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    journal_entry_id: id,
    line_number: { type: 'integer', minimum: 1, maximum: 32_767 },
    amount: { ...positiveMoney, title: 'LinkedAmount', description: 'In the currency of the booking' },
    payment_id: { ...id, description: 'One payment of a collective booking' },
    reason: statedText,
  },
} as const
export type BankEntryLinkRequest = FromSchema<typeof bankEntryLinkRequest>

/** Why something is dismissed, or taken back. */
export const bankEntryReason = {
  title: 'BankEntryReason',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, reason: statedText },
} as const
export type BankEntryReason = FromSchema<typeof bankEntryReason>

export const bankEntryDismissalRequest = {
  title: 'BankEntryDismissalRequest',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    reason: statedText,
    with_entry_id: { ...id, description: 'A booking of the same account and amount in the other direction' },
  },
} as const
export type BankEntryDismissalRequest = FromSchema<typeof bankEntryDismissalRequest>

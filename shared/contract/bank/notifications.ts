import { endCustomerId, moneyAnswer, page, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { bankEntryFigures } from './bank-entries.ts'
import { minorOrNull, textOrNull } from './bank-parts.ts'
import { bankMessage, pages } from './camt053-imports.ts'

const notification = exactly('BankNotification', {
  notification_id: { ...textOrNull, description: 'Ntfctn/Id' },
  electronic_seq: textOrNull,
  legal_seq: textOrNull,
  created: textOrNull,
  from: textOrNull,
  to: textOrNull,
  page: orNull(pages),
  account_iban: textOrNull,
  account_other_id: textOrNull,
  account_currency: textOrNull,
  account_owner: textOrNull,
  servicer_bic: textOrNull,
  entry_count: { type: 'integer' },
  sums: {
    type: 'array',
    items: exactly('BankNotificationSums', {
      currency: { type: 'string' },
      credits: moneyAnswer,
      debits: moneyAnswer,
    }),
  },
})

export const camt054Import = exactly('Camt054Import', {
  object: { const: 'camt054_import' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  state: { enum: ['received', 'imported'] },
  file_sha256: { type: 'string' },
  size_bytes: { type: 'integer' },
  message: orNull(bankMessage),
  notifications: { type: 'array', items: notification },
  new_entry_count: { ...minorOrNull, description: 'Notified bookings that were not known before; null until imported' },
  known_entry_count: {
    ...minorOrNull,
    description: 'Those that another file had brought already, in whichever version',
  },
  warnings: {
    type: 'array',
    description:
      'payment_used: of its bookings, the first 100 of which something had used the payment before their details came. ordered_payment_booked: the first 100 debits that name a payment of an order and that something else has booked than its payable',
    items: exactly('BankNotificationWarning', {
      code: { enum: ['payment_used', 'ordered_payment_booked'] },
      message: { type: 'string' },
      remedy: { type: 'string' },
      notified_entry_id: { type: 'string' },
      entry_id: { type: 'string', description: 'The booking of the bank statement' },
    }),
  },
  is_test_file: { type: 'boolean', description: 'The bank has marked it as a test, and it was imported all the same' },
  created_at: timestamp,
  completed_at: { type: ['string', 'null'], format: 'date-time' },
})

export const camt054ImportQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    test_file: { enum: ['accept'], description: 'Import a file that the bank has marked as a test' },
  },
} as const

const NOTIFICATION_STATES = ['waiting', 'joined', 'kept'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

const KEPT_REASONS = ['details_known', 'payment_used'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** A booking as a notification has it. */
export const camt054Entry = exactly('Camt054Entry', {
  object: { const: 'camt054_entry' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  import_id: { type: 'string', description: 'The import that brought it first' },
  ...bankEntryFigures,
  details_amount: {
    ...orNull(moneyAnswer),
    description: 'What its details come to, as a part of a booking; null where there are none, or nobody can say',
  },
  state: {
    enum: NOTIFICATION_STATES,
    description:
      'waiting: no bank statement has its booking yet, and nothing of it is money. joined: its details are those of the booking. kept: it is evidence of the booking, and nothing else',
  },
  reason: {
    enum: [...KEPT_REASONS, null],
    description:
      'Why it is kept. details_known: the booking has its details already. payment_used: something has used the booking as a whole before the details came',
  },
  entry_id: { ...textOrNull, description: 'The booking of a bank statement that it belongs to' },
  joined_at: { type: ['string', 'null'], format: 'date-time' },
  proposed_entry_ids: {
    type: 'array',
    items: { type: 'string' },
    description:
      'While it waits: up to 5 bookings of its account, direction and amount within 5 days that have no details. The amount alone joins nothing',
  },
  created_at: timestamp,
})

export const camt054EntryList = listOf('camt054_entry_list', camt054Entry)

const id = { type: 'string', minLength: 1, maxLength: 100 } as const

export const camt054EntryQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    import_id: { ...id, description: 'Notified bookings that this import brought first' },
    entry_id: { ...id, description: 'Those that belong to this booking of a bank statement' },
    state: { enum: NOTIFICATION_STATES },
    ...page,
  },
} as const
export type Camt054EntryQuery = FromSchema<typeof camt054EntryQuery>

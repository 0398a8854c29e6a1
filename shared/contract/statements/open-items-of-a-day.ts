import { OPEN_ITEM_KINDS } from '../open-items/open-items.ts'
import { date, endCustomerId, moneyAnswer, page, reference } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'
import { LOCALES } from '../setup/settings.ts'
import { ledgerPosition } from './statements.ts'

const SUB_LEDGERS = ['receivables', 'payables'] as const
/** The two lists of open items: of customers, and of suppliers. */
export type SubLedger = (typeof SUB_LEDGERS)[number]

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const
/** How long an open item has been due. */
export type Age = (typeof AGES)[number]

const ages = Object.fromEntries(AGES.map((age) => [age, moneyAnswer])) as Record<Age, typeof moneyAnswer>
const ageing = exactly('OpenItemAgeing', { ...ages, total: moneyAnswer })

const partner = {
  name: { type: 'string', description: 'Empty for credit whose payer is unknown' },
  reference: { type: ['string', 'null'] },
} as const

const itemOfDay = exactly('OpenItemOfDay', {
  id: { type: 'string', description: 'Of the document, the supplier payable or, for credit that it left, the payment' },
  kind: { enum: OPEN_ITEM_KINDS },
  partner: exactly('OpenItemPartnerName', partner),
  account_code: { type: 'string' },
  document_number: { type: ['string', 'null'] },
  document_date: date,
  due_date: { type: ['string', 'null'], format: 'date' },
  payment_reference: { type: ['string', 'null'] },
  is_opening: { type: 'boolean', description: 'Taken over from another system' },
  source_fact_id: reference('source_fact'),
  journal_entry_id: reference('journal_entry'),
  amount: { ...moneyAnswer, description: 'As it was opened' },
  base_amount: moneyAnswer,
  open_amount: { ...moneyAnswer, description: 'What was open at the end of the day' },
  base_open_amount: moneyAnswer,
  days_overdue: {
    type: 'integer',
    description: 'Since the due date, or the document date where there is none; 0 before',
  },
  age: { enum: AGES },
})

const total = exactly('OpenItemTotal', {
  account_code: { type: 'string' },
  account_name: { type: 'string' },
  currency: { type: 'string' },
  open_amount: { ...moneyAnswer, description: 'Of all items of the list on this account in this currency' },
  base_open_amount: moneyAnswer,
  other_side: { ...moneyAnswer, description: 'Items of the other side that stand on this account, such as an advance' },
  base_other_side: moneyAnswer,
  unassigned_before_items: {
    ...moneyAnswer,
    description: 'Lines of the account that are older than open items, and have none',
  },
  base_unassigned_before_items: moneyAnswer,
  control_account_balance: { ...moneyAnswer, description: 'Of the lines in this currency at the end of the day' },
  base_control_account_balance: moneyAnswer,
  equals_control_account: { type: 'boolean' },
})

export const openItemsOfDay = exactly('OpenItemsOfDay', {
  object: { const: 'open_items' },
  end_customer_id: endCustomerId,
  end_customer_name: { type: ['string', 'null'] },
  side: { enum: SUB_LEDGERS },
  date,
  currency: { type: 'string' },
  locale: { enum: LOCALES },
  ledger_position: ledgerPosition,
  totals: { type: 'array', items: total, description: 'By control account and currency, in the sign of the side' },
  ageing: { ...ageing, description: 'Of all items of the list, in the base currency' },
  partners: {
    type: 'array',
    description:
      'From the partner of the first item of the page on: partner_limit of them, or all that the page has items of. Each with all of its items',
    items: exactly('OpenItemPartner', {
      ...partner,
      open_amounts: { type: 'array', items: moneyAnswer, description: 'By currency' },
      ageing: { ...ageing, description: 'In the base currency' },
    }),
  },
  has_more_partners: { type: 'boolean' },
  partner_count: { type: 'integer', description: 'Of the whole list' },
  items: { type: 'array', items: itemOfDay, description: 'By partner, then by the date from which they age' },
  has_more: { type: 'boolean' },
  next_cursor: {
    type: ['string', 'null'],
    description: 'starting_after of the next page: a text without a meaning of its own. Null on the last page',
  },
  item_count: { type: 'integer', description: 'Of the whole list' },
})

export const openItemsOfDayQuery = {
  type: 'object',
  required: ['end_customer_id', 'side', 'date'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    side: {
      enum: SUB_LEDGERS,
      description: 'receivables: with the credit of customers. payables: with advances to suppliers',
    },
    date: { ...date, description: 'The end of this day; all entries with this posting date or an earlier one count' },
    locale: { enum: LOCALES, description: "Default: the end customer's" },
    limit: page.limit,
    partner_limit: { ...page.limit, description: 'Number of partners. Default: 100' },
    starting_after: {
      ...page.starting_after,
      description:
        'next_cursor of the page before, of the same end customer, side and date. It holds its place when its item is closed meanwhile. The id of an item of the list is taken too, unless a payment stands in it more than once (ambiguous_cursor)',
    },
  },
} as const
export type OpenItemsOfDayQuery = FromSchema<typeof openItemsOfDayQuery>

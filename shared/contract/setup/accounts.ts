import { date, endCustomerId, id, page, text } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { RELATED_GROUPS } from './related-groups.ts'

const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense', 'closing'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
const ACCOUNT_STATUSES = ['active', 'inactive'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]
export const accountCode = { type: 'string', pattern: '^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$' } as const

/** Contract, "Account (request element of accounts)". */
const accountRequest = {
  title: 'AccountRequest',
  type: 'object',
  required: ['account_code', 'account_name', 'account_type'],
  additionalProperties: false,
  properties: {
    account_class: { type: 'string', minLength: 1, maxLength: 100, description: 'Default: first digit of the code' },
    account_code: accountCode,
    account_name: text,
    account_type: { enum: ACCOUNT_TYPES },
    account_id: { ...id, description: 'Default: the one it has, or a new one' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Default: the base currency' },
    status: { enum: ACCOUNT_STATUSES, default: 'active' },
    either_side_normal: {
      type: 'boolean',
      default: false,
      description: 'A balance on either side is normal: the account keeps its row on the balance sheet',
    },
    is_clearing: {
      type: 'boolean',
      description: 'Statements warn while it has a balance. Default: 1030 and 109x of the SME chart are such accounts',
    },
    related_to: {
      enum: RELATED_GROUPS,
      description:
        'Everything on it is towards holders of shares, organs (the auditor too) or companies in which a participation is held, and is shown apart (OR Art. 959a Abs. 4). Default: what its code of the SME chart says',
    },
  },
} as const

/** Contract, "Account chart request body". */
export const accountChartRequest = {
  title: 'AccountChartRequest',
  type: 'object',
  required: ['accounts', 'end_customer_id', 'valid_from'],
  additionalProperties: false,
  properties: {
    accounts: { type: 'array', minItems: 1, maxItems: 3000, items: accountRequest },
    end_customer_id: endCustomerId,
    source_reference: text,
    valid_from: date,
  },
} as const
export type AccountChartRequest = FromSchema<typeof accountChartRequest>

const activeMapping = exactly('ActiveMapping', {
  account_mapping_id: { type: 'string' },
  mapping_key: { type: 'string' },
  valid_from: date,
  valid_to: { type: ['string', 'null'], format: 'date' },
  version: { type: 'integer' },
})

const account = exactly('Account', {
  object: { const: 'account' },
  account_class: { type: 'string' },
  account_code: { type: 'string' },
  account_id: { type: 'string' },
  account_name: { type: 'string' },
  account_type: { enum: ACCOUNT_TYPES },
  currency: { type: 'string' },
  status: { enum: ACCOUNT_STATUSES },
  either_side_normal: { type: 'boolean' },
  is_clearing: { type: ['boolean', 'null'], description: 'Null where the code decides' },
  related_to: { enum: [...RELATED_GROUPS, null], description: 'Null where the code decides' },
  mappings: { type: 'array', items: activeMapping },
})

/** Contract, "Account list". */
export const accountList = exactly('AccountList', {
  object: { const: 'account_list' },
  data: { type: 'array', items: account },
  end_customer_id: endCustomerId,
  has_more: { type: 'boolean' },
  valid_on: date,
})

export const accountQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    valid_on: { ...date, description: 'Default: today in Switzerland' },
    status: { enum: ACCOUNT_STATUSES },
    limit: page.limit,
    starting_after: { ...accountCode, description: 'account_code of the last account of the page before' },
  },
} as const
export type AccountQuery = FromSchema<typeof accountQuery>

const accountMapping = exactly(
  'AccountMapping',
  {
    object: { const: 'account_mapping' },
    account_mapping_id: { type: 'string' },
    end_customer_id: endCustomerId,
    mapping_key: { type: 'string' },
    account_code: { type: 'string' },
    account_id: { type: 'string' },
    valid_from: date,
    valid_to: { type: ['string', 'null'], format: 'date' },
    version: { type: 'integer' },
    is_default: { type: 'boolean', description: 'Made from the codes of the SME chart' },
    qr_iban: {
      type: ['string', 'null'],
      description: 'Of posting.bank.<IBAN>: the QR-IBAN of that account, whose bank statements are those of the IBAN',
    },
    unfit: {
      type: ['string', 'null'],
      description: 'Why its account cannot be right, of a mapping from before such ones were refused',
    },
  },
  ['unfit'],
)

export const accountMappingList = listOf('account_mapping_list', accountMapping)

export const accountMappingQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    mapping_key: text,
    account_code: accountCode,
    valid_on: { ...date, description: 'Only mappings that are valid on this date' },
    ...page,
  },
} as const
export type AccountMappingQuery = FromSchema<typeof accountMappingQuery>

export const accountMappingsRequest = {
  title: 'AccountMappingsRequest',
  type: 'object',
  required: ['end_customer_id', 'mappings'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    mappings: {
      type: 'array',
      minItems: 1,
      maxItems: 500,
      items: {
        title: 'AccountMappingRequest',
        type: 'object',
        required: ['mapping_key', 'account_code', 'valid_from'],
        additionalProperties: false,
        properties: {
          mapping_key: {
            type: 'string',
            pattern: '^(posting|or)\\.\\S.{0,190}$',
            description:
              'posting.<role>: one account; or.<row_key>: the row of the statement that the account stands on',
          },
          account_code: accountCode,
          valid_from: date,
          qr_iban: {
            type: ['string', 'null'],
            maxLength: 34,
            description:
              'Of posting.bank.<IBAN>: the QR-IBAN of the same account, without blanks. Bank statements under either name are those of one account, from the first day on. null: it has none. Default: as it was',
          },
        },
      },
    },
  },
} as const
export type AccountMappingsRequest = FromSchema<typeof accountMappingsRequest>

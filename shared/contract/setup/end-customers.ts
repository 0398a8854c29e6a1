import { currency, endCustomerId, LOCALES, text, timestamp } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'
import { VAT_METHODS } from '../vat/registrations.ts'

const LEGAL_FORMS = ['company', 'sole_proprietor', 'partnership', 'association', 'foundation'] as const
export type LegalForm = (typeof LEGAL_FORMS)[number]

/** Of type S in QR-bills: no more letters than its code has room for. @source Swiss Implementation Guidelines QR-bill 2.3 */
const ownAddress = {
  title: 'EndCustomerAddress',
  description: 'Stands on QR-bills of its invoices',
  type: 'object',
  required: ['post_code', 'town_name', 'country'],
  additionalProperties: false,
  properties: {
    street_name: { type: 'string', minLength: 1, maxLength: 70 },
    building_number: { type: 'string', minLength: 1, maxLength: 16 },
    post_code: { type: 'string', minLength: 1, maxLength: 16 },
    town_name: { type: 'string', minLength: 1, maxLength: 35 },
    country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166' },
  },
} as const
export type EndCustomerAddress = FromSchema<typeof ownAddress>

export const endCustomerRequest = {
  title: 'EndCustomerRequest',
  description: 'What is left out stays as it is',
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    name: text,
    uid: { type: 'string', minLength: 1, maxLength: 50, description: 'UID with a right check digit' },
    base_currency: { ...currency, description: 'Can change while nothing is posted' },
    vat_method: {
      enum: VAT_METHODS,
      description: 'From the first day on, while no registration has a date; then PUT /v1/vat-registrations changes it',
    },
    locale: { enum: LOCALES },
    legal_form: {
      enum: LEGAL_FORMS,
      description: 'Decides the accounts of the result and the rows of equity; `company` where it was never sent',
    },
    structured_address: ownAddress,
  },
} as const
export type EndCustomerRequest = FromSchema<typeof endCustomerRequest>

export const endCustomer = exactly(
  'EndCustomer',
  {
    object: { const: 'end_customer' },
    end_customer_id: endCustomerId,
    name: { type: ['string', 'null'] },
    uid: { type: ['string', 'null'] },
    base_currency: { type: 'string' },
    vat_method: { enum: VAT_METHODS, description: 'That of today' },
    locale: { enum: LOCALES },
    legal_form: { enum: LEGAL_FORMS },
    structured_address: { anyOf: [ownAddress, { type: 'null' }] },
    created_at: timestamp,
  },
  ['legal_form', 'structured_address'],
)

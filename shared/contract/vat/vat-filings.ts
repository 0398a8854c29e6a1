import { date, endCustomerId, moneyAnswer, page, sha256, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { acceptedWork } from './open-work.ts'

/** first: as it is filed; correction: the whole return again; annual_reconciliation: what the year adds to all of them. */
export const SUBMISSIONS = ['first', 'correction', 'annual_reconciliation'] as const
export type Submission = (typeof SUBMISSIONS)[number]

export const vatFilingRequest = {
  title: 'VatFilingRequest',
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    submission: {
      enum: SUBMISSIONS,
      description:
        'Default: first. correction: the whole return of a filed period again; annual_reconciliation: the differences of a year whose periods are filed',
    },
    accepted: acceptedWork,
  },
} as const
export type VatFilingRequest = FromSchema<typeof vatFilingRequest>

export const vatFiling = exactly('VatFiling', {
  object: { const: 'vat_filing' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  filing_number: { type: 'integer', description: 'Counts the filings of the end customer' },
  period: { type: 'string' },
  submission: { enum: SUBMISSIONS },
  period_start: date,
  period_end: date,
  payable_tax: { ...moneyAnswer, description: 'Figure 500, or 510 with a negative sign' },
  added_tax: { ...moneyAnswer, description: 'What this filing adds to what is owed for the period' },
  journal_entry_id: {
    type: ['string', 'null'],
    description: 'The entry that transfers the tax to the account with the tax administration; null without any tax',
  },
  ledger_position: exactly('VatFilingPosition', {
    entry_number: { type: 'integer', description: 'The last entry whose tax records count' },
    entry_hash: { type: 'string' },
  }),
  return_sha256: { ...sha256, description: 'Of the canonical JSON that the return is kept as' },
  file_sha256: { ...sha256, description: 'Of the eCH-0217 file' },
  vat_return: { type: 'string', description: 'GET this for the return as it was filed, also as CSV, page and file' },
  actor_id: { type: 'string' },
  created_at: timestamp,
})

export const vatFilingList = listOf('vat_filing_list', vatFiling)

export const vatFilingQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type VatFilingQuery = FromSchema<typeof vatFilingQuery>

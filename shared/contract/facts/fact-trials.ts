import { ENTRY_TYPES, journalEntry } from '../journal/journal-entries.ts'
import { blocker, date, endCustomerId, errorDetail, moneyAnswer, warning } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { FACT_TYPES } from './source-facts.ts'

const { line_number, account_code, text, open_item, debit, credit, transaction_amount, exchange_rate, tax, tax_due } =
  journalEntry.properties.lines.items.properties

const trialLine = exactly(
  'TrialLine',
  { line_number, account_code, text, open_item, debit, credit, transaction_amount, exchange_rate, tax, tax_due },
  ['tax_due'],
)

const trialEntry = exactly('TrialEntry', {
  fiscal_year_id: { type: 'string' },
  posting_date: date,
  document_date: date,
  description: { type: 'string' },
  entry_type: { enum: ENTRY_TYPES },
  currency: { type: 'string', description: 'Base currency of debits and credits' },
  lines: { type: 'array', items: trialLine },
  totals: exactly('TrialTotals', { debit: moneyAnswer, credit: moneyAnswer }),
})

/** What would become of a fact if it were sent now. Nothing of it is stored. */
export const sourceFactTrial = exactly('SourceFactTrial', {
  object: { const: 'source_fact_trial' },
  end_customer_id: endCustomerId,
  fact_type: { enum: FACT_TYPES },
  external_reference: { type: 'string' },
  idempotency_key: { type: 'string' },
  state: {
    enum: ['posted', 'blocked', 'superseded'],
    description:
      'What it would be once it was evaluated. superseded, in a batch: a later item with the same source_system and external_reference takes its place',
  },
  blockers: { type: 'array', items: blocker },
  warnings: { type: 'array', items: warning },
  entry: orNull(trialEntry),
  supersedes: {
    type: 'array',
    items: { type: 'string' },
    description: 'Blocked facts of the same reference that it would take the place of',
  },
  known_as: {
    type: ['string', 'null'],
    description:
      'The fact that is known by this source_system and idempotency_key already. The same body would be answered with it, another one refused (409)',
  },
})

export type SourceFactTrial = FromSchema<typeof sourceFactTrial>

/** What would become of each item of a batch, in their order. */
export const sourceFactBatchTrial = exactly('SourceFactBatchTrial', {
  object: { const: 'source_fact_batch_trial' },
  data: {
    type: 'array',
    items: exactly('SourceFactBatchTrialItem', {
      outcome: {
        enum: ['created', 'replayed', 'conflict', 'rejected', 'untried'],
        description:
          'What the batch would answer. untried: its end customer has no books yet, which the first request makes',
      },
      trial: orNull(sourceFactTrial),
      known_as: {
        type: ['string', 'null'],
        description: 'The fact that is known by its key; null also where an earlier item of the batch has the key',
      },
      details: { type: 'array', items: errorDetail, description: 'Why it is rejected, conflicts or is not tried' },
    }),
  },
  counts: exactly('SourceFactBatchTrialCounts', {
    posted: { type: 'integer' },
    blocked: { type: 'integer' },
    superseded: { type: 'integer' },
    replayed: { type: 'integer' },
    conflict: { type: 'integer' },
    rejected: { type: 'integer' },
    untried: { type: 'integer' },
  }),
})

export type SourceFactBatchTrial = FromSchema<typeof sourceFactBatchTrial>

/** Only `true`: a request that is to be stored leaves it out. */
export const trialQuery = {
  type: 'object',
  required: ['dry_run'],
  additionalProperties: false,
  properties: {
    dry_run: {
      type: 'boolean',
      enum: [true],
      description:
        'true: answers 200 with what would become of the request, and stores nothing. The scope read is enough, and no Idempotency-Key is needed',
    },
  },
} as const

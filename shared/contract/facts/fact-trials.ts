import { ENTRY_TYPES, journalEntry } from '../journal/journal-entries.ts'
import { blocker, date, endCustomerId, errorDetail, moneyAnswer, warning } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { FACT_STATES, FACT_TYPES } from './source-facts.ts'

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
    enum: FACT_STATES,
    description:
      'What it would be once it was evaluated: posted or blocked. superseded, in a batch: a later item with the same source_system and external_reference takes its place. With known_as: what the known fact is now',
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
      'The fact that is known by this source_system and idempotency_key already: the same body is answered with it, and books nothing. Another body is refused (409)',
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
        enum: ['created', 'replayed', 'conflict', 'rejected'],
        description: 'What the batch would answer',
      },
      trial: orNull(sourceFactTrial),
      known_as: {
        type: ['string', 'null'],
        description: 'The fact that is known by its key; null also where an earlier item of the batch has the key',
      },
      details: { type: 'array', items: errorDetail, description: 'Why it is rejected or conflicts' },
    }),
  },
  counts: exactly('SourceFactBatchTrialCounts', {
    posted: { type: 'integer' },
    blocked: { type: 'integer' },
    superseded: { type: 'integer' },
    replayed: { type: 'integer' },
    conflict: { type: 'integer' },
    rejected: { type: 'integer' },
  }),
})

export type SourceFactBatchTrial = FromSchema<typeof sourceFactBatchTrial>

/** What would become of a fact that is reversed or withdrawn. Nothing of it is stored. */
export const sourceFactCorrectionTrial = exactly('SourceFactCorrectionTrial', {
  object: { const: 'source_fact_correction_trial' },
  end_customer_id: endCustomerId,
  source_fact_id: { type: 'string' },
  state: {
    enum: ['reversed', 'posted', 'withdrawn'],
    description: 'What the fact would be then. posted: the reversal would be blocked, and wait',
  },
  blockers: { type: 'array', items: blocker, description: 'What would block the entry of the reversal' },
  entry: { ...orNull(trialEntry), description: 'The entry of the reversal; a withdrawal books none' },
})

export type SourceFactCorrectionTrial = FromSchema<typeof sourceFactCorrectionTrial>

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

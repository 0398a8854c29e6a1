import { errorDetail } from '../primitives.ts'
import { exactly, orNull } from '../schema.ts'
import { sourceFact } from './source-facts.ts'

/** Facts of any type; each item is the body that its own endpoint takes, with `fact_type`. */
export const sourceFactBatchRequest = {
  title: 'SourceFactBatchRequest',
  type: 'object',
  required: ['items'],
  additionalProperties: false,
  properties: {
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 500,
      items: { type: 'object', description: 'A source fact request with its fact_type', additionalProperties: true },
    },
  },
} as const

/** One outcome for each item, in their order. */
export const sourceFactBatch = exactly('SourceFactBatch', {
  object: { const: 'source_fact_batch' },
  data: {
    type: 'array',
    items: exactly('SourceFactBatchItem', {
      outcome: {
        enum: ['created', 'replayed', 'conflict', 'rejected'],
        description: 'replayed: the fact was there already with the same body; conflict: with another one',
      },
      source_fact: orNull(sourceFact),
      details: { type: 'array', items: errorDetail, description: 'Why it was rejected or conflicts' },
    }),
  },
  counts: exactly('SourceFactBatchCounts', {
    created: { type: 'integer' },
    replayed: { type: 'integer' },
    conflict: { type: 'integer' },
    rejected: { type: 'integer' },
  }),
})

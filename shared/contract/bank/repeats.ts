import { endCustomerId, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'

const DECISIONS = ['repeat', 'new'] as const

/** Whether a bank entry repeats another one, as a reviewer says. */
export const repeatReview = {
  type: 'object',
  required: ['end_customer_id', 'decision', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    decision: {
      enum: DECISIONS,
      description:
        'repeat: it is the booking that is known already, and has no payment. new: it is another one. Where the other one was decided before, that decision is taken back first',
    },
    reason: { ...statedText, maxLength: 1_000 },
  },
} as const
export type RepeatReview = FromSchema<typeof repeatReview>

/** What was decided about a possible repeat, and by whom. */
export const repeatDecision = exactly('RepeatDecision', {
  decision: { enum: DECISIONS },
  decided_by: { enum: ['reviewer', 'bank_statements'] },
  reason: { type: 'string' },
  decided_at: timestamp,
})

/** A decision that somebody has taken back, or decided anew. */
export const earlierRepeatDecision = exactly('EarlierRepeatDecision', {
  decision: { enum: DECISIONS },
  decided_by: { enum: ['reviewer', 'bank_statements'] },
  reason: { type: 'string' },
  decided_at: timestamp,
  taken_back_reason: { type: 'string' },
  taken_back_at: timestamp,
})

import { timestamp } from '../primitives.ts'
import { exactly } from '../schema.ts'

const KEPT_BY = ['close', 'migration'] as const
export type KeptBy = (typeof KEPT_BY)[number]

/** What was kept when a fiscal year was closed. */
export const closing = exactly('StatementClosing', {
  id: { type: 'string', description: 'For `closing` of statements, which shows what was kept then' },
  closed_at: timestamp,
  kept_by: {
    enum: KEPT_BY,
    description:
      '`migration`: the year was closed before statements were kept; each account stands on its row as a whole',
  },
  rule_version: { type: 'integer', description: 'Of the rules that gave each amount its row' },
  content_sha256: { type: 'string', description: 'SHA-256 of what was kept: names, rows and amounts' },
})

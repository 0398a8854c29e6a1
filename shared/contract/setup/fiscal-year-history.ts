import { timestamp } from '../primitives.ts'
import { exactly, orNull } from '../schema.ts'
import { closing } from './closing.ts'
import { FISCAL_YEAR_STATES, yearMembers } from './settings.ts'

/** A fiscal year with who closed and opened it, when and why, and with what each closing has kept. */
export const fiscalYearWithHistory = exactly('FiscalYearWithHistory', {
  ...yearMembers,
  changes: {
    type: 'array',
    description: 'Oldest first; the last closing is that of a closed year',
    items: exactly('FiscalYearChange', {
      state: { enum: FISCAL_YEAR_STATES, description: 'The state that the year has had from then on' },
      created_at: timestamp,
      reason: { type: ['string', 'null'], description: 'Null where nobody has recorded it' },
      actor_id: { type: ['string', 'null'], description: 'The API key' },
      closing: orNull(closing),
      ledger_position: orNull(
        exactly('ClosingPosition', { entry_number: { type: 'integer' }, entry_hash: { type: 'string' } }),
      ),
    }),
  },
})

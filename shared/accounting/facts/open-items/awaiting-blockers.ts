import { BANK_ENTRY_BLOCKERS } from '../rules/bank-entry-rules.ts'
import { OPEN_ITEM_BLOCKERS } from './open-item-rules.ts'

/** A change of something that the fact names may remove any of them. The index fact_states_wait has them too. */
export const AWAITING_BLOCKERS = [...BANK_ENTRY_BLOCKERS, ...OPEN_ITEM_BLOCKERS] as const

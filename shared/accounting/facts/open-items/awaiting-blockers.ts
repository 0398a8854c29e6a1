import { blockersFreedBy } from '../freed-by.ts'

/** A change of something that the fact names may remove any of them. The index fact_states_unsaid has them too. */
export const AWAITING_BLOCKERS = blockersFreedBy('named')

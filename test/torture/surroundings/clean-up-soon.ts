import { MOVE_TIMES } from '../../../shared/moving/move-end-customer.ts'

/** For `node --import`. No client of a storm waits for an answer as long as one of the service may, so a short one deletes rows sooner. */
Object.assign(MOVE_TIMES, { clean_up_after_ms: 15_000 })

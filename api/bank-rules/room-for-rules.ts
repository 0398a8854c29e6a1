import { validationFailed } from '../../shared/contract/platform/errors.ts'
import { countBankRules } from '../../shared/store/bank-rules/bank-rules.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockNumber } from '../../shared/store/setup/lock-number.ts'

/** Every bank entry that nothing has booked is compared with each of them. */
const MOST_RULES = 500

/** @throws ApiError validation_failed where an end customer has as many rules as are compared */
export async function requireRoomForRule(tx: Tx, end_customer_id: string): Promise<void> {
  await lockNumber(tx, 'bank_rules', end_customer_id)
  if ((await countBankRules(tx, end_customer_id)) < MOST_RULES) return
  const message = `An end customer has at most ${MOST_RULES} rules. Change one of them (PUT /v1/bank-rules/{id}).`
  throw validationFailed([{ pointer: '/end_customer_id', code: 'too_many', message }])
}

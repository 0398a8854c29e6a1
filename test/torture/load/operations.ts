import { createRandom } from '../../../shared/cli/demo/company/random.ts'
import { BANK_OPERATIONS } from './bank/bank-operations.ts'
import { ORDER_OPERATIONS } from './bank/order-operations.ts'
import { RULE_OPERATIONS } from './bank/rule-operations.ts'
import { FACT_OPERATIONS } from './fact-operations.ts'
import { MONEY_OPERATIONS } from './money/money-operations.ts'
import type { Asking, Request } from './request.ts'
import { SETUP_OPERATIONS } from './setup-operations.ts'
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts'

/** One way to use each endpoint that changes something. A plan depends on their order. */
export const OPERATIONS = {
  ...FACT_OPERATIONS,
  ...SETUP_OPERATIONS,
  ...MONEY_OPERATIONS,
  ...BANK_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...RULE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
} as const

export type Route = keyof typeof OPERATIONS

/** The request of a route, chosen with the draw from the rows that the client can read. */
export function askFor(route: Route, draw: number, asking: Asking): Promise<Request | null> {
  return OPERATIONS[route].ask(createRandom(draw), asking)
}

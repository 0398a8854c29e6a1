import { bankCalls } from './operations/bank.ts'
import { bankReturnCalls } from './operations/bank-returns.ts'
import { bankRuleCalls } from './operations/bank-rules.ts'
import { factCalls } from './operations/facts.ts'
import { journalCalls } from './operations/journal.ts'
import { openItemCalls } from './operations/open-items.ts'
import { orderCalls } from './operations/orders.ts'
import { platformCalls } from './operations/platform.ts'
import { proofCalls } from './operations/proof.ts'
import { qrBillCalls } from './operations/qr-bills.ts'
import { settlementCalls } from './operations/settlement.ts'
import { setupCalls } from './operations/setup.ts'
import { statementCalls } from './operations/statements.ts'
import { vatCalls } from './operations/vat.ts'
import { webhookCalls } from './operations/webhooks.ts'

/** Everything that the interface can be asked, by the operation ids of its OpenAPI document. A test compares them with the endpoints. */
export const calls = {
  ...factCalls,
  ...platformCalls,
  ...setupCalls,
  ...journalCalls,
  ...proofCalls,
  ...openItemCalls,
  ...bankCalls,
  ...bankRuleCalls,
  ...bankReturnCalls,
  ...qrBillCalls,
  ...settlementCalls,
  ...orderCalls,
  ...statementCalls,
  ...vatCalls,
  ...webhookCalls,
} as const

export type Calls = typeof calls
export type OperationId = keyof Calls

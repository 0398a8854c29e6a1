import { bankRoutes } from './bank/routes.ts'
import { bankReturnRoutes } from './bank-returns/routes.ts'
import { bankRuleRoutes } from './bank-rules/routes.ts'
import { factRoutes } from './facts/routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { journalRoutes } from './journal/routes.ts'
import { openItemRoutes } from './open-items/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { platformRoutes } from './platform/routes.ts'
import { proofRoutes } from './proof/routes.ts'
import { qrBillRoutes } from './qr-bills/routes.ts'
import { settlementRoutes } from './settlement/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { vatRoutes } from './vat/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** The interface, in the order of its documentation. `test/api/endpoints.txt` shows it line by line. */
export const endpoints = [
  ...factRoutes,
  ...platformRoutes,
  ...setupRoutes,
  ...journalRoutes,
  ...proofRoutes,
  ...openItemRoutes,
  ...bankRoutes,
  ...bankRuleRoutes,
  ...bankReturnRoutes,
  ...qrBillRoutes,
  ...settlementRoutes,
  ...orderRoutes,
  ...statementRoutes,
  ...vatRoutes,
  ...webhookRoutes,
] as const satisfies readonly Endpoint[]

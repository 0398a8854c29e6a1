import { readFileSync } from 'node:fs'
import { BANK } from './bank/bank.ts'
import { BANK_ENTRIES } from './bank/bank-entries.ts'
import { BANK_RETURNS } from './bank/bank-returns.ts'
import { BANK_RULES } from './bank/bank-rules.ts'
import { DOUBTFUL_STATEMENTS } from './bank/doubtful-statements.ts'
import { NOTIFICATIONS } from './bank/notifications.ts'
import { QR_BILLS } from './bank/qr-bills.ts'
import { CORRECTIONS } from './corrections.ts'
import type { Example, ExampleRequest, Of } from './example.ts'
import { FACTS } from './facts.ts'
import { LEDGER_PROOFS } from './ledger-proofs.ts'
import { MONEY_ON_ACCOUNTS } from './money-on-accounts.ts'
import { PAYMENT_ORDERS } from './payment-orders.ts'
import { SET_UP } from './set-up.ts'
import { STATEMENTS } from './statements.ts'
import { VAT_FILINGS } from './vat-filings.ts'
import { VAT_PAYMENTS } from './vat-payments.ts'
import { VOUCHERS_ON_ITEMS } from './vouchers-on-items.ts'
import { WEBHOOKS } from './webhooks.ts'

/**
 * The examples of the interface. In this order they are one story that the service plays: each request works on what the
 * ones before it have made. `test/api/openapi/examples.test.ts` plays it, and records the answers anew when it is asked to.
 */
export const EXAMPLES: readonly Example[] = [
  ...SET_UP,
  ...FACTS,
  ...WEBHOOKS,
  ...QR_BILLS,
  ...BANK,
  ...STATEMENTS,
  ...CORRECTIONS,
  ...BANK_ENTRIES,
  ...DOUBTFUL_STATEMENTS,
  ...NOTIFICATIONS,
  ...VOUCHERS_ON_ITEMS,
  ...VAT_FILINGS,
  ...MONEY_ON_ACCOUNTS,
  ...VAT_PAYMENTS,
  ...PAYMENT_ORDERS,
  ...BANK_RULES,
  ...BANK_RETURNS,
  ...LEDGER_PROOFS,
]

/** By the name of the example: a JSON document, or the text of another representation. */
export type Answers = Readonly<Record<string, unknown>>

export const ANSWERS_FILE = new URL('./answers.json', import.meta.url)

export function readAnswers(): Answers {
  return JSON.parse(readFileSync(ANSWERS_FILE, 'utf8')) as Answers
}

/** The request of an example; ids of earlier resources are those of the given answers. */
export function requestOf(example: Example, changesSomething: boolean, answers: Answers): ExampleRequest {
  const request = example.request(lookUpIn(answers))
  if (!changesSomething) return request
  return { ...request, headers: { 'Idempotency-Key': example.name, Prefer: 'wait=10', ...request.headers } }
}

function lookUpIn(answers: Answers): Of {
  return (name, pointer) => {
    const value = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((at, member) => (at as Record<string, unknown> | undefined)?.[member], answers[name])
    // An answer that is not recorded yet must not stop the service; the test finds it.
    return typeof value === 'string' ? value : `${name}${pointer}`
  }
}

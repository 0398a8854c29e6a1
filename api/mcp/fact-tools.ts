import { hashOf } from '../../shared/canonical/hash.ts'
import type { Client, TrialId } from '../../shared/client/index.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { argumentsOf, type Tool, WrongArguments } from './tool.ts'

/** Holds the answer until the fact is decided. */
const WAIT_SECONDS = 10
const MOST_TRIALS = 1_000

type FactId = Exclude<TrialId, 'orderPayments'>
const TRIALS: Readonly<Record<FactId, string>> = {
  recordExpenseDocument: 'tryExpenseDocument',
  recordCustomerInvoice: 'tryCustomerInvoice',
  recordJournalVoucher: 'tryJournalVoucher',
  recordSourceFacts: 'trySourceFacts',
}

/**
 * Tools that say what would become of facts. With `may_write` there is one more, which records the very body that was
 * tried: it takes the confirmation that only the dry run of this body in this process has given.
 */
export function factTools(endpoints: readonly Endpoint[], client: Client, may_write: boolean): Tool[] {
  const confirmed = new Set<string>()
  const tries = endpoints.flatMap((endpoint) =>
    'accept' in endpoint && 'body' in endpoint && isFact(endpoint.operation_id)
      ? tryTool(endpoint.operation_id, endpoint, client, confirmed)
      : [],
  )
  return may_write ? [...tries, recordTool(client, confirmed)] : tries
}

function isFact(operation_id: string): operation_id is FactId {
  return Object.hasOwn(TRIALS, operation_id)
}

type Described = { readonly summary: string; readonly body: Schema }

function tryTool(id: FactId, { summary, body }: Described, client: Client, confirmed: Set<string>): Tool {
  return {
    name: TRIALS[id],
    description: `Dry run of: ${summary}. Says what would be blocked, warned of and booked, and stores nothing`,
    inputSchema: argumentsOf({ body }, ['body']),
    is_read: true,
    run: async (args) => {
      const trial = await client.dryRun(id, { body: args.body as never })
      const confirmation = confirmationOf(id, args.body)
      if (confirmed.size >= MOST_TRIALS) confirmed.clear()
      confirmed.add(confirmation)
      return { trial, record_with: { operation: id, confirmation } }
    },
  }
}

function recordTool(client: Client, confirmed: ReadonlySet<string>): Tool {
  return {
    name: 'recordTried',
    description:
      'Records what a dry run has shown, for good: send its body unchanged, with the operation and the confirmation of the dry run. A posted fact can only be reversed. Sent twice it is recorded once',
    inputSchema: argumentsOf(
      {
        operation: { enum: Object.keys(TRIALS), description: 'As record_with of the dry run says it' },
        body: { type: 'object', additionalProperties: true, description: 'The body of the dry run, unchanged' },
        confirmation: { type: 'string', description: 'As record_with of the dry run says it' },
      },
      ['operation', 'body', 'confirmation'],
    ),
    is_read: false,
    run: async ({ operation, body, confirmation }) => {
      const id = String(operation)
      if (!isFact(id)) throw new WrongArguments(`operation must be one of ${Object.keys(TRIALS).join(', ')}.`)
      if (confirmation !== confirmationOf(id, body) || !confirmed.has(confirmation))
        throw new WrongArguments(
          `The confirmation is not that of a dry run of this body. Call ${TRIALS[id]} with the body first, and send both unchanged.`,
        )
      const options = { idempotency_key: `mcp-${confirmation}`, wait_seconds: WAIT_SECONDS }
      const { body: recorded } = await client.exchange(id, { body: body as never }, options)
      return recorded
    },
  }
}

/** Bodies that differ in a member have another one. */
function confirmationOf(id: FactId, body: unknown): string {
  return hashOf([id, (body ?? null) as object as Record<string, never>])
}

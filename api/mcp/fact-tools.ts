import type { Client, TrialId } from '../../shared/client/index.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { type Confirmations, hashOfBody, hashOfShown, openConfirmations, openRecorded } from './confirmations.ts'
import { argumentsOf, type Tool, WrongArguments } from './tool.ts'

/** Holds the answer until the fact is decided. */
const WAIT_SECONDS = 10

type FactId = Exclude<TrialId, 'orderPayments' | 'reverseSourceFact' | 'withdrawSourceFact'>
const TRIALS: Readonly<Record<FactId, string>> = {
  recordExpenseDocument: 'tryExpenseDocument',
  recordCustomerInvoice: 'tryCustomerInvoice',
  recordJournalVoucher: 'tryJournalVoucher',
  recordSourceFacts: 'trySourceFacts',
}

/**
 * Tools that say what would become of facts. With `may_write` there is one more, which records the very body that was
 * tried: it takes the confirmation that only the dry run of this body in this process has given, as long as it says the same.
 */
export function factTools(endpoints: readonly Endpoint[], client: Client, may_write: boolean): Tool[] {
  const confirmations = openConfirmations()
  const tries = endpoints.flatMap((endpoint) =>
    'accept' in endpoint && 'body' in endpoint && isFact(endpoint.operation_id)
      ? tryTool(endpoint.operation_id, endpoint, client, confirmations)
      : [],
  )
  return may_write ? [...tries, recordTool(client, confirmations)] : tries
}

function isFact(operation_id: string): operation_id is FactId {
  return Object.hasOwn(TRIALS, operation_id)
}

type Described = { readonly summary: string; readonly body: Schema }

function tryTool(id: FactId, { summary, body }: Described, client: Client, confirmations: Confirmations): Tool {
  return {
    name: TRIALS[id],
    description: `Dry run of: ${summary}. Says what would be blocked, warned of and booked, and stores nothing`,
    inputSchema: argumentsOf({ body }, ['body']),
    is_read: true,
    run: async (args) => {
      const trial = await client.dryRun(id, { body: args.body as never })
      return { trial, record_with: { operation: id, ...confirmations.give({ operation: id, body: args.body, trial }) } }
    },
  }
}

function recordTool(client: Client, confirmations: Confirmations): Tool {
  /** Sent twice, an answer comes twice: by then the dry run says that the fact is known. */
  const recorded = openRecorded()
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
      const key = `mcp-${hashOfBody({ operation: id, body })}`
      const asked = String(confirmation)
      if (!recorded.has(key, asked)) {
        if (!confirmations.serves(asked, { operation: id, body })) throw notShown(id)
        // What it was approved for is what becomes of it: the books may have changed since.
        const trial = await client.dryRun(id, { body: body as never })
        if (hashOfShown({ operation: id, body, trial }) !== asked) throw notShown(id)
      }
      const options = { idempotency_key: key, wait_seconds: WAIT_SECONDS }
      const { body: answer } = await client.exchange(id, { body: body as never }, options)
      // Only now: what was not answered is tried anew, as it may become something else.
      recorded.keep(key, asked)
      return answer
    },
  }
}

function notShown(id: FactId): WrongArguments {
  return new WrongArguments(
    `The confirmation is not that of a dry run of this body in the last quarter of an hour, or the dry run says something else now. Call ${TRIALS[id]} with the body, and send both unchanged.`,
  )
}

import type { Calls, OperationId } from './calls.ts'
import type { AnswerTo } from './exchange.ts'
import { RequestUnanswered } from './failures.ts'
import { sleep } from './pauses.ts'

/** How what is decided later is read again: by which operation, and under which name of its id. */
const READ_BY = {
  source_fact: ['getSourceFact', 'source_fact_id'],
  payment_allocation: ['getAllocation', 'allocation_id'],
  camt053_import: ['getBankStatementImport', 'import_id'],
  camt054_import: ['getNotificationImport', 'import_id'],
  manual_payment: ['getManualPayment', 'payment_id'],
  bank_return: ['getBankReturn', 'return_id'],
} as const satisfies Readonly<Record<string, readonly [OperationId & keyof Calls, string]>>
type ReadBy = typeof READ_BY

/** An answer whose work goes on behind it. */
export type Decidable = AnswerTo<ReadBy[keyof ReadBy][0]>

type Work = {
  readonly object: string
  readonly state?: string
  readonly intents?: readonly { readonly state: string }[]
}

const FIRST_MS = 50
const LONGEST_MS = 2_000

/** A fact that is blocked is decided: it says what to do. */
export function isDecided(resource: Decidable): boolean {
  const { object, state, intents = [] }: Work = resource
  if (object === 'bank_return') return state !== 'pending'
  return state !== 'received' && intents.every((intent) => intent.state !== 'pending')
}

/**
 * The resource as it is once its work is done; what is decided already comes back as it is.
 *
 * @throws RequestUnanswered where it is not done within the deadline
 */
export async function readUntilDecided<Resource extends Decidable>(
  resource: Resource,
  readAgain: (id: ReadBy[keyof ReadBy][0], request: Readonly<Record<string, string>>) => Promise<Decidable>,
  deadline_ms: number,
  signal?: AbortSignal,
): Promise<Resource> {
  const [operation, parameter] = READ_BY[resource.object]
  const ends_at = performance.now() + deadline_ms
  let seen = resource
  for (
    let reads = 0, pause_ms = FIRST_MS;
    !isDecided(seen);
    reads += 1, pause_ms = Math.min(pause_ms * 2, LONGEST_MS)
  ) {
    if (performance.now() + pause_ms >= ends_at)
      throw new RequestUnanswered(`${resource.id} is not decided within ${deadline_ms} ms.`, null, reads, seen)
    await sleep(pause_ms, signal)
    seen = (await readAgain(operation, { [parameter]: resource.id })) as Resource
  }
  return seen
}

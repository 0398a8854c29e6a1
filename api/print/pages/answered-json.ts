import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { parseInSteps } from '../../../shared/canonical/parse-in-steps.ts'
import { runSteps } from '../../../shared/process/run-steps.ts'
import { jsonInSlices } from '../../http/answers/json-in-slices.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import type { ShownMembers } from './shown-value.ts'

/** Behind a quotation mark there is a text: hashes and references have as many digits, and a reviver takes ten times as long. */
const LONG_NUMBER = /[:,[]\s?-?\d{16}/

/** An answer as a client reads it, so that a page cannot say anything else. Integers beyond 2^53 stay exact. */
export async function answeredJson(
  { takeTurns }: Pick<ApiDeps, 'takeTurns'>,
  { caller }: Pick<ReadRequest<unknown>, 'caller'>,
  answer: object,
): Promise<ShownMembers> {
  return takeTurns(caller.key_id, Number.POSITIVE_INFINITY, async (slice) => {
    const text = answer instanceof Readable ? await textOf(answer) : await jsonInSlices(answer, slice)
    const reviver = LONG_NUMBER.test(text) ? exactIntegers : undefined
    return (await runSteps(parseInSteps(text, reviver), slice.pause)) as ShownMembers
  })
}

function exactIntegers(_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
  return isRounded ? jsonInteger(BigInt(source as string)) : value
}

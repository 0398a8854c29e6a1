import type { intent } from '../../../shared/contract/primitives.ts'
import type { FromSchema } from '../../../shared/contract/schema.ts'
import { type Kind, uuidOf } from '../../../shared/process/ids.ts'

type WithId = { readonly id: string }
type WithIntents = { readonly intents: readonly FromSchema<typeof intent>[] }

export const uuid = (kind: Kind) => (answer: WithId) => [uuidOf(kind, answer.id)]
export const key = (_: unknown, request_key: string) => [request_key]
/** A second header key for the same fact brings no second fact. */
export const fact = (answer: WithId, request_key: string) =>
  request_key.endsWith('-other') ? [] : [uuidOf('source_fact', answer.id)]
export const intents = (answer: WithIntents) => answer.intents.map(({ id }) => uuidOf('intent', id))
export const newestIntent = (answer: WithIntents) => intents(answer).slice(-1)

/** A draft is given up without an intent; a posted one gets an intent, which may not be the first: a return may have been given up. */
export function reversalOf(what: 'allocation' | 'settlement') {
  return ({ intents }: WithIntents) =>
    intents
      .filter(({ type }) => type === `${what}_reversal`)
      .slice(-1)
      .map(({ id }) => uuidOf('intent', id))
}

import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { Config } from '../../shared/process/config.ts'
import { openSecret } from '../../shared/webhooks/sealed-secrets.ts'
import { type Caller, covers } from '../http/admission/caller.ts'
import type { Accept, Command, MutatingRequest } from '../http/endpoint.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { mirrorToAll } from './places/mirror-to-all.ts'

/**
 * A command about a subscription, which no end customer in the request stands for. Another key of the same client may send the
 * same request again, so the answer names its end customers and goes to a key that covers them. A secret in it was recorded sealed
 * and is opened on its way to the client: a retry gets the same answer, and neither the database nor a backup shows it.
 */
export function forClient<Body>(command: Command<MutatingRequest<Body>>): {
  readonly accept: Accept<MutatingRequest<Body>>
} {
  const accept = inTransaction(201, command)
  return {
    async accept(deps, request) {
      const answer = await accept(deps, request)
      await mirrorToAll(deps)
      const about = JSON.parse(answer.response) as About
      requireSeen(request.caller, about)
      return { ...answer, response: withOpenSecret(deps.config, about) ?? answer.response }
    },
  }
}

type About = {
  readonly id: string
  readonly end_customer_ids?: readonly string[] | null
  readonly secret?: string
}

/** One without a list is about all end customers. */
function requireSeen(caller: Caller, { end_customer_ids }: About): void {
  const isSeen = caller.end_customer_ids === null || end_customer_ids?.every((id) => covers(caller, id))
  if (!isSeen) throw new ApiError('forbidden', 'This API key does not cover the end customers of this subscription.')
}

function withOpenSecret(config: Config, about: About): string | null {
  return about.secret === undefined
    ? null
    : JSON.stringify({ ...about, secret: openSecret(config, about.id, about.secret) })
}

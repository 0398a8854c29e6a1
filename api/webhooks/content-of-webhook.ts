import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { WebhookChangeRequest } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import type { Config } from '../../shared/process/config.ts'
import { defectOfUrl } from '../../shared/webhooks/webhook-url.ts'
import { type Caller, covers, requireScope } from '../http/admission/caller.ts'

/**
 * What a request says of a subscription. It sends what a key could read, and to the end customers of the key alone.
 *
 * @throws ApiError forbidden
 */
export function contentOf(caller: Caller, request: WebhookChangeRequest) {
  requireScope(caller, 'read')
  const { url, description = null, event_types, state } = request
  const named = request.end_customer_ids?.map((id) => id.toLowerCase()) ?? caller.end_customer_ids
  const end_customer_ids = named && [...new Set(named)].sort()
  requireCovered(caller, request.end_customer_ids ?? [])
  return {
    url: new URL(url).href,
    description,
    event_types: event_types && [...new Set(event_types)],
    end_customer_ids,
    state,
  }
}

function requireCovered(caller: Caller, named: readonly string[]): void {
  const details = named.flatMap((id, index) =>
    covers(caller, id.toLowerCase())
      ? []
      : [
          {
            pointer: `/end_customer_ids/${index}`,
            code: 'forbidden' as const,
            message: 'Use a key that covers this end customer.',
          },
        ],
  )
  if (details.length > 0) throw new ApiError('forbidden', 'This API key does not cover these end customers.', details)
}

/** @throws ApiError state_conflict where the operator has given no key for secrets */
export function requireWebhooks({ webhook_secrets_key }: Config): void {
  if (webhook_secrets_key !== null) return
  const message = 'This service sends no webhooks: its operator has to set WEBHOOK_SECRETS_KEY. Read GET /v1/events.'
  throw new ApiError('state_conflict', message, [{ pointer: '/', code: 'webhooks_off', message }])
}

/** @throws ApiError validation_failed */
export function requireFitUrl(config: Config, url: string): void {
  const message = defectOfUrl(url, config)
  if (message !== null) throw validationFailed([{ pointer: '/url', code: 'url_unfit', message }])
}

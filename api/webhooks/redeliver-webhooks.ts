import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { WebhookRedeliveryRequest } from '../../shared/contract/webhooks/webhook-deliveries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import {
  findWebhookPosition,
  restartWebhookPosition,
  type WebhookPositionRow,
} from '../../shared/store/webhooks/webhook-positions.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { lockNamed } from './find-own.ts'
import { presentPosition } from './present-webhook.ts'

/** The next event to send is the one that is named. */
export async function redeliverWebhooks(
  tx: Tx,
  _deps: ApiDeps,
  { body, caller, params, end_customer_id }: MutatingRequest<WebhookRedeliveryRequest>,
) {
  const { subscription_id } = await lockNamed(tx, caller, params.subscription_id)
  const position = await findWebhookPosition(tx, subscription_id, end_customer_id)
  if (!position) throw new ApiError('not_found', 'The subscription does not send events of this end customer.')
  const from = BigInt(body.from_event_number)
  if (!(await restartWebhookPosition(tx, { end_customer_id, subscription_id, from }))) throw unknownEvent(position)
  return { body: presentPosition((await findWebhookPosition(tx, subscription_id, end_customer_id)) ?? position) }
}

function unknownEvent({ first_kept_number: first, last_event_number: last }: WebhookPositionRow): ApiError {
  const begins = first > 1n ? ` Events before ${first} are no longer kept.` : ''
  const message = `The last event is ${last}. Name it or an earlier one, or ${last + 1n} to leave out all that have not come.${begins}`
  return validationFailed([{ pointer: '/from_event_number', code: 'out_of_range', message }])
}

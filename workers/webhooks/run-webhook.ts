import { newUuid, publicId } from '../../shared/process/ids.ts'
import { type EventRow, listEvents } from '../../shared/store/platform/events.ts'
import { presentEvent } from '../../shared/store/platform/present-event.ts'
import type { WebhookPlace } from '../../shared/store/webhooks/due-webhooks.ts'
import { leaseWebhook, type WebhookOutcome, type WebhookRun } from '../../shared/store/webhooks/webhook-runs.ts'
import { pauseAfter, retryAfterMs } from '../../shared/webhooks/pauses.ts'
import { openSecret } from '../../shared/webhooks/sealed-secrets.ts'
import type { SendResult } from '../../shared/webhooks/send-webhook.ts'
import { signatureHeaders, webhookId } from '../../shared/webhooks/sign-webhook.ts'
import { endWebhookRun } from './end-webhook-run.ts'
import type { WebhookWork } from './webhook-work.ts'

const PAGE = 100
/** A run ends then, so that others have a turn. */
const RUN_MS = 5_000
/** A receiver that takes longer is slow. */
const SLOW_MS = 1_000

/**
 * Sends events of one end customer to one subscription, in their order, for some seconds or until one fails.
 *
 * @returns whether the receiver answers well; null where there was nothing to do
 */
export async function runWebhook(work: WebhookWork, place: WebhookPlace): Promise<boolean | null> {
  const { config, pool, inTurn } = work
  const lease_id = newUuid()
  // The last attempt begins before the run is over; as long again to keep what has become of it.
  const lease_ms = RUN_MS + 2 * config.webhook_timeout_ms
  const began = performance.now()
  const run = await inTurn(() => leaseWebhook(pool, place, lease_id, lease_ms))
  if (!run) return null
  const sent = await sendInOrder(work, run, () => performance.now() - began < RUN_MS)
  await endWebhookRun(work, run, { lease_id, ...sent }, began + lease_ms)
  if (sent.attempts.length === 0) return null
  return sent.failure === null && sent.attempts.every(({ duration_ms }) => duration_ms < SLOW_MS)
}

type Sent = Omit<WebhookOutcome, 'lease_id'>

/** Pages of events follow each other until there is a page of attempts to keep: most may be of types that the subscription does not name. */
async function sendInOrder(work: WebhookWork, run: WebhookRun, isTime: () => boolean): Promise<Sent> {
  const { pool, inTurn } = work
  let sent: Sent = { delivered_number: run.delivered_number, attempts: [], failure: null }
  for (let has_more = true; has_more && sent.failure === null && sent.attempts.length < PAGE; ) {
    if (work.isStopping() || !isTime()) break
    const after = sent.delivered_number
    const page = await inTurn(() => listEvents(pool, run.end_customer_id, after, PAGE))
    sent = await sendPage(work, run, page.rows, sent, isTime)
    has_more = page.has_more && sent.delivered_number === page.rows.at(-1)?.event_number
  }
  return sent
}

async function sendPage(
  work: WebhookWork,
  run: WebhookRun,
  events: readonly EventRow[],
  before: Sent,
  isTime: () => boolean,
): Promise<Sent> {
  const attempts = [...before.attempts]
  let { delivered_number } = before
  for (const event of events) {
    if (work.isStopping() || !isTime()) break
    if (run.event_types === null || run.event_types.includes(event.event_type)) {
      const number = attempts.length === 0 ? run.attempts + 1 : 1
      const { attempt, result } = await attemptOf(work, run, event, number)
      if (result.error === 'stopped') break
      attempts.push(attempt)
      work.metrics?.webhook(result.error ?? 'delivered', attempt.duration_ms / 1_000)
      if (result.error !== null) return { delivered_number, attempts, failure: failureOf(work, run, number, result) }
    }
    delivered_number = event.event_number
  }
  return { delivered_number, attempts, failure: null }
}

async function attemptOf(work: WebhookWork, run: WebhookRun, event: EventRow, number: number) {
  const began = performance.now()
  const attempted_at = new Date().toISOString()
  const result = await sendEvent(work, run, event)
  const duration_ms = Math.round(performance.now() - began)
  const { end_customer_id, event_number, event_type } = event
  const of = { end_customer_id, attempt_id: newUuid(), event_number, event_type, attempt: number }
  return { result, attempt: { ...of, status: result.status, error: result.error, duration_ms, attempted_at } }
}

function failureOf({ config }: WebhookWork, run: WebhookRun, attempts: number, result: SendResult) {
  const failing_ms = attempts > 1 ? run.failing_ms : 0
  const retry_after_ms = retryAfterMs(result.retry_after, Date.now())
  const pause_ms = pauseAfter({ attempts, failing_ms, retry_after_ms }, config, Math.random())
  return { attempts, status: result.status, error: String(result.error), pause_ms }
}

async function sendEvent({ config, sender }: WebhookWork, run: WebhookRun, event: EventRow): Promise<SendResult> {
  const owner = publicId('webhook_subscription', run.subscription_id)
  const secrets = [run.secret, run.previous_secret].flatMap((sealed) => {
    const secret = sealed && openSecret(config, owner, sealed)
    return secret ? [secret] : []
  })
  if (secrets.length === 0) return { status: null, error: 'secret_sealed', retry_after: undefined }
  const body = JSON.stringify({ type: event.event_type, timestamp: event.created_at, data: presentEvent(event) })
  const id = webhookId(event.end_customer_id, event.event_number)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Hauptbuch-Webhooks',
    ...signatureHeaders(id, Math.floor(Date.now() / 1_000), body, secrets),
  }
  return sender.send(run.url, headers, body)
}

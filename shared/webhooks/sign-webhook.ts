import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** A secret of a subscription: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** The name of an event, the same at each attempt. It has no full stop, which separates the parts of what is signed. */
export function webhookId(end_customer_id: string, event_number: bigint): string {
  return `evt_${end_customer_id}_${event_number}`
}

/**
 * The headers that say who has sent a body, and when.
 *
 * @param secrets during a rotation the new and the old one: the header has a signature of each
 * @source Standard Webhooks, "Signature scheme"
 */
export function signatureHeaders(id: string, sent_at_seconds: number, body: string, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${sent_at_seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(sent_at_seconds),
    'webhook-signature': signatures.join(' '),
  }
}

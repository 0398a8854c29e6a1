import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old a message may be, and how far in the future: the clocks of two machines are never the same. */
const TOLERANCE_SECONDS = 300

/** Headers of a request, as `Headers` of fetch or as `request.headers` of Node has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** Why a request is none of ours; it is to be answered with 400 or 401, and nothing of it to be believed. */
export class WebhookVerificationError extends Error {}

/**
 * Checks that a webhook comes from who has the secret and is not older than five minutes.
 *
 * A receiver checks the bytes of the body as they came, before they are parsed. It then answers 2xx, keeps `webhook-id`, and
 * ignores a message whose id it has handled before: each one comes at least once.
 *
 * @param secrets `whsec_…`; during a rotation the old and the new one, in any order. A variable of the environment that is
 *   not set, or empty, is none.
 * @param now_seconds since 1970
 * @returns the message
 * @throws WebhookVerificationError; another error where no secret is given, which no sender has caused
 * @source Standard Webhooks, https://www.standardwebhooks.com, "Verifying webhook authenticity"
 */
export function verifyWebhook<Message = unknown>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly (string | undefined)[],
  now_seconds: number = Date.now() / 1_000,
): Message {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no number of seconds.')
  if (Math.abs(now_seconds - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError('The message is older than five minutes, or the clock of this machine is wrong.')
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body)
  const known = [secrets].flat().filter((secret): secret is string => secret !== undefined && secret !== '')
  if (known.length === 0) throw new Error('verifyWebhook was given no secret. Set the whsec_… of the subscription.')
  const expected = known.map((secret) => signatureOf(bytes, id, timestamp, secret))
  if (!isAnyOf(signatures, expected))
    throw new WebhookVerificationError(
      'No signature is one of the secrets: the body was changed, or somebody else sent it.',
    )
  return JSON.parse(bytes.toString('utf8')) as Message
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isFetched(headers) ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError(`The header ${name} is missing.`)
}

function isFetched(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function signatureOf(body: Buffer, id: string, timestamp: string, secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) throw new WebhookVerificationError('A secret is whsec_ and base64.')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}

/** Compares each with each, in a time that tells nothing about where they differ. */
function isAnyOf(signatures: string, expected: readonly Buffer[]): boolean {
  let is_found = false
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',', 2)
    const given = Buffer.from(text, 'base64')
    for (const one of expected)
      if (version === 'v1' && given.length === one.length && timingSafeEqual(given, one)) is_found = true
  }
  return is_found
}

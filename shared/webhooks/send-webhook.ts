import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Config } from '../process/config.ts'
import { anyLookup, checkedLookup } from './checked-lookup.ts'
import { mayBePublic } from './webhook-url.ts'
import { wordOfError } from './words-of-errors.ts'

/** What a receiver answers means nothing but its status; so much of it is read that the connection can be used again. */
const MOST_ANSWER_BYTES = 16_384
const IDLE_MS = 10_000

/** What became of an attempt. `error` is null where the receiver has taken the message. */
export type SendResult = {
  readonly status: number | null
  readonly error: string | null
  readonly retry_after: string | undefined
}

export type WebhookSender = {
  /** Never rejects. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult>
  /** Ends what is under way: its result is `stopped`. */
  close(): void
}

/** Sends messages to receivers: one POST, no redirects, a bounded time, and no address that is refused. */
export function createSender(
  config: Pick<Config, 'webhook_allow_private' | 'webhook_timeout_ms'>,
  lookup: LookupFunction = config.webhook_allow_private ? anyLookup : checkedLookup(),
): WebhookSender {
  const closed = new AbortController()
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS }),
    'https:': new HttpsAgent({ keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS }),
  }

  /** A kept connection that the receiver has just closed says nothing about the receiver. */
  async function post(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) {
    for (;;) {
      const { answer, was_stale } = await postOnce(url, headers, body, signal)
      if (!was_stale) return answer
    }
  }

  function postOnce(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) {
    type Posted = { readonly answer: IncomingMessage; readonly was_stale: false }
    return new Promise<Posted | { readonly answer?: never; readonly was_stale: true }>((resolve, reject) => {
      const isHttp = url.protocol === 'http:'
      const agent = agents[isHttp ? 'http:' : 'https:']
      const options = { method: 'POST', headers, lookup, signal, agent }
      const request = (isHttp ? requestHttp : requestHttps)(url, options)
      request.once('response', (answer) => resolve({ answer, was_stale: false }))
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted) resolve({ was_stale: true })
        else reject(error)
      })
      request.end(body)
    })
  }

  return {
    async send(text, headers, body) {
      const url = new URL(text)
      if (!config.webhook_allow_private && (url.protocol !== 'https:' || !mayBePublic(url)))
        return failed('address_refused')
      const signal = AbortSignal.any([AbortSignal.timeout(config.webhook_timeout_ms), closed.signal])
      try {
        const answer = await post(url, headers, body, signal)
        await discard(answer, signal)
        const status = answer.statusCode ?? 0
        return { status, error: wordOfStatus(status), retry_after: answer.headers['retry-after'] }
      } catch (error) {
        if (closed.signal.aborted) return failed('stopped')
        return failed(signal.aborted ? 'timeout' : wordOfError(error))
      }
    },
    close() {
      closed.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function failed(error: string): SendResult {
  return { status: null, error, retry_after: undefined }
}

function wordOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  return status === 410 ? 'gone' : 'status'
}

/** The status stands at once; a body that goes on and on ends with its connection. */
async function discard(answer: IncomingMessage, signal: AbortSignal): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length
      if (bytes > MOST_ANSWER_BYTES) break
    }
  } catch (error) {
    if (signal.aborted) throw error
  }
  if (!answer.complete) answer.destroy()
}

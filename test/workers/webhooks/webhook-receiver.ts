import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../../../shared/client/verify-webhook.ts'
import type { WebhookMessage } from '../../../shared/contract/webhooks/webhook-deliveries.ts'

export type ReceivedWebhook = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: WebhookMessage
  readonly at: number
}

type Answer = (response: ServerResponse, received: ReceivedWebhook) => void

/** A receiver of webhooks on this machine, with what it has received. It answers 204 until it is told something else. */
export async function startReceiver(port = 0) {
  const received: ReceivedWebhook[] = []
  let answer: Answer = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const message = JSON.parse(body) as WebhookMessage
    const one = { path: request.url ?? '', headers: request.headers, body, message, at: performance.now() }
    received.push(one)
    answer(response, one)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const used = (server.address() as AddressInfo).port
  return {
    port: used,
    url: `http://127.0.0.1:${used}/hook`,
    received,
    /** Numbers of the events of an end customer, as they came. */
    numbersOf: (end_customer_id: string) =>
      received
        .filter(({ message }) => message.data.end_customer_id === end_customer_id)
        .map(({ message }) => message.data.event_number),
    answers(next: Answer) {
      answer = next
    },
    answersWith(status: number, headers: Record<string, string> = {}) {
      answer = (response) => response.writeHead(status, headers).end()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As a receiver does. @throws WebhookVerificationError */
export function verified({ body, headers }: ReceivedWebhook, secret: string | string[]): WebhookMessage {
  return verifyWebhook<WebhookMessage>(body, headers, secret)
}

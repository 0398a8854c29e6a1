import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Books, type ExpensiveRequest, KINDS } from './kinds.ts'

/** One key that sends a kind of its most expensive requests as fast as it may, in a process of its own. */
const [name = '', url = '', key = '', books = '{}'] = process.argv.slice(2)
const kind = KINDS[name]
if (!kind) throw new Error(`there is no kind ${name}`)
const requests = kind.requests(JSON.parse(books) as Books)
const agent = new Agent({ keepAlive: true, maxSockets: kind.at_once })
const counts: Record<string, number> = {}

for (let index = 0; index < kind.at_once; index += 1) void sendForEver(index)
process.send?.('begun')
process.on('message', () => process.send?.(counts, () => process.exit()))

async function sendForEver(from: number): Promise<void> {
  for (let index = from; ; index += 1) {
    const { status, retry_after } = await send(requests[index % requests.length] as ExpensiveRequest)
    counts[status] = (counts[status] ?? 0) + 1
    if (retry_after) await sleep(Number(retry_after) * 1_000)
  }
}

function send({ path, body, accept, prefer }: ExpensiveRequest) {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: accept ?? 'application/json',
    ...(prefer && { prefer }),
    ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  }
  return new Promise<{ status: string; retry_after?: string | undefined }>((resolve) => {
    const sent = request(url + path, { method: body ? 'POST' : 'GET', agent, headers }, (response) => {
      response.resume()
      const { statusCode, headers } = response
      response.on('end', () => resolve({ status: String(statusCode), retry_after: headers['retry-after'] }))
      response.on('error', () => resolve({ status: 'cut off' }))
    })
    sent.on('error', () => resolve({ status: 'no answer' }))
    sent.end(body?.())
  })
}

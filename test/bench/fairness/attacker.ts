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
/** By status, and the requests that were under way at the end. */
const counts: Record<string, number> = {}
let unfinished = 0
/** The first answer that is neither 2xx nor one that asks to come later: such a request proves nothing. */
let wrong: string | undefined

for (let index = 0; index < kind.at_once; index += 1) void sendForEver(index)
process.send?.('begun')
process.on('message', () =>
  process.send?.({ counts: { ...counts, unfinished }, wrong } satisfies Attack, () => process.exit()),
)

export type Attack = { readonly counts: Readonly<Record<string, number>>; readonly wrong?: string | undefined }

async function sendForEver(from: number): Promise<void> {
  for (let index = from; ; index += 1) {
    const sent = requests[index % requests.length] as ExpensiveRequest
    unfinished += 1
    const { status, retry_after, text } = await send(sent)
    unfinished -= 1
    counts[status] = (counts[status] ?? 0) + 1
    if (!/^(2..|429|503)$/.test(status)) wrong ??= `${sent.path} ${sent.accept ?? ''}: ${status} ${text}`
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
  return new Promise<{ status: string; text: string; retry_after?: string | undefined }>((resolve) => {
    const sent = request(url + path, { method: body ? 'POST' : 'GET', agent, headers }, (response) => {
      const { statusCode, headers } = response
      let text = ''
      const end = (status: string) => resolve({ status, text, retry_after: headers['retry-after'] })
      response.on('data', (chunk: Buffer) => {
        if (text.length < 1_000) text += chunk.toString()
      })
      response.on('end', () => end(String(statusCode)))
      response.on('error', () => end('cut off'))
    })
    sent.on('error', () => resolve({ status: 'no answer', text: '' }))
    sent.end(body?.())
  })
}

import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A receiver of webhooks in a process of its own, so that it can be killed: `FILE` gets a line for each message, before and
 * after its answer. MOOD says how it answers: steady, failing (500 at times) or slow (for longer than anybody waits at times).
 */
const { PORT, FILE = '', MOOD } = process.env

createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end()
    return
  }
  let body = ''
  for await (const chunk of request) body += chunk
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const headers = Object.fromEntries(names.map((name) => [name, request.headers[name]]))
  const id = headers['webhook-id']
  appendFileSync(FILE, `${JSON.stringify({ is_taken: false, id, got_at: Date.now() / 1_000, headers, body })}\n`)
  if (MOOD === 'slow') await sleep(randomInt(0, 5) === 0 ? 1_500 : randomInt(0, 200))
  if (MOOD === 'failing' && randomInt(0, 3) === 0) {
    response.writeHead(500).end()
    return
  }
  appendFileSync(FILE, `${JSON.stringify({ is_taken: true, id })}\n`)
  response.writeHead(204).end()
}).listen(Number(PORT), '127.0.0.1')

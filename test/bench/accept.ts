import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { expense } from '../support/examples.ts'
import { type Bench, startWeb } from './processes.ts'

const CONNECTIONS = 64
const VARIANTS = { 'group commit': '200', 'transaction per request': '1' } as const

/**
 * How many expense documents a second one web process accepts over HTTP, each durable before its 202: with group
 * commit, and with a transaction for each request, in turns on the same machine in the same run.
 */
export async function measureAccepting(bench: Bench, seconds: number): Promise<void> {
  const rates = new Map<string, number[]>()
  for (let round = 0; round < 2; round += 1) {
    for (const [name, group_size] of Object.entries(VARIANTS)) {
      const rate = await measure(bench, group_size, seconds)
      rates.set(name, [...(rates.get(name) ?? []), rate])
      console.log(`${name}: ${Math.round(rate)} accepted/s`)
    }
  }
  const best = (name: string) => Math.max(...(rates.get(name) ?? []))
  const ratio = best('group commit') / best('transaction per request')
  console.log(`group commit accepts ${ratio.toFixed(2)} × as many as a transaction per request`)
}

async function measure({ database_url, key }: Bench, group_size: string, seconds: number): Promise<number> {
  const pool_size = group_size === '1' ? '16' : '10'
  const web = await startWeb(database_url, { ACCEPT_GROUP_SIZE: group_size, DATABASE_POOL_SIZE: pool_size })
  await load(web.url, key, 2)
  const result = await load(web.url, key, seconds)
  await web.stop()
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

function load(url: string, key: string, seconds: number) {
  const customers = Array.from({ length: 50 }, () => randomUUID())
  const template = JSON.stringify(
    expense('CUSTOMER', { external_reference: 'REFERENCE', idempotency_key: 'REFERENCE' }),
  )
  let count = 0
  return autocannon({
    url: `${url}/v1/source-facts/expense-documents`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => {
          count += 1
          const reference = randomUUID()
          const body = template.replaceAll('REFERENCE', reference).replace('CUSTOMER', customers[count % 50] ?? '')
          return { ...request, body, headers: { ...request.headers, 'idempotency-key': reference } }
        },
      },
    ],
  })
}

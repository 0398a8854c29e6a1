import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { type Endpoint, isMutating } from '../../../api/http/endpoint.ts'
import { endpoints } from '../../../api/routes.ts'
import type { CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { hashOf, sha256Of } from '../../../shared/canonical/hash.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { disableApiKey } from '../../../shared/store/platform/api-keys.ts'
import { insertIdempotencyRecord } from '../../../shared/store/platform/idempotency.ts'
import { issueKey, type KeyOptions } from '../../../shared/store/platform/issue-key.ts'
import { bankEntry, camt053Message, camt054Message } from '../../camt053/messages.ts'
import { statusReport } from '../../camt053/status-report.ts'
import { arbitraryOf } from '../../fuzz/arbitrary-of-schema.ts'
import { EXPENSES, expense, INVOICES, invoice, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const BATCH = '/v1/source-facts/batch'
const FACTS: Readonly<Record<string, (end_customer_id: string) => object>> = {
  [EXPENSES]: expense,
  [INVOICES]: invoice,
  [VOUCHERS]: voucher,
}
/** A recorded answer with something that only keys for `theirs` may see. */
const SECRET = 'seen only by those who may'
const CACHE_TTL_MS = 2_100

/** A batch is accepted with these keys, and each of its items refused. */
const refusedItems = ['of another end customer', 'that has covered it before']

type Sent = { readonly method: string; readonly path: string; readonly type: string; readonly body: string }
type Prepared = Sent & { readonly fingerprint: string; readonly response: string }

describe('replays answer only what the key may see', function () {
  this.timeout(180_000)
  const [mine, theirs] = [randomUUID(), randomUUID()]
  const client_name = `client ${randomUUID()}`
  const key = (options: Partial<KeyOptions> = {}) => issueKey(service().home, { client_name, ...options })
  let wide: string
  let refused: Readonly<Record<string, readonly [key: string, status: number]>>

  before(async () => {
    wide = await key()
    const [disabled, expiring] = [await key(), await key({ expires_at: new Date(Date.now() + 300).toISOString() })]
    const changed = await key()
    await service().owner.query(sql.type(row())`
      update api_keys set end_customer_ids = ${sql.array([mine], 'uuid')} where key_id = ${changed.split('_')[1] ?? ''}
    `)
    await disableApiKey(service().web.pool, disabled.split('_')[1] ?? '')
    refused = {
      'of another end customer': [await key({ end_customer_ids: [mine] }), 403],
      'that has covered it before': [changed, 403],
      'that may only read': [await key({ scopes: ['read'] }), 403],
      'that is disabled': [disabled, 403],
      'that has expired': [expiring, 401],
    }
    await sleep(CACHE_TTL_MS)
  })

  const changing = endpoints.filter(isMutating)
  for (const endpoint of changing)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      const prepared = await prepare(endpoint, theirs)
      const idempotency_key = randomUUID()
      await record(wide, idempotency_key, prepared)
      const seen = await send(prepared, wide, idempotency_key)
      expect([seen.status, seen.is_replayed, seen.text]).to.deep.equal([endpoint.status, true, prepared.response])
      for (const [name, [other, status]] of Object.entries(refused)) {
        const answer = await send(prepared, other, idempotency_key)
        if (endpoint.path !== BATCH || !refusedItems.includes(name)) expect(answer.status, name).to.equal(status)
        expect(answer.text, name).not.to.include(SECRET)
      }
    })

  it('a batch: the items of other end customers are rejected as in a new request, the others are as recorded', async () => {
    const narrow = await key({ end_customer_ids: [mine] })
    const body = JSON.stringify({
      items: [expense(mine), expense(theirs.toUpperCase()), expense(mine, { business_date: 'x' })],
    })
    const request = { method: 'POST', path: BATCH, type: 'application/json', body }
    const idempotency_key = randomUUID()
    const first = JSON.parse((await send(request, wide, idempotency_key)).text)
    expect(first.counts).to.deep.equal({ created: 2, replayed: 0, conflict: 0, rejected: 1 })
    const replay = await send(request, narrow, idempotency_key)
    const shown = JSON.parse(replay.text)
    expect([replay.status, replay.is_replayed]).to.deep.equal([202, true])
    expect(shown.data[0]).to.deep.equal(first.data[0])
    expect(shown.data[1]).to.deep.include({ outcome: 'rejected', source_fact: null })
    expect(shown.data[1].details[0].code).to.equal('forbidden')
    expect(shown.data[2]).to.deep.equal(first.data[2])
    expect(shown.counts).to.deep.equal({ created: 1, replayed: 0, conflict: 0, rejected: 2 })
    expect(replay.text).not.to.include(theirs)
    expect(JSON.parse((await send(request, narrow, randomUUID())).text).data[1]).to.deep.equal(shown.data[1])
    expect((await send(request, wide, idempotency_key)).text).to.equal(JSON.stringify(first))
  })
})

/** The file that an upload takes. */
function uploadOf(path: string): string {
  if (path.endsWith('/status-reports')) return statusReport('x')
  return path.includes('camt-054') ? camt054Message() : camt053Message({ bankEntries: bankEntry({}) })
}

/** A request that is right by its schema, so that only the record decides how it is answered. */
async function prepare(endpoint: Endpoint, end_customer_id: string): Promise<Prepared> {
  const method = endpoint.method.toUpperCase()
  const path = endpoint.path.replace(':end_customer_id', end_customer_id).replace(/:\w+/g, 'x')
  if (!('body' in endpoint)) {
    const query = new URLSearchParams({ end_customer_id })
    const body = uploadOf(path)
    const fingerprint = sha256Of(`${method} ${path}?${query}\n${sha256Of(body)}`)
    return {
      method,
      path: `${path}?${query}`,
      type: 'application/xml',
      body,
      fingerprint,
      response: `{"a":"${SECRET}"}`,
    }
  }
  const body = bodyOf(endpoint, end_customer_id)
  const isBatch = 'readItem' in endpoint && endpoint.readItem !== undefined
  const hash = isBatch
    ? hashOf((body as { items: CanonicalValue[] }).items.map(hashOf))
    : hashOf(body as CanonicalValue)
  const fact = { end_customer_id, id: SECRET }
  const outcome = { outcome: 'created', source_fact: fact, details: [] }
  const response = JSON.stringify(isBatch ? { object: 'source_fact_batch', data: [outcome], counts: {} } : fact)
  const fingerprint = sha256Of(`${method} ${path}\n${hash}`)
  return { method, path, type: 'application/json', body: JSON.stringify(body), fingerprint, response }
}

function bodyOf(endpoint: Endpoint & { body: object }, end_customer_id: string): object {
  if (endpoint.path === BATCH) return { items: [expense(end_customer_id)] }
  const fact = FACTS[endpoint.path]
  if (fact) return fact(end_customer_id)
  const [body] = fc.sample(arbitraryOf(endpoint.body as never), { numRuns: 1, seed: 957 })
  const named = (body as { end_customer_id?: unknown }).end_customer_id === undefined ? {} : { end_customer_id }
  return JSON.parse(JSON.stringify({ ...(body as object), ...named }))
}

async function record(key: string, idempotency_key: string, { fingerprint, response }: Prepared): Promise<void> {
  const { pool } = service().web
  await pool.transaction(async (tx) => {
    const client_id = await tx.oneFirst(sql.type(row<{ client_id: string }>())`
      select client_id from api_keys where key_id = ${key.split('_')[1] ?? ''}
    `)
    const record = { client_id, idempotency_key, fingerprint, status: 202, response, end_customer_id: null }
    await insertIdempotencyRecord(tx, record)
  })
}

async function send({ method, path, type, body }: Sent, key: string, idempotency_key: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type, 'Idempotency-Key': idempotency_key }
  const response = await fetch(service().base_url + path, { method, headers, body })
  const is_replayed = response.headers.get('Idempotent-Replayed') === 'true'
  return { status: response.status, is_replayed, text: await response.text() }
}

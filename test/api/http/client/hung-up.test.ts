import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { at } from '../../../support/client.ts'
import { type LimitedService, startLimited } from '../../../support/limited-service.ts'
import { EXPENSES, newEndCustomer } from '../../../support/requests/examples.ts'
import { ownerUrl, service } from '../../../support/service.ts'

const MOST = 3
const LIMITS = { expensive_requests_per_key: MOST, uploads_per_key: MOST, upload_bytes_per_second: 0 }
const FIGURES = [
  'hauptbuch_expensive_requests',
  'hauptbuch_bodies',
  'hauptbuch_bodies_bytes',
  'hauptbuch_uploads{state="receiving"}',
  'hauptbuch_uploads{state="waiting"}',
  'hauptbuch_uploads_disk_bytes',
]

describe('clients that hang up while their key is looked up', () => {
  let running: LimitedService
  let customer: string
  let list: `/v1/${string}`

  before(async () => {
    running = await startLimited(LIMITS)
    customer = await newEndCustomer()
    list = `/v1/journal-entries?end_customer_id=${customer}&limit=500`
  })
  after(async () => {
    const stopped = running.stop().then(() => 'stopped')
    expect(await Promise.race([stopped, sleep(1_000)])).to.equal('stopped')
  })

  /** The database answers no question about keys, as if it had been frozen. */
  async function whileKeysAreHeld(look: () => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: ownerUrl(service().database_url) })
    await client.connect()
    await client.query('begin; lock table api_keys in access exclusive mode')
    await look().finally(() => client.end())
  }

  async function sendAndHangUp(request: string): Promise<void> {
    const socket = connect(running.port, '127.0.0.1').on('error', () => {})
    await new Promise((resolve) => socket.write(request, resolve))
    await sleep(30)
    socket.destroy()
  }

  const head = (key: string, line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n')
  const withBody = (type: string, length: number) => [
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    `Idempotency-Key: ${randomUUID()}`,
  ]
  const text = 'x'.repeat(40_000)
  const json = JSON.stringify({ end_customer_id: randomUUID(), text })
  const post = (key: string, path: string, body: string, length = body.length) =>
    head(key, `POST ${path}`, ...withBody('application/json', length)) + body
  const requests: Readonly<Record<string, (key: string) => string>> = {
    'an expensive read': (key) => head(key, `GET ${list}`),
    'two expensive reads, one behind the other': (key) => head(key, `GET ${list}`).repeat(2),
    'a batch': (key) => post(key, '/v1/source-facts/batch', json),
    'half of a batch': (key) => post(key, '/v1/source-facts/batch', json, 100_000),
    'a large body': (key) => post(key, EXPENSES, json),
    'half of a body': (key) => post(key, EXPENSES, json, 100_000),
    'half of a bank statement': (key) =>
      head(key, `POST /v1/camt-053/imports?end_customer_id=${customer}`, ...withBody('application/xml', 90_000)) + text,
  }

  for (const [name, request] of Object.entries(requests))
    it(`leave no place taken: ${name}`, async () => {
      const key = await issueKey(service().home, { client_name: `hung up ${randomUUID()}` })
      await whileKeysAreHeld(async () => {
        await Promise.all(Array.from({ length: 2 * MOST }, () => sendAndHangUp(request(key))))
        await sleep(100)
      })
      await sleep(100)
      expect((await at(running.base_url, key).get(list)).status).to.equal(200)
      await eventually(async () => (await Promise.all(FIGURES.map(running.figure))).every((figure) => figure === 0))
    })
})

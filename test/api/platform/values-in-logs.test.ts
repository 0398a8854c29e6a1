import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { isMutating } from '../../../api/http/endpoint.ts'
import { EXAMPLES, readAnswers, requestOf } from '../../../api/openapi/examples/story.ts'
import { endpoints } from '../../../api/routes.ts'
import type { Json } from '../../../shared/contract/schema.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { queryRows } from '../../support/first-build.ts'
import { startProcesses } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { fillIn } from '../../support/story/example-story.ts'

/** Values that stand in no code, no id and no time. */
const WORD = 'Kanarienvogel'
const NUMBER = 7_351_928_460

/** The body once for each value in it, with that one replaced. */
function withCanaries(body: Json): Json[] {
  if (typeof body === 'number') return [NUMBER, -NUMBER / 7]
  if (typeof body === 'string') return [`${WORD} ${randomUUID()}`]
  if (Array.isArray(body))
    return body.flatMap((item, at) => withCanaries(item).map((other) => body.with(at, other) as Json))
  if (body === null || typeof body !== 'object') return []
  return [
    { ...body, [WORD]: NUMBER } as Json,
    ...Object.entries(body).flatMap(([name, value]) =>
      withCanaries(value as Json).map((other) => ({ ...body, [name]: other }) as Json),
    ),
  ]
}

describe('logs without values', function () {
  this.timeout(360_000)
  let running: Awaited<ReturnType<typeof startProcesses>>
  const customer = randomUUID()
  before(async () => {
    running = await startProcesses({ LOG_LEVEL: 'trace', SLOW_STATEMENT_MS: '1' })
    await running.client.put('/v1/accounts', chart(customer))
  })
  after(() => running.stop())
  const asOwner = (query: string) => queryRows<Record<string, string>>(running.database_url, query)

  const send = (method: string, path: string, body: Json) =>
    fetch(running.base_url + path, {
      method,
      headers: {
        Authorization: `Bearer ${running.key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${WORD} ${randomUUID()}`,
      },
      body: JSON.stringify(body),
    })

  it('are written of every kind of request, with a value of our own in each of its members', async () => {
    const statuses = new Map<number, number>()
    for (const example of EXAMPLES) {
      const endpoint = endpoints.find(({ operation_id }) => operation_id === example.operation_id)
      const {
        path = {},
        query = {},
        body,
      } = requestOf(example, endpoint !== undefined && isMutating(endpoint), readAnswers())
      if (!endpoint || typeof body !== 'object') continue
      for (const sent of withCanaries({ ...body, end_customer_id: customer } as Json)) {
        const url = fillIn(endpoint.path.replace(/:(\w+)/g, '{$1}'), path, query)
        const { status } = await send(endpoint.method.toUpperCase(), url, sent)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    expect(statuses.get(202), 'requests that are accepted').to.be.greaterThan(20)
    expect(statuses.get(422), 'requests that are refused').to.be.greaterThan(100)
    expect(statuses.get(500)).to.equal(undefined)
  })

  it('are written of bank statements, of paths and of queries', async () => {
    const message = camt053Message({ bankEntries: bankEntry({ amount: '73519.28' }) })
    await running.client.upload(customer, message.replaceAll('Kundin', WORD))
    await running.client.upload(customer, message.replace('73519.28', WORD))
    for (const path of [`/v1/${WORD}`, `/v1/documents/${WORD}`, `/v1/accounts?end_customer_id=${WORD}`])
      await running.client.get(path as '/v1/accounts')
  })

  it('are written of a body key that is known, as of nothing special', async () => {
    const before = running.web.lines().length
    const request = expense(customer, { idempotency_key: WORD })
    const answers = [await running.client.post(EXPENSES, request), await running.client.post(EXPENSES, request)]
    await Promise.all([1, 2, 3, 4].map(() => running.client.post(EXPENSES, request)))
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202])
    const said = running.web.lines().slice(before)
    expect(said.filter(({ level, msg }) => level >= 40 && msg !== 'a query was slow')).to.deep.equal([])
  })

  it('are written of what fails in web, in the worker and in PostgreSQL', async () => {
    const other = randomUUID() // the examples have put charts without some of our accounts
    await running.client.put('/v1/accounts', chart(other))
    await refuse('source_facts', `new.external_reference like 'web %'`)
    await refuse('journal_entries', `new.description like '%${WORD} worker%'`)
    const web = await running.client.post(EXPENSES, expense(other, { external_reference: `web ${WORD}` }))
    const supplier = { name: `${WORD} worker`, supplier_external_reference: `S ${WORD}` }
    const worker = await running.client.post(EXPENSES, expense(other, { payload: { supplier } }), { wait: 10 })
    expect([web.status, worker.body.state]).to.deep.equal([500, 'blocked'])
    await eventually(async () => running.worker.lines().some(({ msg }) => msg === 'a fact could not be evaluated'))
    const failed = running.web.lines().find(({ msg }) => msg === 'the request failed')
    expect(failed?.err).to.include({ code: 'P0001' })
  })

  it('have none of these values, in no line of a process and none of PostgreSQL', async () => {
    const [found] = await asOwner('show data_directory')
    const folder = dirname(found?.data_directory ?? '')
    const files = process.env.TEST_DATABASE_URL ? [] : [join(folder, 'postgres.log')]
    for (const path of [...files, ...(files.length > 0 ? [folder] : [])])
      expect(statSync(path).mode & 0o077, `${path} is its owner's`).to.equal(0)
    const texts = [running.web, running.worker].flatMap(({ text, complaints }) => [text(), complaints()])
    for (const text of [...texts, ...files.map((file) => readFileSync(file, 'utf8'))])
      for (const value of [WORD, String(NUMBER), '73519', 'Papeterie'])
        expect(text.split('\n').filter((line) => line.includes(value))).to.deep.equal([])
  })

  /** A trigger that repeats the whole row in its message, its detail and its hint. */
  async function refuse(table: string, condition: string): Promise<void> {
    await asOwner(`
      create or replace function refuse_and_tell() returns trigger language plpgsql as $$
      begin
        raise exception 'refused: %', new using detail = new::text, hint = new::text;
      end $$;
      create trigger refuse_and_tell before insert on ${table} for each row
        when (${condition}) execute function refuse_and_tell()
    `)
  }
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { lockEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { HANDLERS } from '../../../workers/jobs.ts'
import { asNotification, camt053Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { at } from '../../support/client.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const MANY = 40

describe('imports of several API keys', function () {
  this.timeout(180_000)
  let quiet: QuietService
  let other: ReturnType<typeof at>
  before(async () => {
    quiet = await openQuietService()
    other = at(quiet.base_url, await issueKey(quiet.owner, { client_name: 'other' }))
  })
  after(() => quiet?.close())

  for (const [queue, kind, xml, send] of [
    ['camt053.import', 'camt053_import', camt053Message(), 'upload'],
    ['camt054.import', 'camt054_import', asNotification(camt053Message()), 'notify'],
  ] as const)
    it(`have their turns one after the other, however many of one key wait: ${queue}`, async () => {
      const [mine, theirs] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
      const names = new Map<string, string>()
      const sendAs = async (name: string, client: Pick<QuietService, typeof send>, customer: string) => {
        const { body, status, text } = await client[send](customer, xml)
        expect(status, text).to.equal(202)
        names.set(there(uuidOf(kind, body.id)), name)
      }
      /** Works the next import, as a worker does. @returns its name */
      const workNext = async () => {
        const { boss } = quiet.worker
        const [job] = await boss.fetch<never>(queue, { batchSize: 1 })
        if (!job) return null
        await HANDLERS[queue].handler(quiet.worker, [job])
        await boss.complete(queue, [job.id])
        return names.get(job.id)
      }

      for (let file = 1; file <= MANY; file += 1) await sendAs(`many ${file}`, quiet, mine)
      await sendAs('one', other, theirs)
      expect([await workNext(), await workNext()]).to.deep.equal(['many 1', 'one'])
      // Who sends again has its turn behind the next one of those who wait.
      await sendAs('again', other, theirs)
      await sendAs('and again', other, theirs)
      const next = []
      for (let name = await workNext(); name; name = await workNext()) next.push(name)
      const rest = Array.from({ length: MANY - 3 }, (_, index) => `many ${index + 4}`)
      expect(next).to.deep.equal(['many 2', 'again', 'many 3', 'and again', ...rest])
    })

  for (const [send, kind, xml] of [
    ['upload', 'camt-053', camt053Message()],
    ['notify', 'camt-054', asNotification(camt053Message())],
  ] as const)
    it(`go on while a long one of another key is worked: ${kind}`, async () => {
      const { client: mine, other } = await startedService()
      const [held, next, theirs] = [await newEndCustomer(), await newEndCustomer(), await newEndCustomer()]
      const long = await service().owner.transaction(async (tx) => {
        // It is worked, and its last step waits; another one of that key does not take the loop that is left.
        await holdFeed(tx, held)
        const first = await mine[send](held, xml)
        await sleep(1_000)
        const second = await mine[send](next, xml)
        const { body } = await other[send](theirs, xml, { wait: 20 })
        expect(body.state).to.equal('imported')
        expect((await mine.get(`/v1/${kind}/imports/${second.body.id}`)).body.state).to.equal('received')
        return [first.body.id, second.body.id]
      })
      for (const id of long) await eventually(isImported(mine, kind, id))
    })

  it('wait for their end customer for some seconds, and leave the connection to others then', async () => {
    const { client } = await startedService()
    const busy = await newEndCustomer()
    const [first, second] = await service().owner.transaction(async (tx) => {
      await lockEndCustomer(tx, busy)
      const sent = [
        await client.upload(busy, camt053Message()),
        await client.notify(busy, asNotification(camt053Message())),
      ]
      await eventually(async () => (await waitingFor(tx)).length > 0)
      await eventually(async () => (await waitingFor(tx)).length === 0)
      return sent.map(({ body }) => body.id)
    })
    await eventually(isImported(client, 'camt-053', there(first)))
    await eventually(isImported(client, 'camt-054', there(second)))
  })

  it('are over where their end customer is gone', async () => {
    const data = { end_customer_id: randomUUID(), import_id: randomUUID() }
    for (const queue of ['camt053.import', 'camt054.import'] as const) {
      const job = { id: randomUUID(), data } as never
      const [result] = (await HANDLERS[queue].handler(quiet.worker, [job])) ?? []
      expect(result).to.deep.include({ status: 'completed' }).and.not.to.have.property('in_transaction')
    }
  })

  const waitingFor = (tx: Tx) =>
    tx.anyFirst(sql.type(row<{ pid: number }>())`
      select waiting.pid from pg_stat_activity waiting
      where pg_backend_pid() = any(pg_blocking_pids(waiting.pid))
    `)

  const isImported = (client: ReturnType<typeof at>, kind: string, id: string) => async () =>
    (await client.get(`/v1/${kind}/imports/${id}`)).body.state === 'imported'

  const holdFeed = (tx: Tx, end_customer_id: string) =>
    tx.query(sql.type(row())`
      insert into event_heads (end_customer_id, last_event_number) values (${end_customer_id}, 0)
      on conflict (end_customer_id) do update set last_event_number = event_heads.last_event_number
    `)

  async function startedService() {
    const { base_url, home } = service()
    const [client, other] = [
      at(base_url, await issueKey(home, { client_name: 'long' })),
      at(base_url, await issueKey(home, { client_name: 'short' })),
    ]
    return { client, other }
  }
})

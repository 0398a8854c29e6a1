import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { HANDLERS } from '../../../workers/jobs.ts'
import { asNotification, camt053Message } from '../../camt053/messages.ts'
import { at } from '../../support/client.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
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
})

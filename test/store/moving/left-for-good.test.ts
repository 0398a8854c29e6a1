import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { leaveForGood } from '../../../shared/store/moving/departed.ts'
import { findHeads } from '../../../shared/store/moving/departure.ts'
import { raiseFence } from '../../../shared/store/moving/fence.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'

describe('an end customer that has moved away', function () {
  this.timeout(120_000)
  let quiet: QuietService

  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const connect = async () => {
    const owner = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await owner.connect()
    return owner
  }

  for (const cut of [1, 2])
    it(`leaves nothing of its move behind where that was killed before delete ${cut} of the last step`, async () => {
      const fence = { end_customer_id: await quiet.newEndCustomer(), move_id: randomUUID(), epoch: 1 }
      const owner = await connect()
      try {
        expect(await raiseFence(owner, fence)).to.equal(true)
        expect((await quiet.post(EXPENSES, expense(fence.end_customer_id))).status).to.equal(202)
        expect((await owner.query('select from written_keys')).rowCount).to.be.greaterThan(0)
        await owner.query(`update fences set state = 'gone' where move_id = $1`, [fence.move_id])
        const ended = await leaveForGood(dyingBefore(await connect(), cut), fence).catch(({ message }) => message)
        expect(ended).to.equal('killed')
        // As the next command does: without a fence all of it is done.
        if ((await findHeads(owner, fence)) !== null) expect(await leaveForGood(owner, fence)).to.equal(true)
        const left = ['fences', 'written_keys'].map((table) => owner.query(`select from ${table}`))
        expect((await Promise.all(left)).map(({ rowCount }) => rowCount)).to.deep.equal([0, 0])
      } finally {
        await owner.end()
      }
    })
})

function dyingBefore(owner: Client, cut: number): Client {
  let deletes = 0
  const query = async (text: string, values?: unknown[]) => {
    if (text.startsWith('delete from')) deletes += 1
    if (deletes === cut) {
      await owner.end()
      throw new Error('killed')
    }
    return owner.query(text, values)
  }
  return Object.create(owner, { query: { value: query } })
}

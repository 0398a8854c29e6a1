import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { countFigures } from '../../../shared/store/setup/end-customer-figures.ts'
import { addWebhookPositions } from '../../../shared/store/webhooks/due-webhooks.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { SUBSCRIPTIONS } from '../../workers/webhooks/webhook-requests.ts'
import { COUNTING, READING, WRITING } from './queries-over-all.ts'

type Fence = readonly [side: 'leaving' | 'arriving', state: 'open' | 'closed' | 'gone']

/** Whether an end customer behind such a fence is read, and whether it is written, by what works for all. */
const FENCES: readonly (readonly [Fence, is_read: boolean, is_written: boolean])[] = [
  [['leaving', 'open'], true, true],
  [['leaving', 'closed'], true, false],
  [['leaving', 'gone'], false, false],
  [['arriving', 'closed'], false, false],
  [['arriving', 'open'], true, true],
]

describe('queries over all end customers', function () {
  this.timeout(180_000)
  let quiet: QuietService
  let customer: string
  let other: string
  let subscription: string

  before(async () => {
    quiet = await openQuietService(undefined, { WEBHOOK_SECRETS_KEY: 'a-key-of-the-tests-that-seals-secrets' })
    const { body } = await quiet.post(SUBSCRIPTIONS, { url: 'https://receiver.example/' })
    subscription = body.id
    customer = await quiet.newEndCustomer()
    other = await quiet.newEndCustomer()
    for (const each of [customer, other]) {
      await quiet.post(EXPENSES, expense(each))
      await quiet.post(EXPENSES, expense(each, { business_date: '2019-02-01' }))
    }
    await quiet.work('facts.evaluate')
    for (const each of [customer, other]) await quiet.post(EXPENSES, expense(each))
    await addWebhookPositions(quiet.worker.pool, new Map())
    await quiet.owner.transaction((tx) => countFigures(tx, 10))
    await quiet.owner.query(sql.type(row())`
      insert into vat_registration_changes (
        end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id
      )
      select end_customer_id, 2, '2025-01-01', 'effective', 'agreed', 'quarter', 'moved', 'tests' from end_customers
    `)
  })
  after(() => quiet.close())

  for (const [fence, is_read, is_written] of FENCES) {
    const queries = [
      ...READING.map(([name, find]) => ({ name, find, is_found: is_read })),
      ...WRITING.map(([name, find]) => ({ name, find, is_found: is_written })),
    ]
    for (const { name, find, is_found } of queries)
      it(`${fence.join(', ')}: ${name} ${is_found ? 'have' : 'do not have'} it`, async () => {
        await putFence(fence)
        const found = await find({ quiet, subscription })
        expect(found).to.include(other)
        expect(found.includes(customer)).to.equal(is_found)
      })
    for (const [name, is_of_reading, count] of COUNTING)
      it(`${fence.join(', ')}: the number of ${name}`, async () => {
        await takeFencesAway()
        const all = await count({ quiet, subscription })
        await putFence(fence)
        expect(all).to.be.above(0)
        expect(await count({ quiet, subscription })).to.equal((is_of_reading ? is_read : is_written) ? all : all / 2)
      })
  }

  async function takeFencesAway(): Promise<void> {
    await quiet.owner.query(sql.type(row())`delete from fences`)
  }

  async function putFence([side, state]: Fence): Promise<void> {
    await takeFencesAway()
    await quiet.owner.query(sql.type(row())`
      insert into fences (end_customer_id, move_id, epoch, side, state)
      values (${customer}, ${randomUUID()}, 1, ${side}, ${state})
    `)
  }
})

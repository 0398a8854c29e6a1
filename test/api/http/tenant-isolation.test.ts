import { expect } from 'chai'
import { endpoints } from '../../../api/routes.ts'
import { get, post } from '../../support/client.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import type { Attempts } from './tenant-isolation/attempt.ts'
import { BANK } from './tenant-isolation/bank.ts'
import { BANK_RETURNS } from './tenant-isolation/bank-returns.ts'
import { BANK_RULES } from './tenant-isolation/bank-rules.ts'
import { FACTS } from './tenant-isolation/facts.ts'
import { JOURNAL } from './tenant-isolation/journal.ts'
import { OPEN_ITEMS } from './tenant-isolation/open-items.ts'
import { ORDERS } from './tenant-isolation/orders.ts'
import { SETTLEMENT } from './tenant-isolation/settlement.ts'
import { SETUP } from './tenant-isolation/setup.ts'
import { STATEMENTS } from './tenant-isolation/statements.ts'
import { VAT } from './tenant-isolation/vat.ts'
import { WEBHOOKS } from './tenant-isolation/webhooks.ts'
import { newWorld, type World } from './tenant-isolation/world.ts'

/** What a key that is limited to `mine` must not do to `theirs`, for each endpoint, and the status it gets. */
const ATTEMPTS: Attempts = {
  ...FACTS,
  ...SETUP,
  ...JOURNAL,
  ...OPEN_ITEMS,
  ...BANK,
  ...BANK_RETURNS,
  ...BANK_RULES,
  ...SETTLEMENT,
  ...ORDERS,
  ...STATEMENTS,
  ...VAT,
  ...WEBHOOKS,
}

describe('tenant isolation', () => {
  let world: World

  before(async () => {
    world = await newWorld()
  })

  it('covers every endpoint', () => {
    expect(Object.keys(ATTEMPTS)).to.have.members(endpoints.map(({ method, path }) => `${method} ${path}`))
  })

  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    it(name, async () => {
      for (const [answer, status] of await attempt(world)) {
        expect(answer.status, answer.text).to.equal(status)
        expect(answer.text).not.to.include(world.theirs)
      }
    })
  }

  it('what they own is untouched, and the key serves its own end customer', async () => {
    const { body } = await get(`/v1/source-facts/${world.fact}`)
    expect([body.state, body.intents]).to.deep.equal(['posted', []])
    expect((await get(`/v1/source-facts/${world.blocked_fact}`)).body.state).to.equal('blocked')
    expect((await post(EXPENSES, expense(world.mine), { key: world.key })).status).to.equal(202)
    expect((await post(EXPENSES, expense(world.mine.toUpperCase()), { key: world.key })).status).to.equal(202)
  })
})

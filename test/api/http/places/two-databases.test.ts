import { expect } from 'chai'
import { END_CUSTOMER, END_CUSTOMER_OF_PAYMENTS } from '../../../../api/openapi/examples/example.ts'
import { readAnswers } from '../../../../api/openapi/examples/story.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { at } from '../../../support/client.ts'
import { openSecondDatabase, serve, serveTwo, watchedBy } from '../../../support/places/second-database.ts'
import { EXPENSES, expense, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { anonymous } from '../../../support/story/example-ids.ts'
import { recordStory } from '../../../support/story/example-story.ts'
import { mentionsOf } from '../../../support/watched/mentions.ts'

/** The end customers of the story. */
const THEM = [END_CUSTOMER, END_CUSTOMER_OF_PAYMENTS]
/** What is about several end customers, or about an API client and an end customer together. */
const NOT_OF_ONE = /^(recordSourceFacts|listEndCustomers|\w*Webhook\w*)$/
/** What grows: years are made up to the present one, and a stamp covers all ledgers. */
const GROWING = ['fiscal-years', 'ledger-proof', 'end-customers']

type Closing = { close(): Promise<void> }

describe('a process with two databases', () => {
  const open: Closing[] = []
  const opened = <Opened extends Closing>(one: Opened): Opened => {
    open.unshift(one)
    return one
  }
  after(async () => {
    for (const one of open) await one.close()
  })

  it('works for an end customer in the one that has its books, and nowhere else', async function () {
    this.timeout(360_000)
    const key = await issueKey(service().home, { client_name: 'reader of two databases' })
    const neighbour = await newEndCustomer()
    const [ofThem, ofNeighbour] = [mentionsOf(...THEM), mentionsOf(neighbour)]
    const second = opened(await openSecondDatabase())
    const home = opened(await watchedBy(ofThem.interceptor, service().web, service().database_url))
    const there = opened(await watchedBy(ofNeighbour.interceptor, second.web, second.database_url))
    const both = opened(await serveTwo(home.deps, there.deps, THEM))
    const alone = opened(await serve(second.web))
    const { pool } = second.web

    const answers = await recordStory(key, END_CUSTOMER, (operation_id) =>
      NOT_OF_ONE.test(operation_id) ? { base_url: alone.base_url, pool } : { base_url: both.base_url, pool },
    )
    const client = at(both.base_url, key)
    expect((await client.post(EXPENSES, expense(neighbour))).status).to.equal(202)
    expect((await client.get(`/v1/source-facts?end_customer_id=${neighbour}`)).body.data).to.have.length(1)

    expect(ofThem.queries, 'at home').to.deep.equal([])
    expect(ofNeighbour.queries, 'in the second one').to.deep.equal([])
    const recorded = readAnswers()
    for (const [name, answer] of Object.entries(answers))
      if (!GROWING.includes(name)) expect(anonymous(answer), name).to.deep.equal(anonymous(recorded[name]))
  })
})

import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { queryRows } from '../../../support/first-build.ts'
import { openThreeDatabases } from '../../../support/places/three-databases.ts'
import type { runProcess } from '../../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'
import { ownerUrl } from '../../../support/service.ts'

const CUSTOMERS = 50
const AT_ONCE = 64
const TIMES = 5

describe('facts that come one by one for end customers of two ledger databases', function () {
  this.timeout(180_000)
  let three: Awaited<ReturnType<typeof openThreeDatabases>>
  let web: ReturnType<typeof runProcess>
  const they = Array.from({ length: CUSTOMERS }, () => randomUUID())

  before(async () => {
    three = await openThreeDatabases()
    const places = they.map((id, index) => `('${id}', '${index % 2 ? 'second' : 'home'}')`)
    await queryRows(ownerUrl(three.urls.home), `insert into placements values ${places.join()}`)
    web = await three.startWeb()
    for (const id of they) expect((await three.client.put('/v1/accounts', chart(id))).status).to.equal(202)
  })
  after(async () => {
    await three.home.end()
    expect(await web.stop()).to.equal(0)
  })

  it('share transactions in each of them', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const sent = Array.from({ length: AT_ONCE }, (_, index) =>
        three.client.post(EXPENSES, expense(they[index % CUSTOMERS] ?? '')),
      )
      for (const { status } of await Promise.all(sent)) expect(status).to.equal(202)
    }
    const counts = await Promise.all((['home', 'second'] as const).map(groupsIn))
    expect(counts.map(({ facts }) => facts).reduce((all, facts) => all + facts)).to.equal(AT_ONCE * TIMES)
    for (const { facts, transactions } of counts) expect(transactions).to.be.below(facts)
  })

  async function groupsIn(name: 'home' | 'second') {
    const query =
      'select count(*)::integer as facts, count(distinct xmin::text)::integer as transactions from source_facts'
    const [counted] = (await three.inDatabase(name, query)) as { facts: number; transactions: number }[]
    return counted ?? { facts: 0, transactions: 0 }
  }
})

import { expect } from 'chai'
import { openClient } from '../../shared/client/index.ts'
import { expense, newEndCustomer } from '../support/requests/examples.ts'
import { service } from '../support/service.ts'

describe('the client reads the feed', () => {
  const client = () => openClient({ url: service().base_url, key: service().key })

  it('goes on in the feed where it was left, and takes what comes later', async () => {
    const customer = await newEndCustomer()
    await client().recordExpenseDocument({ body: expense(customer) }, { wait_seconds: 10 })
    const seen: string[] = []
    let after = 0
    for await (const event of client().events({ end_customer_id: customer })) {
      seen.push(event.event_type)
      after = event.event_number
      break
    }
    const rest = client().events({ end_customer_id: customer, after })
    const next = rest.next()
    await client().recordExpenseDocument({ body: expense(customer) })
    const { value } = await next
    expect([seen, value?.event_type, value?.event_number]).to.deep.equal([['fact.posted'], 'fact.posted', after + 1])
    await rest.return()
  })
})

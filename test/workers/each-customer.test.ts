import { expect } from 'chai'
import { newUuid } from '../../shared/process/ids.ts'
import { eachCustomer } from '../../workers/each-customer.ts'
import { service } from '../support/service.ts'

describe('work for one end customer after the other', () => {
  const [a, b, c] = [newUuid(), newUuid(), newUuid()]
  const jobs = [a, b, a, c].map((end_customer_id, index) => ({ id: String(index), data: { end_customer_id } }))

  it('fails the jobs of an end customer alone, and goes on with the others', async () => {
    const worked: string[] = []
    const results = await eachCustomer(service().worker, jobs, async (end_customer_id, its) => {
      worked.push(`${end_customer_id} ${its.map(({ id }) => id)}`)
      if (end_customer_id === a) throw new Error('no account')
    })
    expect(worked).to.deep.equal([`${a} 0,2`, `${b} 1`, `${c} 3`])
    expect(results).to.deep.equal([
      { id: '0', status: 'failed', message: 'no account' },
      { id: '2', status: 'failed', message: 'no account' },
      { id: '1', status: 'completed' },
      { id: '3', status: 'completed' },
    ])
  })

  it('ends where the database is away', async () => {
    const away = Object.assign(new Error('the connection is gone'), { code: '57P01' })
    let worked = 0
    const ended = eachCustomer(service().worker, jobs, async () => {
      worked += 1
      throw away
    })
    expect(await ended.catch((error: unknown) => error)).to.equal(away)
    expect(worked).to.equal(1)
  })
})

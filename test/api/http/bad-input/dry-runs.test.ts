import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { endpoints } from '../../../../api/routes.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { rowsOfTables } from '../../../support/watched/rows-of-tables.ts'

const changing = endpoints.filter(({ method }) => method !== 'get')
const refusing = changing.filter((endpoint) => !('trial' in endpoint && endpoint.trial))

describe('a dry run of an endpoint that has none', () => {
  it('is refused by its name: whoever asks for one never books by it', async () => {
    const customer = await newEndCustomer()
    const before = await rowsOfTables(customer)
    const answered = await Promise.all(
      refusing.map(async ({ method, path }) => {
        const query = `dry_run=true&end_customer_id=${customer}`
        const its = path.replaceAll(/:(\w+)/g, (_, name) => (name === 'end_customer_id' ? customer : randomUUID()))
        const response = await fetch(`${service().base_url}${its}?${query}`, {
          method,
          headers: {
            authorization: `Bearer ${service().key}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ end_customer_id: customer }),
        })
        const { error } = (await response.json()) as { error?: { details: { pointer: string; code: string }[] } }
        const detail = error?.details.find(({ pointer }) => pointer === '/dry_run')
        return `${path} ${response.status} ${detail?.code}`
      }),
    )
    expect(answered).to.deep.equal(refusing.map(({ path }) => `${path} 400 unknown_field`))
    expect(await rowsOfTables(customer)).to.deep.equal(before)
  })

  it('is none of those that record, reverse and withdraw facts, or order payments', () => {
    const tried = changing.filter((endpoint) => !refusing.includes(endpoint)).map(({ path }) => path)
    expect(tried).to.have.members([
      '/v1/source-facts/expense-documents',
      '/v1/source-facts/customer-invoices',
      '/v1/source-facts/journal-vouchers',
      '/v1/source-facts/batch',
      '/v1/source-facts/:source_fact_id/reverse',
      '/v1/source-facts/:source_fact_id/withdraw',
      '/v1/payment-orders',
    ])
  })
})

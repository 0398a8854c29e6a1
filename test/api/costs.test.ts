import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'

/**
 * A key has one expensive request in work at a time, so that it cannot take the cores from others (decision 61). A page of a
 * list is classed by its length, and one resource of an id by what one request could make. Nothing bounds what else a read
 * adds up, so its route says what it costs.
 */
describe('the cost of a read', () => {
  it('is in its route, unless it is a page of a list or one resource', () => {
    const unclassed = endpoints.filter((endpoint) => {
      if (endpoint.method !== 'get' || ('cost' in endpoint && endpoint.cost)) return false
      const isPage = 'limit' in (endpoint.query.properties ?? {})
      return !isPage && !/\/:\w+_id\b/.test(endpoint.path)
    })
    expect(unclassed.map(({ operation_id }) => operation_id)).to.deep.equal([])
  })
})

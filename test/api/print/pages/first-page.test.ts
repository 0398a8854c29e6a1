import { expect } from 'chai'
import { service } from '../../../support/service.ts'

const root = (accept: string) => fetch(`${service().base_url}/`, { redirect: 'manual', headers: { accept } })

describe('the address of the service', () => {
  it('leads a browser to the list of end customers, below whatever prefix it stands', async () => {
    const { status, headers } = await root('text/html,application/xhtml+xml,*/*;q=0.8')
    expect([status, headers.get('Location'), headers.get('Vary')]).to.deep.equal([302, 'v1/end-customers', 'Accept'])
    expect(headers.get('X-Content-Type-Options')).to.equal('nosniff')
  })

  it('is nothing for a program', async () => {
    for (const accept of ['application/json', '*/*']) expect((await root(accept)).status).to.equal(404)
  })
})

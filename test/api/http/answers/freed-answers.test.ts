import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../../../api/app.ts'
import { get, put } from '../../../support/client.ts'
import { ACCOUNTS, chart, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

describe('a large answer', () => {
  const { poolSize } = Buffer
  const sent: { readonly bytes: Buffer; readonly response: ServerResponse }[] = []
  let app: App
  let server: Server
  let base_url: string

  before(async () => {
    Buffer.poolSize = 0 // so that this one is large enough for a buffer of its own
    app = buildApp(service().web)
    const answer = app.koa.callback()
    server = createServer((request, response) => {
      const end = response.end
      response.end = ((bytes: Buffer) => {
        sent.push({ bytes, response })
        return end.call(response, bytes, 'utf8')
      }) as typeof end
      return answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    Buffer.poolSize = poolSize
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('is sent whole, and then takes no memory', async () => {
    const end_customer_id = await newEndCustomer()
    const more = Array.from({ length: 150 }, (_, index) => ({ ...ACCOUNTS[0], account_code: String(10_000 + index) }))
    await put('/v1/accounts', chart(end_customer_id, '2020-01-02', [...ACCOUNTS, ...more]))
    const path = `/v1/accounts?end_customer_id=${end_customer_id}&limit=200` as const
    const { key } = service()
    const [first, second] = [await get(path, { base_url, key }), await get(path, { base_url, key })]
    expect([first.status, second.status]).to.deep.equal([200, 200])
    expect(first.body.data).to.have.length.above(10)
    expect(first.text).to.equal(second.text)
    for (const { response } of sent) if (!response.closed) await once(response, 'close')
    expect(sent.map(({ bytes }) => bytes.length)).to.deep.equal([0, 0])
  })
})

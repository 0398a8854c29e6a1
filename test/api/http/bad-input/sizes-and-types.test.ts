import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { expectNothingStored, expectRefusal } from './refusals.ts'

describe('bad input: sizes and content types', () => {
  it('413: 10 MB, announced or in chunks', async () => {
    const large = `{"a":"${'x'.repeat(10_000_000)}"}`
    expect((await rawPost(large, true)).status).to.equal(413)
    expect((await rawPost(large, false)).status).to.equal(413)
  })

  it('415: a wrong, missing or compressed content type', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/xml' },
      { 'Content-Type': 'application/json; charset=iso-8859-1' },
      { 'Content-Encoding': 'gzip' },
    ] as Record<string, string>[]) {
      const customer = randomUUID()
      expectRefusal(await post(EXPENSES, expense(customer), { headers }), 415, 'unsupported_media_type')
      await expectNothingStored(customer)
    }
  })
})

/** Sends a body that is refused while it is still being sent, which fetch reports as a broken connection. */
function rawPost(body: string, isAnnounced: boolean): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      Authorization: `Bearer ${service().key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
      ...(isAnnounced ? { 'Content-Length': Buffer.byteLength(body) } : {}),
    }
    const request = httpRequest(service().base_url + EXPENSES, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
    request.on('error', reject)
    request.end(body)
  })
}

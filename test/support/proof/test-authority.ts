import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerTo, type Said } from './answer-to-request.ts'
import { newSigner, STAMPS } from './certificates.ts'

export type TestAuthority = Awaited<ReturnType<typeof openTestAuthority>>
/** Answers in another way than an authority does. */
export type Misbehaviour = (request: Buffer, response: ServerResponse) => Buffer | null

/** An authority for stamps on this machine, with a certificate authority of its own. */
export async function openTestAuthority() {
  const authority = newSigner({ name: 'Test CA', issuer: null, is_authority: true })
  const signer = newSigner({ name: 'Test TSA', issuer: authority, extended_usage: STAMPS })
  const requests: Buffer[] = []
  let misbehaviour: Misbehaviour | null = null
  const said = (): Said => ({ time: timeOf(new Date()), signer })
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    requests.push(body)
    const answer = misbehaviour ? misbehaviour(body, response) : answerTo(body, said())
    if (answer) response.setHeader('Content-Type', 'application/timestamp-reply').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** The certificate to trust. */
    ca: authority.certificate,
    authority,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    signer,
    requests,
    said,
    /** null: it behaves again. */
    misbehave: (how: Misbehaviour | null) => {
      misbehaviour = how
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An instant as ASN.1 says it. */
export function timeOf(instant: Date): string {
  return `${instant.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`
}

import { hash, type X509Certificate } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { askAuthority } from '../../shared/proof/ask-authority.ts'
import { verifyToken } from '../../shared/proof/tokens/verify-token.ts'
import { answerTo, refusal } from '../support/proof/answer-to-request.ts'
import { newSigner, STAMPS } from '../support/proof/certificates.ts'
import { type Misbehaviour, openTestAuthority, type TestAuthority } from '../support/proof/test-authority.ts'

const sha256 = (text: string) => hash('sha256', text, 'buffer')

function ended(response: ServerResponse): null {
  response.end()
  return null
}

function cut(response: ServerResponse): null {
  response.destroy()
  return null
}

describe('tokens of a timestamp authority', () => {
  const root = sha256('root')
  let authority: TestAuthority
  let trusted: readonly X509Certificate[]
  before(async () => {
    authority = await openTestAuthority()
    trusted = [authority.ca]
  })
  afterEach(() => authority.misbehave(null))
  after(() => authority.close())

  const ask = (its: readonly X509Certificate[] | null = trusted, timeout_ms?: number) =>
    askAuthority(authority.url, root, its, timeout_ms)
  const reasonOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'nothing is wrong',
      (error: Error) => error.message,
    )
  const host = () => new URL(authority.url).host

  it('a token says when, and verifies with and without a trusted certificate', async () => {
    authority.misbehave((request) => answerTo(request, { ...authority.said(), time: '20261126231547.25Z' }))
    const { token, stamped_at } = await ask()
    expect(stamped_at).to.equal('2026-11-26T23:15:47.250Z')
    for (const its of [trusted, null]) expect(verifyToken(token, root, its).stamped_at).to.equal(stamped_at)
  })

  it('the user and password of its URL are sent as Basic, and never shown', async () => {
    const url = authority.url.replace('://', '://user:s%40cret@')
    let sent: string | undefined
    authority.misbehave((request, response) => {
      sent = response.req.headers.authorization
      return answerTo(request, authority.said())
    })
    await askAuthority(url, root, trusted)
    expect(sent).to.equal(`Basic ${Buffer.from('user:s@cret').toString('base64')}`)
    authority.misbehave(() => refusal(2))
    expect(await reasonOf(askAuthority(url, root, trusted))).to.not.include('cret')
  })

  const said = () => authority.said()
  const other = newSigner({ name: 'Other CA', issuer: null, is_authority: true })
  const WRONG: [name: string, how: Misbehaviour, reason: string][] = [
    ['a refusal', () => refusal(2), 'the authority refuses (status 2)'],
    ['no DER', () => Buffer.from('<html>'), 'it is not DER'],
    ['another structure', () => Buffer.of(0x30, 0), 'a part of it is missing'],
    [
      'a stamp of something else',
      (request) => answerTo(request, { ...said(), imprint: sha256('x') }),
      `it stamps ${sha256('x').toString('hex')}`,
    ],
    [
      'the answer to another request',
      (request) => answerTo(request, { ...said(), nonce: Buffer.of(5) }),
      'it answers another request',
    ],
    [
      'a certificate for something else',
      (request) => answerTo(request, { ...said(), signer: newSigner({ name: 'x', issuer: null }) }),
      'its certificate is not for stamps',
    ],
    [
      'a certificate of nobody who is trusted',
      (request) =>
        answerTo(request, { ...said(), signer: newSigner({ name: 'x', issuer: other, extended_usage: STAMPS }) }),
      'its certificate does not lead to one of TIMESTAMP_CA_FILE',
    ],
    [
      'a certificate that was over',
      (request) => {
        const valid = ['20200101000000Z', '20210101000000Z'] as const
        const signer = newSigner({ name: 'x', issuer: null, extended_usage: STAMPS, valid })
        return answerTo(request, { ...said(), signer, time: '20260101000000Z' })
      },
      'its certificate was not valid on 2026-01-01T00:00:00.000Z',
    ],
    [
      'a signature with another key',
      (request) => answerTo(request, { ...said(), signer: { ...said().signer, key: other.key } }),
      'its signature is not valid',
    ],
  ]
  for (const [name, how, reason] of WRONG)
    it(`${name} is no stamp`, async () => {
      authority.misbehave(how)
      const expected = `What the timestamp authority at ${host()} answers is no stamp: ${reason}.`
      expect(await reasonOf(ask())).to.equal(expected)
    })

  const AWAY: [name: string, how: Misbehaviour, reason: string][] = [
    ['an error', (_, response) => ended(response.writeHead(500)), 'it answers with status 500'],
    [
      'a redirect',
      (_, response) => ended(response.writeHead(302, { Location: 'http://127.0.0.1:9/' })),
      'it answers with status 302',
    ],
    ['an answer without end', () => Buffer.alloc(100_000), 'its answer has more than 65536 bytes'],
    ['silence', () => null, 'it does not answer within 50 ms'],
    ['a cut connection', (_, response) => cut(response), 'it cannot be reached (UND_ERR_SOCKET)'],
  ]
  for (const [name, how, reason] of AWAY)
    it(`${name} is one sentence`, async () => {
      authority.misbehave(how)
      const timeout_ms = name === 'silence' ? 50 : undefined
      const expected = `The timestamp authority at ${host()} gives no stamp: ${reason}.`
      expect(await reasonOf(ask(trusted, timeout_ms))).to.equal(expected)
    })

  it('every changed byte of what is signed is noticed', async () => {
    const { token } = await ask()
    const content = token.indexOf(root)
    for (const at of [content, content + 40, token.length - 1]) {
      const changed = Buffer.from(token)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => verifyToken(changed, root, trusted), `byte ${at}`).to.throw()
    }
  })
})

import { hash, type X509Certificate } from 'node:crypto'
import { expect } from 'chai'
import { askAuthority } from '../../shared/proof/ask-authority.ts'
import { der, TAG } from '../../shared/proof/tokens/der.ts'
import { TokenError } from '../../shared/proof/tokens/parsed.ts'
import { verifyToken } from '../../shared/proof/tokens/verify-token.ts'
import { answerTo } from '../support/proof/answer-to-request.ts'
import { newSigner, STAMPS } from '../support/proof/certificates.ts'
import { type Misbehaviour, openTestAuthority, type TestAuthority } from '../support/proof/test-authority.ts'
import { there } from '../support/there.ts'

/** The purpose of a web server. */
const SERVERS = '1.3.6.1.5.5.7.3.1'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const sha256 = (text: string) => hash('sha256', text, 'buffer')

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

  const ask = () => askAuthority(authority.url, root, trusted)
  const reasonOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'nothing is wrong',
      (error: Error) => error.message,
    )
  const host = () => new URL(authority.url).host

  it('a token says when, and verifies with and without a trusted certificate', async () => {
    const second = new Date().toISOString().slice(0, 19)
    const time = `${second.replace(/[-:T]/g, '')}.25Z`
    authority.misbehave((request) => answerTo(request, { ...authority.said(), time }))
    const { token, stamped_at } = await ask()
    expect(stamped_at).to.equal(`${second}.250Z`)
    for (const its of [trusted, null]) expect(verifyToken(token, root, its).stamped_at).to.equal(stamped_at)
  })

  const said = () => authority.said()
  const other = newSigner({ name: 'Other CA', issuer: null, is_authority: true })
  const WRONG: [name: string, how: Misbehaviour, reason: string][] = [
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
      'a certificate for something else, which is critical as well,',
      (request) =>
        answerTo(request, { ...said(), signer: newSigner({ name: 'x', issuer: null, extended_usage: SERVERS }) }),
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
      'a page',
      (_, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<html>')
        return null
      },
      'it is not DER (it came as text/html)',
    ],
    [
      'a value that no reader of DER expects',
      () => der(TAG.sequence, der(TAG.sequence, der(TAG.integer, Buffer.of(2)), der(0x03, Buffer.of(9, 1)))),
      'it cannot be read',
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

  it('an issuer that has several certificates is followed over the one that leads on', async () => {
    const names = { name: 'Between', issuer: authority.authority, is_authority: true }
    const over = newSigner({ ...names, valid: ['20200101000000Z', '20210101000000Z'] })
    const valid = newSigner({ ...names, key_of: over })
    const signer = newSigner({ name: 'x', issuer: over, extended_usage: STAMPS })
    const askWith = (...others: readonly (typeof over)[]) => {
      const raw = others.map(({ certificate }) => certificate.raw)
      authority.misbehave((request) => answerTo(request, { ...said(), signer, others: raw }))
      return ask()
    }
    expect(await reasonOf(askWith(over))).to.match(/: its issuer "CN=Between" was not valid on \S+\.$/)
    expect((await askWith(over, valid)).token.length).to.be.above(0)
  })

  it('certificates that all sign each other are tried in a moment, and no more than twenty are read', async () => {
    const names = { name: 'Between', is_authority: true }
    const first = newSigner({ ...names, issuer: null })
    const alike = Array.from({ length: 20 }, (_, second) =>
      newSigner({ ...names, issuer: first, key_of: first, valid: [`202001010000${10 + second}Z`, '21200101000000Z'] }),
    )
    const signer = newSigner({ name: 'x', issuer: first, extended_usage: STAMPS })
    const askWith = (its: readonly (typeof first)[]) => {
      const raw = its.map(({ certificate }) => certificate.raw)
      authority.misbehave((request) => answerTo(request, { ...said(), signer, others: raw }))
      return reasonOf(ask())
    }
    expect(await askWith(alike.slice(1))).to.include('does not lead to one of TIMESTAMP_CA_FILE')
    expect(await askWith(alike)).to.include('it has more than 20 certificates')
  })

  it('no changed byte makes another stamp, and none of what is signed goes unnoticed', async () => {
    const { token } = await ask()
    const { content, certificates, signer, stamped_at } = verifyToken(token, root, trusted)
    const signed = [content, signer.attributes.get(MESSAGE_DIGEST)?.value, signer.signature, there(certificates[0]).raw]
    const isSigned = (at: number) =>
      signed.some((bytes) => {
        const begin = token.indexOf(there(bytes))
        return begin <= at && at < begin + there(bytes).length
      })
    for (let at = 0; at < token.length; at += 1) {
      const changed = Buffer.from(token)
      changed[at] = (changed[at] ?? 0) ^ 1
      const said = saidBy(changed)
      expect(said, `byte ${at}`).to.be.oneOf(isSigned(at) ? [null] : [null, stamped_at])
    }
  })

  /** null: it is no token. Whatever else is thrown is a fault. */
  function saidBy(token: Buffer): string | null {
    try {
      return verifyToken(token, root, trusted).stamped_at
    } catch (error) {
      if (error instanceof TokenError) return null
      throw error
    }
  }
})

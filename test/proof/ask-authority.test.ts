import { hash, type X509Certificate } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { askAuthority } from '../../shared/proof/ask-authority.ts'
import { answerTo, refusal } from '../support/proof/answer-to-request.ts'
import { type Misbehaviour, openTestAuthority, type TestAuthority, timeOf } from '../support/proof/test-authority.ts'

function ended(response: ServerResponse, body?: string): null {
  response.end(body)
  return null
}

function cut(response: ServerResponse): null {
  response.destroy()
  return null
}

describe('asking a timestamp authority', () => {
  const root = hash('sha256', 'root', 'buffer')
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
    [
      'an answer that is cut off',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 9 }).write('x', () => response.destroy())
        return null
      },
      'its answer breaks off (UND_ERR_SOCKET)',
    ],
  ]
  for (const [name, how, reason] of AWAY)
    it(`${name} is one sentence`, async () => {
      authority.misbehave(how)
      const timeout_ms = name === 'silence' ? 50 : undefined
      const expected = `The timestamp authority at ${host()} gives no stamp: ${reason}.`
      expect(await reasonOf(ask(trusted, timeout_ms))).to.equal(expected)
    })

  const REFUSALS: [name: string, answer: () => Buffer, reason: string][] = [
    ['alone', () => refusal(2), 'rejection (status 2)'],
    [
      'with its reasons',
      () => refusal(2, 'closed\ntoday', Buffer.of(0x80, 0x02)),
      'rejection (status 2): closed today: it does not know the algorithm: its clock is not available',
    ],
    ['of another kind', () => refusal(9), 'no stamp (status 9)'],
  ]
  for (const [name, answer, reason] of REFUSALS)
    it(`a refusal ${name} is told as such`, async () => {
      authority.misbehave(answer)
      expect(await reasonOf(ask())).to.equal(`The timestamp authority at ${host()} refuses to stamp: ${reason}.`)
    })

  it('a time that is not ours is refused, in both directions', async () => {
    for (const minutes of [-6, 6]) {
      const other = new Date(Date.now() + minutes * 60_000)
      authority.misbehave((request) => answerTo(request, { ...said(), time: timeOf(other) }))
      const reason = await reasonOf(ask())
      expect(reason).to.include(`is no stamp: it says ${other.toISOString().slice(0, 19)}.000Z, and it is `)
      expect(reason).to.include(' here: the clocks are more than five minutes apart.')
      const near = new Date(Date.now() + (minutes / 6) * 4 * 60_000)
      authority.misbehave((request) => answerTo(request, { ...said(), time: timeOf(near) }))
      expect((await ask()).stamped_at).to.equal(`${near.toISOString().slice(0, 19)}.000Z`)
    }
  })
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { SECURITY_HEADERS } from '../../shared/http/security-headers.ts'

/** An answer as it came over the connection. */
export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly content: string
}

export function open(base_url: string): Socket {
  return connect(Number(new URL(base_url).port), '127.0.0.1').on('error', () => {})
}

/** Sends bytes and reads until the server hangs up, or has sent a whole answer. */
export async function exchange(base_url: string, ...parts: readonly string[]): Promise<RawAnswer> {
  const socket = open(base_url)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
    if (isWhole(text)) socket.end()
  })
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return parse(text)
}

export function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), content: rest.join('\r\n\r\n') }
}

/** The envelope, the headers of every answer, and the same request id in both. */
export function expectWholeRefusal({ status, headers, content }: RawAnswer, expected: number, code: string): void {
  expect(status, content).to.equal(expected)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers[name.toLowerCase()]).to.equal(value)
  expect(headers['content-type']).to.equal('application/json; charset=utf-8')
  const { error } = JSON.parse(content)
  expect(Object.keys(error)).to.deep.equal(['code', 'message', 'request_id', 'details'])
  expect([error.code, error.request_id]).to.deep.equal([code, headers['x-request-id']])
  expect(error.message).to.match(/\S.*\.$/)
  if (headers.allow !== undefined) expect(headers.allow).to.match(/[A-Z]/)
}

function isWhole(text: string): boolean {
  const { headers, content } = parse(text)
  return text.includes('\r\n\r\n') && content.length >= Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
}

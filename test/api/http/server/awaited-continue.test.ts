import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { expectWholeRefusal, open, parse } from '../../../support/raw-http.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const LONG = 30_000_000

describe('senders that wait for 100 Continue', () => {
  const head = (path: string, length: number, ...more: string[]) =>
    [
      ...[`POST ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${length}`, 'Expect: 100-continue'],
      ...[`Authorization: Bearer ${service().key}`, ...more, '', ''],
    ].join('\r\n')
  const json = () => ['Content-Type: application/json', `Idempotency-Key: ${randomUUID()}`]
  const xml = () => ['Content-Type: application/xml', `Idempotency-Key: ${randomUUID()}`]
  const statements = () => `/v1/camt-053/imports?end_customer_id=${randomUUID()}`

  /** Sends the body once it is told to, and says all that it was told, and whether the connection was closed. */
  async function send(start: string, body = ''): Promise<{ text: string; is_closed: boolean }> {
    const socket = open(service().base_url)
    let text = ''
    socket.on('data', (piece) => {
      text += piece
      if (text === CONTINUE) socket.write(body)
    })
    socket.write(start)
    const is_closed = await Promise.race([once(socket, 'end').then(() => true), sleep(1_500, false)])
    socket.destroy()
    return { text, is_closed }
  }

  it('are refused without it, and the connection is closed: the rest need not come', async () => {
    const cases: [start: string, status: number, code: string][] = [
      [head(EXPENSES, LONG, ...json()), 413, 'payload_too_large'],
      [head(statements(), 300_000_000, ...xml()), 413, 'payload_too_large'],
      [head(EXPENSES, 100, 'Content-Type: text/plain', ...json().slice(1)), 415, 'unsupported_media_type'],
      [head(EXPENSES, 100), 400, 'missing_idempotency_key'],
      [head('/nothing', 100), 404, 'not_found'],
      [head('/healthz', 100), 405, 'method_not_allowed'],
      [head(EXPENSES, 100, ...json()).replace('Bearer hb', 'Bearer xx'), 401, 'invalid_auth'],
    ]
    for (const [start, status, code] of cases) {
      const { text, is_closed } = await send(start)
      expectWholeRefusal(parse(text), status, code)
      expect([parse(text).headers.connection, is_closed], code).to.deep.equal(['close', true])
    }
  }).timeout(30_000)

  it('are told to send what is read, once', async () => {
    const body = JSON.stringify(expense(randomUUID()))
    const { text } = await send(head(EXPENSES, Buffer.byteLength(body), ...json()), body)
    expect(text.split(CONTINUE)).to.have.length(2)
    expect(text).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 /)
    const file = await send(head(statements(), 4, ...xml()), 'none')
    expect(file.text).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 4\d\d /)
  }).timeout(30_000)

  it('behind another request hear nothing before its answer', async () => {
    const body = JSON.stringify(expense(randomUUID()))
    const start = head(EXPENSES, Buffer.byteLength(body), ...json())
    const { text } = await send(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${start}${body}`)
    expect(text).to.match(/^HTTP\/1\.1 200 .*HTTP\/1\.1 202 /s)
  }).timeout(30_000)
})

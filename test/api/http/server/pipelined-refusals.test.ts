import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { createHttpServer } from '../../../../shared/http/http-server.ts'

const LIMITS = {
  headers_timeout_ms: 60_000,
  request_timeout_ms: 60_000,
  keep_alive_timeout_ms: 60_000,
  max_header_bytes: 16_384,
}
const HOST = 'Host: hauptbuch\r\n'
const sized = (body: string) => `POST /x HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`
const chunked = (body: string) =>
  `POST /x HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

/** What comes before the refused request in the same bytes, each with a complete request. */
const BEFORE: Readonly<Record<string, string>> = {
  nothing: '',
  GET: `GET /x HTTP/1.1\r\n${HOST}\r\n`,
  HEAD: `HEAD /x HTTP/1.1\r\n${HOST}\r\n`,
  'POST with a body of JSON': sized('{"a":1}'),
  'POST with a body of lines': sized('{\n\n"a": 1\n}\r\n\r\n'),
  'POST with a body that ends in a word': sized('a b'),
  'POST with a body that looks like HEAD': sized('HEAD /x HTTP/1.1\r\n'),
  'POST with chunks': chunked('{"a":1}'),
}
const REFUSED: Readonly<Record<string, readonly [text: string, status: number, has_body: boolean]>> = {
  'an unknown method': [`BREW /x HTTP/1.1\r\n${HOST}\r\n`, 501, true],
  'an unknown method of one letter': [`X /x HTTP/1.1\r\n${HOST}\r\n`, 501, true],
  'a method in small letters': [`get /x HTTP/1.1\r\n${HOST}\r\n`, 501, true],
  'a method that goes on behind a known one': [`GETTER /x HTTP/1.1\r\n${HOST}\r\n`, 501, true],
  'a method that is none': [`BR(EW /x HTTP/1.1\r\n${HOST}\r\n`, 400, true],
  'a method that begins with none': [`(BREW /x HTTP/1.1\r\n${HOST}\r\n`, 400, true],
  'an unknown version': [`GET /x HTTP/9.1\r\n${HOST}\r\n`, 505, true],
  'an unknown version of HEAD': [`HEAD /x HTTP/9.1\r\n${HOST}\r\n`, 505, false],
  'a wrong header': [`GET /x HTTP/1.1\r\n${HOST}bad header: x\r\n\r\n`, 400, true],
  'a wrong header of HEAD': [`HEAD /x HTTP/1.1\r\n${HOST}bad header: x\r\n\r\n`, 400, false],
  'a header of GET that speaks of HEAD': [`GET /x HTTP/1.1\r\nX-Head: HEAD /x\r\nbad header: x\r\n\r\n`, 400, true],
  'a target of HEAD that is none': [`HEAD /\x01 HTTP/1.1\r\n${HOST}\r\n`, 400, false],
}

describe('what is refused on a connection', () => {
  let server: Server
  before(async () => {
    server = createHttpServer((request, response) => request.resume().once('end', () => response.end()), LIMITS, {
      info() {},
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(() => server.close())

  for (const [what, [refused, status, has_body]] of Object.entries(REFUSED))
    for (const [before, sent] of Object.entries(BEFORE))
      it(`${what}, behind ${before}: ${status}${has_body ? '' : ' without content'}`, async () => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
        socket.write(sent + refused)
        const answers = await text(socket)
        const [head = '', body] = answers.slice(answers.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
        expect(Number(head.slice(9, 12)), head).to.equal(status)
        expect(body !== '').to.equal(has_body)
      })
})

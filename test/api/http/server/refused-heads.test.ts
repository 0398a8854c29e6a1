import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { exchange, expectWholeRefusal, open, parse } from '../../../support/raw-http.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const BODY = JSON.stringify(expense(randomUUID()))
const CHUNKED = `${Buffer.byteLength(BODY).toString(16)}\r\n${BODY}\r\n0\r\n\r\n`

describe('heads of requests that are refused', () => {
  const refused = async (status: number, code: string, ...parts: string[]) => {
    const answer = await exchange(service().base_url, ...parts)
    expectWholeRefusal(answer, status, code)
    return answer
  }
  const lines = (...head: string[]) => `${head.join('\r\n')}\r\n\r\n`
  const posted = (...more: string[]) =>
    lines(
      `POST ${EXPENSES} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${service().key}`,
      'Content-Type: application/json',
      ...more,
    )

  it('400: no Host, two, or one that is none', async () => {
    await refused(400, 'invalid_request', lines('GET /healthz HTTP/1.1'))
    await refused(400, 'invalid_request', lines('GET /healthz HTTP/1.1', 'Host: x', 'Host: y'))
    await refused(400, 'invalid_request', lines('GET /healthz HTTP/1.1', 'Host: x', 'host: x'))
    await refused(400, 'invalid_request', lines('GET /healthz HTTP/1.0', 'Host: x', 'Host: y'))
    for (const host of ['a b', 'a/b', 'x@y', 'x:y', '[::1', 'x, y', 'ü', 'a"b', 'x:1:2', '%zz'])
      await refused(400, 'invalid_request', lines('GET /healthz HTTP/1.1', `Host: ${host}`))
  })

  it('400: an address with a host that is none', async () => {
    for (const host of ['', 'x:port', '[::1', 'name:word@x', 'a"b'])
      await refused(400, 'invalid_request', lines(`GET http://${host}/v1/accounts?name=Hans HTTP/1.1`, 'Host: x'))
    const answer = await exchange(service().base_url, lines('GET http://x:80/healthz HTTP/1.1', 'Host: x'))
    expect(answer.status).to.equal(200)
  })

  it('a second Host is seen behind two thousand other headers', async () => {
    const many = Array.from({ length: 2_200 }, () => 'A:')
    await refused(400, 'invalid_request', lines('GET /healthz HTTP/1.1', 'Host: x', ...many, 'Host: y'))
  })

  it('Hosts of every form, and HTTP/1.0 without one, are taken', async () => {
    for (const host of ['x', 'x:80', 'a-b.example', '[::1]', '[::1]:3420', '127.0.0.1:1', '', 'x:', '%41'])
      expect((await exchange(service().base_url, lines('GET /healthz HTTP/1.1', `Host: ${host}`))).status).to.equal(200)
    expect((await exchange(service().base_url, lines('GET /healthz HTTP/1.0'))).status).to.equal(200)
  })

  it('400: headers that a request has once, twice', async () => {
    const one = { key: `Idempotency-Key: ${randomUUID()}`, length: `Content-Length: ${Buffer.byteLength(BODY)}` }
    for (const twice of [
      `Idempotency-Key: ${randomUUID()}`,
      one.key,
      `authorization: Bearer ${service().key}`,
      'Authorization: Bearer x',
      'Content-Type: application/json',
      'Content-type: text/plain',
      one.length,
      'Content-Length: 1',
    ])
      await refused(400, 'invalid_request', posted(one.key, one.length, twice), BODY)
  })

  it('501 for a transfer coding that there is none of; 400 where it is no framing', async () => {
    const key = () => `Idempotency-Key: ${randomUUID()}`
    for (const [coding, status, code] of [
      ['gzip, chunked', 501, 'not_implemented'],
      ['x\r\nTransfer-Encoding: chunked', 501, 'not_implemented'],
      ['identity, chunked', 501, 'not_implemented'],
      ['chunked, chunked', 400, 'invalid_request'],
      ['chunked\r\nTransfer-Encoding: chunked', 400, 'invalid_request'],
      ['gzip', 400, 'invalid_request'],
      ['x', 400, 'invalid_request'],
      ['chunked, gzip', 400, 'invalid_request'],
      ['chunked;q=1', 400, 'invalid_request'],
    ] as const)
      await refused(status, code, posted(key(), `Transfer-Encoding: ${coding}`), CHUNKED)
    const old = posted(key(), 'Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0')
    await refused(400, 'invalid_request', old, CHUNKED)
    const fine = await exchange(service().base_url, posted(key(), 'Transfer-Encoding: Chunked'), CHUNKED)
    expect(fine.status, fine.content).to.equal(202)
  })

  it('501 for CONNECT and for methods that nobody knows', async () => {
    for (const target of ['/x', 'example.com:443', 'x'])
      await refused(501, 'not_implemented', lines(`CONNECT ${target} HTTP/1.1`, 'Host: x'))
    await refused(400, 'invalid_request', lines('GET http:// HTTP/1.1', 'Host: x'))
    await refused(501, 'not_implemented', lines('BREW /pot HTTP/1.1', 'Host: x'))
    await refused(501, 'not_implemented', lines('get /healthz HTTP/1.1', 'Host: x'))
  })

  it('505 for other versions of HTTP', async () => {
    for (const version of ['9.9', '2.0', '3.0', '1.2', '0.8', '0.9'])
      await refused(505, 'http_version_not_supported', lines(`GET /healthz HTTP/${version}`, 'Host: x'))
    await refused(505, 'http_version_not_supported', 'GET /healthz\r\n\r\n')
    await refused(505, 'http_version_not_supported', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  })

  it('400: lines that are none', async () => {
    for (const bytes of [
      'GET  HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / FTP/1.1\r\nHost: x\r\n\r\n',
      'GET /x y HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
      'GET / HTTP/1.1\r\n Host: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nX-\0: 1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\nX: 1\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n',
    ])
      await refused(400, 'invalid_request', bytes)
  })

  it('behind another request in the same bytes, which is answered, the line that is wrong decides', async () => {
    const sound = lines('GET /healthz HTTP/1.1', 'Host: x')
    for (const [behind, code] of [
      ['\0', 400],
      ['BREW /pot HTTP/1.1\r\n\r\n', 501],
      ['GET / HTTP/9.9\r\n\r\n', 505],
    ] as const) {
      const socket = open(service().base_url)
      socket.write(sound + behind)
      const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d)/)
      expect(answers.map((answer) => parse(answer).status)).to.deep.equal([200, code])
    }
  })

  it('an upgrade that nobody offers is left aside', async () => {
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x']
    const answer = await exchange(service().base_url, lines('GET /healthz HTTP/1.1', 'Host: x', ...upgrade))
    expect(answer.status).to.equal(200)
    const more = [`Idempotency-Key: ${randomUUID()}`, 'Connection: Upgrade', 'Upgrade: h2c']
    const sent = await exchange(service().base_url, posted(...more, 'Transfer-Encoding: chunked'), CHUNKED)
    expect(sent.status, sent.content).to.equal(202)
  })

  it('an answer to an upgrade is the last one of its connection: nothing behind it is taken for a request', async () => {
    const upgrade = lines('GET /healthz HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: h2c')
    const request = lines('GET /healthz HTTP/1.1', 'Host: x', 'Connection: close')
    const headOfRequest = lines('POST /v1 HTTP/1.1', 'Host: x', `Content-Length: ${request.length}`)
    for (const behind of ['', request, headOfRequest]) {
      const socket = open(service().base_url)
      let answers = ''
      socket.on('data', (chunk) => {
        answers += chunk
      })
      socket.write(upgrade + behind)
      await once(socket, 'data')
      socket.write(request)
      await once(socket, 'close')
      expect(answers.match(/HTTP\/1\.1 \d+/g), answers).to.deep.equal(['HTTP/1.1 200'])
      expect(parse(answers).headers.connection).to.equal('close')
    }
  })

  it('Allow is never empty: 404 where there is nothing, 405 where there is', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'OPTIONS', 'DELETE', 'LINK', 'PATCH']) {
      const unknown = await refused(404, 'not_found', lines(`${method} /nothing HTTP/1.1`, 'Host: x'))
      expect(unknown.headers).not.to.have.property('allow')
      if (method === 'OPTIONS') continue
      const known = await refused(405, 'method_not_allowed', lines(`${method} /v1/accounts HTTP/1.1`, 'Host: x'))
      expect(known.headers.allow?.split(', ')).to.have.members(['HEAD', 'GET', 'PUT'])
    }
    const options = await exchange(service().base_url, lines('OPTIONS /v1/accounts HTTP/1.1', 'Host: x'))
    expect([options.status, options.headers.allow?.length]).to.deep.equal([200, 14])
  })
})

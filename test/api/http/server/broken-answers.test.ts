import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { pino } from 'pino'
import { answerBroken } from '../../../../api/http/middleware/answer-broken.ts'
import { answerErrors } from '../../../../api/http/middleware/answer-errors.ts'
import { logRequest } from '../../../../api/http/middleware/log-request.ts'
import { secureHeaders } from '../../../../api/http/middleware/secure-headers.ts'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { exchange, expectWholeRefusal } from '../../../support/raw-http.ts'
import { service } from '../../../support/service.ts'

describe('answers that break', () => {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
  let server: Server
  before(async () => {
    const koa = new Koa()
    koa.silent = true
    answerBroken(koa, log)
    koa.use(secureHeaders).use(logRequest(log)).use(answerErrors())
    koa.use((ctx) => {
      ctx.set('ETag', '"kept"')
      ctx.body = { no_json: 1n }
    })
    server = createHttpServer(koa.callback(), service().web.config, log).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  it('are 500 in the envelope, with the headers of every answer and a line in the log', async () => {
    const { port } = server.address() as AddressInfo
    const answer = await exchange(`http://127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expectWholeRefusal(answer, 500, 'internal_error')
    expect(answer.headers).to.not.have.property('etag')
    const [line = ''] = logged
    expect(JSON.parse(line)).to.include({ msg: 'the answer failed', request_id: answer.headers['x-request-id'] })
  })
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { type App, buildApp } from '../../../../api/app.ts'
import { appendTo, TemporaryFileError } from '../../../../shared/process/nameless-file.ts'
import { camt053Message } from '../../../camt053/messages.ts'
import { upload } from '../../../support/client.ts'
import { service } from '../../../support/service.ts'

describe('temporary files that cannot be written', () => {
  const logged: Record<string, unknown>[] = []
  const { TMPDIR } = process.env
  const folder = join(mkdtempSync(join(TMPDIR ?? '/tmp', 'hauptbuch-test-full-')))
  let app: App
  let server: Server
  let base_url: string

  before(async () => {
    const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) })
    app = buildApp({ ...service().web, log })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    rmSync(folder, { recursive: true })
    process.env.TMPDIR = folder
  })
  after(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('are 503 with Retry-After, and one warning names the fault and the folder', async () => {
    const { key } = service()
    const answers = [
      await upload(randomUUID(), camt053Message(), { base_url, key }),
      await upload(randomUUID(), camt053Message(), { base_url, key }),
    ]
    for (const { status, headers, text } of answers)
      expect([status, headers.get('retry-after')], text).to.deep.equal([503, '60'])
    expect(logged.map(({ msg, code, folder }) => ({ msg, code, folder }))).to.deep.equal([
      { msg: 'temporary files cannot be written', code: 'ENOENT', folder },
    ])
  })

  it('a disk without room is one of them', async () => {
    const full = await open('/dev/full', 'w')
    const error = await appendTo(full, Buffer.from('x')).catch((reason) => reason)
    await full.close()
    expect(error).to.be.instanceOf(TemporaryFileError).with.property('code', 'ENOSPC')
  })
})

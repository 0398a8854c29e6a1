import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { at } from '../../../support/client.ts'
import { freePort } from '../../../support/processes/free-port.ts'
import { runProcess } from '../../../support/processes/real-processes.ts'
import { EXPENSES, expense, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const UPLOADS = 200
const KEYS = 20
/** 0.4 MB of elements without content, and then nothing more. */
const START = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct><Ntry>${'<a/>'.repeat(100_000)}`
const MOST_MORE_MB = 100
/** It is 100 ms on an idle machine. Before uploads were bounded, web answered nothing for more than a minute. */
const MOST_MS = 1_000

describe('bank statements that begin and do not go on', () => {
  let web: ReturnType<typeof runProcess>
  let base_url: string
  let keys: string[]
  const sockets: Socket[] = []

  before(async function () {
    if (!existsSync('/proc/self/status')) this.skip()
    const port = await freePort()
    base_url = `http://127.0.0.1:${port}`
    const settings = { ...service().env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'fatal' }
    web = runProcess('api/main.ts', settings)
    keys = await Promise.all(
      Array.from({ length: KEYS }, (_, index) => issueKey(service().home, { client_name: `sender ${index}` })),
    )
    await eventually(
      () =>
        fetch(`${base_url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      30,
    )
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await web?.stop()
  })

  const mb = (name: string) => {
    const status = readFileSync(`/proc/${web.child.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  }

  it(`leave the health, other requests and the memory of web as they are: ${UPLOADS} of ${KEYS} keys`, async () => {
    const other = at(base_url, await issueKey(service().home, { client_name: 'other' }))
    const customer = await newEndCustomer()
    const slowest = { health: 0, fact: 0 }
    const look = async () => {
      const begun = performance.now()
      expect((await fetch(`${base_url}/healthz`)).status).to.equal(200)
      slowest.health = Math.max(slowest.health, performance.now() - begun)
      const sent = performance.now()
      expect((await other.post(EXPENSES, expense(customer))).status).to.equal(202)
      slowest.fact = Math.max(slowest.fact, performance.now() - sent)
    }
    for (let count = 0; count < 20; count += 1) await look()
    const before = mb('VmRSS')
    Object.assign(slowest, { health: 0, fact: 0 })
    let written = 0
    for (let index = 0; index < UPLOADS; index += 1) {
      const socket = connect(Number(new URL(base_url).port), '127.0.0.1').on('error', () => {})
      socket.write(`${headOf(keys[index % KEYS] as string)}${START}`, () => {
        written += 1
      })
      sockets.push(socket)
    }
    for (let count = 0; count < 20 || (written < UPLOADS && count < 200); count += 1) await look()
    const figures = JSON.stringify({ ...slowest, before, peak: mb('VmHWM') })
    expect(slowest.health, figures).to.be.lessThan(MOST_MS)
    expect(slowest.fact, figures).to.be.lessThan(MOST_MS)
    expect(mb('VmHWM') - before, figures).to.be.lessThan(MOST_MORE_MB)
    for (const socket of sockets.splice(0)) socket.destroy()
    await sleep(50)
    await eventually(async () => mb('VmRSS') - before < MOST_MORE_MB / 2, 60)
    await look()
  })
})

function headOf(key: string): string {
  const lines = [
    `POST /v1/camt-053/imports?end_customer_id=${randomUUID()} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/xml',
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Length: 200000000',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

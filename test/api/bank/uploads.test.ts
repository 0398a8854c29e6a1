import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { send, upload } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { countImports } from './imports-of.ts'

describe('POST /v1/camt-053/imports: the file that is sent', () => {
  let customer: string
  beforeEach(() => {
    customer = randomUUID()
  })

  it('what cannot be taken is one clear error, and nothing is stored', async () => {
    const good = camt053Message()
    const cases: [string | Uint8Array, number, string][] = [
      ['', 422, 'not_xml'],
      ['{"a":1}', 422, 'not_xml'],
      [good.slice(0, -20), 422, 'not_xml'],
      [
        good.replace('<Document', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><Document'),
        422,
        'document_type',
      ],
      [good.replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'), 422, 'not_camt053'],
      [good.replace('108.10', '12..34'), 422, 'amount_garbled'],
    ]
    for (const [xml, status, code] of cases) {
      const answer = await upload(customer, xml)
      expect([answer.status, answer.body.error.details[0]?.code], answer.text).to.deep.equal([status, code])
    }
    const json = await upload(customer, good, { headers: { 'Content-Type': 'application/json' } })
    expect([json.status, json.body.error.code]).to.deep.equal([415, 'unsupported_media_type'])
    expect(
      (await send('POST', '/v1/camt-053/imports', good, { headers: { 'Content-Type': 'application/xml' } })).status,
    ).to.equal(400)
    expect((await upload(customer, good, { idempotencyKey: null })).body.error.code).to.equal('missing_idempotency_key')
    expect(await countImports(customer)).to.equal(0)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('hauptbuch-statement-'))).to.deep.equal([])
  })

  it('has bank statements whose figures are a megabyte together, and no more', async () => {
    const [before = '', one = '', behind = ''] = camt053Message({ bankEntries: '' }).split(/(<Stmt>.*<\/Stmt>)/s)
    const many = (count: number) => before + one.repeat(count) + behind
    const { status, body, text } = await upload(customer, many(500))
    expect([status, body.statements.length], text.slice(0, 500)).to.deep.equal([202, 500])
    const more = await upload(customer, many(5_000))
    expect([more.status, more.body.error.details[0]?.code], more.text).to.deep.equal([422, 'too_large'])
    expect(await countImports(customer)).to.equal(1)
  })

  it('idempotent: the same key replays, another file or another end customer under it conflicts', async () => {
    const idempotencyKey = randomUUID()
    const first = await upload(customer, camt053Message(), { idempotencyKey })
    const again = await upload(customer, camt053Message(), { idempotencyKey })
    expect([again.headers.get('Idempotent-Replayed'), again.text]).to.deep.equal(['true', first.text])
    for (const [who, xml] of [
      [customer, camt053Message({ bankEntries: '' })],
      [randomUUID(), camt053Message()],
    ] as const) {
      const { status, body } = await upload(who, xml, { idempotencyKey })
      expect([status, body.error.code]).to.deep.equal([409, 'idempotency_key_conflict'])
    }
    expect(await countImports(customer)).to.equal(1)
  })

  it('a connection is of use after a large file has been refused on it at its beginning', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = [`<x></y>${'x'.repeat(1_000_000)}`, camt053Message()].map(
      (xml) =>
        new Promise((resolve, reject) => {
          const headers = {
            Authorization: `Bearer ${service().key}`,
            'Content-Type': 'application/xml',
            'Idempotency-Key': randomUUID(),
          }
          const url = `${service().base_url}/v1/camt-053/imports?end_customer_id=${customer}`
          const sent = httpRequest(url, { agent, method: 'POST', headers }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode))
          })
          sent.on('error', reject).end(xml)
        }),
    )
    expect(await Promise.all(answers)).to.deep.equal([422, 202])
    agent.destroy()
  })

  it('a sender that goes away in the middle leaves nothing behind', async () => {
    const xml = camt053Message({ bankEntries: bankEntry().repeat(500) })
    const names = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hauptbuch-statement-'))
    let whileItComes: string[] = ['not read yet']
    await new Promise<void>((resolve) => {
      const out = httpRequest(`${service().base_url}/v1/camt-053/imports?end_customer_id=${customer}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${service().key}`,
          'Idempotency-Key': randomUUID(),
          'Content-Type': 'application/xml',
        },
      })
      out.on('error', () => resolve())
      const goAway = () => {
        whileItComes = names()
        out.destroy()
      }
      out.write(xml.slice(0, 60_000), () => setTimeout(goAway, 50))
      out.on('close', resolve)
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await countImports(customer)).to.equal(0)
    // Without a name the file is gone with its process, however that ends.
    expect([whileItComes, names()]).to.deep.equal([[], []])
  })
})

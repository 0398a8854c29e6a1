import { createHash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { balance, bankEntry, camt053Message, IBAN, transaction } from '../../camt053/messages.ts'
import { get, send, upload } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const entriesOf = async (customer: string, more = '') =>
  (await get(`/v1/camt-053/entries?end_customer_id=${customer}${more}`)).body.data
const importedBy = async (customer: string, xml: string | Uint8Array) =>
  (await upload(customer, xml, { wait: 20 })).body
const count = (customer: string) =>
  service().web.pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from camt053_imports where end_customer_id = ${customer}
  `)

describe('POST /v1/camt-053/imports', () => {
  let customer: string
  beforeEach(() => {
    customer = randomUUID()
  })

  it('202: the file is kept, its bookings are read one by one, each with its hash', async () => {
    const balances = balance('OPBD', '1000.00') + balance('CLBD', '1058.10')
    const xml = camt053Message({
      balances,
      bankEntries:
        bankEntry({ details: transaction({ name: 'Müller', unstructured: 'Rechnung 7' }), ref: 'x' }) +
        bankEntry({ amount: '50', direction: 'DBIT', text: 'Gebühr' }),
    })
    const accepted = await upload(customer, xml)
    expect([accepted.status, accepted.body.state]).to.deep.equal([202, 'received'])
    const again = await upload(customer, xml, { wait: 20 })
    expect(again.body).to.deep.include({ state: 'imported', new_entry_count: 0, linked_entry_count: 2 })
    const { body } = await get(`/v1/camt-053/imports/${accepted.body.id}`)
    expect(body).to.deep.include({
      state: 'imported',
      new_entry_count: 2,
      linked_entry_count: 0,
      file_sha256: createHash('sha256').update(xml).digest('hex'),
      size_bytes: Buffer.byteLength(xml),
    })
    expect(body.statements[0]).to.deep.include({ account_iban: IBAN, arithmetic: 'holds', entry_count: 2 })
    expect(body.statements[0]?.closing_balance?.amount).to.deep.equal({ amount_minor: 105_810, currency: 'CHF' })
    const entries = await entriesOf(customer)
    expect(
      entries.map((own) => [own.amount.amount_minor, own.credit_debit_indicator, own.additional_entry_information]),
    ).to.deep.equal([
      [10_810, 'CRDT', null],
      [5_000, 'DBIT', 'Gebühr'],
    ])
    const { body: own } = await get(`/v1/camt-053/entries/${there(entries[0]).id}`)
    expect(own.canonical_entry_hash).to.match(/^[0-9a-f]{64}$/)
    expect(own.transaction_details[0]).to.deep.include({ debtor_name: 'Müller', unstructured: ['Rechnung 7'] })
    expect(own.import_ids).to.deep.equal([accepted.body.id, again.body.id])
    expect(
      (await entriesOf(customer, `&canonical_entry_hash=${own.canonical_entry_hash}`)).map(({ id }) => id),
    ).to.deep.equal([own.id])
    const chunks = await service().web.pool.anyFirst(sql.type(row<{ bytes: Buffer }>())`
      select bytes from camt053_chunks where end_customer_id = ${customer} order by import_id, chunk_number
    `)
    expect(chunks[0]?.toString('utf8')).to.equal(xml)
  })

  it('overlapping statements link the same booking; two equal ones stay two, also on two pages', async () => {
    const page = (number: number, last: boolean, ...entries: string[]) =>
      camt053Message({
        header: `<Id>P</Id><StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn>`,
        bankEntries: entries.join(''),
      })
    const twice = camt053Message({ header: '<Id>A</Id>', bankEntries: bankEntry() + bankEntry() })
    expect(await importedBy(customer, twice)).to.deep.include({ new_entry_count: 2, linked_entry_count: 0 })
    const overlap = camt053Message({
      header: '<Id>B</Id>',
      version: '02',
      bankEntries: bankEntry() + bankEntry({ amount: '1' }) + bankEntry(),
    })
    expect(await importedBy(customer, overlap)).to.deep.include({ new_entry_count: 1, linked_entry_count: 2 })
    expect((await entriesOf(customer)).map(({ occurrence }) => occurrence)).to.deep.equal([1, 2, 1])
    const other = randomUUID()
    expect(await importedBy(other, page(1, false, bankEntry()))).to.deep.include({ new_entry_count: 1 })
    expect(await importedBy(other, page(2, true, bankEntry()))).to.deep.include({
      new_entry_count: 1,
      linked_entry_count: 0,
    })
    expect(await importedBy(other, page(1, false, bankEntry()))).to.deep.include({
      new_entry_count: 0,
      linked_entry_count: 1,
    })
    expect(await importedBy(other, page(2, true, bankEntry()))).to.deep.include({
      new_entry_count: 0,
      linked_entry_count: 1,
    })
  })

  it('figures that do not add up: kept as rejected with the difference, and nothing of it counts', async () => {
    const xml = camt053Message({ balances: balance('OPBD', '100.00') + balance('CLBD', '200.00') })
    const { status, body } = await upload(customer, xml)
    expect([status, body.state, body.completed_at !== null]).to.deep.equal([202, 'rejected', true])
    expect(body.statements[0]).to.deep.include({
      arithmetic: 'does_not_hold',
      difference: { amount_minor: 810, currency: 'CHF' },
    })
    expect(body.statements[0]?.sums[0]?.booked_credits.amount_minor).to.equal(10_810)
    expect(await entriesOf(customer)).to.deep.equal([])
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
    expect(await count(customer)).to.equal(0)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('hauptbuch-statement-'))).to.deep.equal([])
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
    expect(await count(customer)).to.equal(1)
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
    let whileItComes: string[] = ['not looked']
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
    expect(await count(customer)).to.equal(0)
    // Without a name the file is gone with its process, however that ends.
    expect([whileItComes, names()]).to.deep.equal([[], []])
  })
})

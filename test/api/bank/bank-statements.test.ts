import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { balance, bankEntry, camt053Message, IBAN, transaction } from '../../camt053/messages.ts'
import { get, upload } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { entriesOf, importedBy } from './imports-of.ts'

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
      entries.map((entry) => [
        entry.amount.amount_minor,
        entry.credit_debit_indicator,
        entry.additional_entry_information,
      ]),
    ).to.deep.equal([
      [10_810, 'CRDT', null],
      [5_000, 'DBIT', 'Gebühr'],
    ])
    const { body: entry } = await get(`/v1/camt-053/entries/${there(entries[0]).id}`)
    expect(entry.canonical_entry_hash).to.match(/^[0-9a-f]{64}$/)
    expect(entry.transaction_details[0]).to.deep.include({ debtor_name: 'Müller', unstructured: ['Rechnung 7'] })
    expect(entry.import_ids).to.deep.equal([accepted.body.id, again.body.id])
    expect(
      (await entriesOf(customer, `&canonical_entry_hash=${entry.canonical_entry_hash}`)).map(({ id }) => id),
    ).to.deep.equal([entry.id])
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
    const twice = camt053Message({
      header: '<Id>A</Id>',
      balances: balance('OPBD', '0') + balance('CLBD', '216.20'),
      bankEntries: bankEntry() + bankEntry(),
    })
    expect(await importedBy(customer, twice)).to.deep.include({ new_entry_count: 2, linked_entry_count: 0 })
    const overlap = camt053Message({
      header: '<Id>B</Id>',
      version: '02',
      balances: balance('OPBD', '0') + balance('CLBD', '217.20'),
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
      reason: body.reason,
      difference: { amount_minor: 810, currency: 'CHF' },
    })
    expect(body.reason).to.match(/^The opening balance CHF 100.00 .* a difference of CHF 8.10, by which it is less\.$/)
    expect(body.statements[0]?.sums[0]?.booked_credits.amount_minor).to.equal(10_810)
    expect(await entriesOf(customer)).to.deep.equal([])
  })
})

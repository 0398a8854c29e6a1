import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { hashOf } from '../../../shared/canonical/hash.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { renewDuplicateKeys } from '../../../shared/store/facts/keys/renew-duplicate-keys.ts'
import { connect } from '../../store/journal/journal-in-sql.ts'
import { codesOf } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chf, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const MIGRATION = join(
  import.meta.dirname,
  '../../../sql/migrations/0103-compare-names-of-duplicates-like-partners.sql',
)

type Bill = { name: string; number: string; date: string; gross: number }

const FIRST: Bill = { name: 'A', number: 'R-1', date: '2026-01-05', gross: 10_000 }

/** The name alone says who the supplier is. */
function payloadOf({ name, number, date, gross }: Bill) {
  return {
    supplier: { name },
    supplier_external_reference: undefined,
    document_number: number,
    document_date: date,
    gross_amount: chf(gross),
    tax_lines: [],
  }
}
const send = (customer: string, bill: Bill) => bookExpense(customer, { payload: payloadOf(bill) })

const oldKey = ({ name, date, gross, number }: Bill) => hashOf([name.toLowerCase(), date, gross, 'CHF', number])

/** The keys as a process of the release before writes them. */
function withOldKey(customer: string, bill: Bill) {
  return service().owner.query(sql.type(row())`
    update fact_states set duplicate_key = left(duplicate_key, 16) || ${oldKey(bill)} where end_customer_id = ${customer}
  `)
}

async function runMigration(): Promise<void> {
  const client = await connect()
  await client.query(`begin; ${await readFile(MIGRATION, 'utf8')}; commit`)
  await client.end()
}

describe('documents that look like one that is booked', () => {
  const cases: readonly [string, Partial<Bill>, string][] = [
    ['another date', { date: '2026-01-06' }, 'posted possible_duplicate'],
    ['another amount', { gross: 9_000 }, 'posted possible_duplicate'],
    ['the same name with its legal form', { name: 'A AG' }, 'posted possible_duplicate'],
    ['another spelling of name and number', { name: ' a, A.G.', number: 'r 1' }, 'posted possible_duplicate'],
    ['another number', { number: 'R-2' }, 'posted'],
    ['another supplier', { name: 'B' }, 'posted'],
    ['a credit note with the number of its invoice', { gross: -10_000 }, 'posted'],
    ['the same once more', {}, 'blocked duplicate_document'],
    ['the same with other blanks and forms of its letters', { name: '\u00a0ａ' }, 'blocked duplicate_document'],
  ]
  for (const [name, change, expected] of cases) {
    it(`${name}: ${expected}, alone and in one batch`, async () => {
      const customer = await newEndCustomer()
      const first = await send(customer, FIRST)
      const second = await send(customer, { ...FIRST, ...change })
      const toldOf = ({ state, warnings = [], blockers }: typeof second) =>
        [state, ...[...blockers, ...warnings].map(({ code }) => code)].join(' ')
      expect(toldOf(second)).to.equal(expected)
      if (second.warnings?.length) expect(second.warnings[0]?.message).to.include(first.external_reference)
      const other = await newEndCustomer()
      const items = [FIRST, { ...FIRST, ...change }].map((bill) => expense(other, { payload: payloadOf(bill) }))
      const { body } = await post('/v1/source-facts/batch', { items }, { wait: 10 })
      const together = await get(`/v1/source-facts/${body.data[1]?.source_fact?.id}`)
      expect(toldOf(together.body)).to.equal(expected)
    })
  }

  it('a document that a release before has accepted is known by the exact part of its key', async () => {
    const customer = await newEndCustomer()
    await send(customer, FIRST)
    await service().owner.query(sql.type(row())`
      update fact_states set duplicate_key = substr(duplicate_key, 17) where end_customer_id = ${customer}
    `)
    expect(codesOf(await send(customer, FIRST))).to.deep.equal(['duplicate_document'])
    expect((await send(customer, { ...FIRST, date: '2026-01-07' })).state).to.equal('posted')
  })

  for (const [what, renew] of [
    ['the migration', runMigration],
    ['the next night, where it was accepted beside this one', () => renewDuplicateKeys(service().web.pool)],
  ] as const)
    it(`a document that a release before has accepted is known by every form of the name: ${what}`, async () => {
      const customer = await newEndCustomer()
      const bill = { ...FIRST, name: 'Straße  Süd' }
      await send(customer, bill)
      await withOldKey(customer, bill)
      expect((await send(customer, bill)).warnings?.map(({ code }) => code)).to.deep.equal(['possible_duplicate'])
      await withOldKey(customer, bill)
      await renew()
      for (const name of [bill.name, 'STRASSE SÜD'])
        expect(codesOf(await send(customer, { ...bill, name }))).to.deep.equal(['duplicate_document'])
    })

  it('a document that was withdrawn keeps its key, which nobody looks for', async () => {
    const customer = await newEndCustomer()
    const bill = { ...FIRST, name: 'Straße  Süd' }
    await send(customer, bill)
    const { id } = await send(customer, bill)
    await withOldKey(customer, bill)
    const asked = { end_customer_id: customer, reason: 'x' }
    expect((await post(`/v1/source-facts/${id}/withdraw`, asked, { wait: 10 })).body.state).to.equal('withdrawn')
    await runMigration()
    await renewDuplicateKeys(service().web.pool)
    const keys = await service().owner.any(sql.type(row<{ state: string; is_old: boolean }>())`
      select state, right(duplicate_key, 64) = ${oldKey(bill)} as is_old from fact_states
      where end_customer_id = ${customer} order by state
    `)
    expect(keys).to.deep.equal([
      { state: 'posted', is_old: false },
      { state: 'withdrawn', is_old: true },
    ])
  })

  it('a fact that is booked already is named by the id that clients know', async () => {
    const customer = await newEndCustomer()
    const first = await bookExpense(customer, { external_reference: 'X' })
    const again = await bookExpense(customer, { external_reference: 'X' })
    expect(again.blockers[0]?.message).to.equal(`Fact ${first.id} with the same external reference is already posted.`)
  })
})

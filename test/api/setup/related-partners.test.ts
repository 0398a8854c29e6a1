import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { balanceSheet, refreshTables } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { fetchAs } from '../statements/books-to-show.ts'
import { expectRefusal } from './expect-refusal.ts'

/** A customer who holds shares, and a supplier who does not, have the number 100. */
describe('the partners that a relation means', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
    const hans = { name: 'Hans Aktionär', customer_external_reference: '100' }
    const swisscom = { supplier: { name: 'Swisscom AG' }, supplier_external_reference: '100' }
    await post(INVOICES, invoice(customer, { payload: { customer: hans } }))
    await post(EXPENSES, expense(customer, { payload: { ...swisscom, gross_amount: chf(500_000), tax_lines: [] } }), {
      wait: 10,
    })
  })

  const CASES = [
    [{ name: 'Hans Aktionär', reference: '100' }, { forderungen_ll: 10_810 }],
    [{ name: ' HANS  AKTIONÄR', reference: '100' }, { forderungen_ll: 10_810 }],
    [{ name: 'Hans Aktionär (neu)', reference: '100' }, {}],
    [{ name: 'Hans Aktionär (neu)', reference: '100', side: 'customer' }, { forderungen_ll: 10_810 }],
    [{ name: 'Swisscom', reference: '100', side: 'supplier' }, { verbindlichkeiten_ll: 500_000 }],
    [{ name: 'hans aktionär ' }, { forderungen_ll: 10_810 }],
    [{ name: 'Hans Aktionär', side: 'supplier' }, {}],
    [{ name: 'Hans' }, {}],
  ] as const
  for (const [partner, expected] of CASES) {
    it(JSON.stringify(partner), async () => {
      const relations = [{ partner, related_to: 'holders', valid_from: '2025-01-01' }]
      const { status, body } = await put('/v1/partner-relations', { end_customer_id: customer, relations })
      const has_open_items = Object.keys(expected).length > 0
      expect([status, body.data.map((relation) => relation.has_open_items)]).to.deep.equal([202, [has_open_items]])
      const { body: list } = await get(`/v1/partner-relations?end_customer_id=${customer}`)
      expect(list.data).to.deep.equal(body.data)
      const shown = async () => {
        const { rows } = await balanceSheet(customer)
        const its = rows.filter(({ kind }) => kind === 'of_which')
        return Object.fromEntries(its.map(({ row_key, amount }) => [row_key, amount.amount_minor]))
      }
      const holders = Object.fromEntries(Object.entries(expected).map(([key, amount]) => [`${key}.holders`, amount]))
      expect(await shown()).to.deep.equal(holders)
      await refreshTables(customer)
      expect(await shown()).to.deep.equal(holders)
    })
  }

  it('lists have names without a number as one partner, without letter case and blanks', async () => {
    for (const name of ['Muster AG', 'MUSTER AG', 'Muster  AG '])
      await post(INVOICES, invoice(customer, { payload: { customer: { name } } }), { wait: 10 })
    const path = `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=2026-12-31` as const
    const { body } = await get(path)
    expect(body.partners.map(({ name, ageing }) => [name, ageing.total.amount_minor])).to.deep.equal([
      ['Hans Aktionär', 10_810],
      ['MUSTER AG', 32_430],
    ])
    const csv = await (await fetchAs(path, 'text/csv')).text()
    expect(
      csv
        .split('\r\n')
        .filter((line) => /muster/i.test(line))
        .every((line) => line.includes('MUSTER AG')),
    ).to.equal(true)
  })

  it('are two thousand relations at most, which each statement reads; those that are known may still change', async () => {
    const name = 'Aktionärin'
    await service().owner.query(sql.type(row())`
      insert into partner_relations (
        end_customer_id, partner_relation_id, partner_key, partner_name, related_to, valid_from, actor_id
      )
      select ${customer}, gen_random_uuid(), partner_key(null, partner_name), partner_name, 'holders', '2025-01-01', 'test'
      from (select ${name}::text || ' ' || number as partner_name from generate_series(1, 1999) number) named
    `)
    const relate = (...numbers: number[]) =>
      put('/v1/partner-relations', {
        end_customer_id: customer,
        relations: numbers.map((number) => ({
          partner: { name: `${name} ${number}` },
          related_to: 'organs',
          valid_from: '2025-01-01',
        })),
      })
    expectRefusal(await relate(2_000, 2_001), 422, 'out_of_range')
    expect((await relate(2_000)).status).to.equal(202)
    expectRefusal(await relate(2_001), 422, 'out_of_range')
    expect((await relate(1, 2_000)).status).to.equal(202)
  })
})

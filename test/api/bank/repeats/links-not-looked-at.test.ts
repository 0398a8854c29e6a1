import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { importedBy } from '../imports-of.ts'
import { datedIn, fileOf } from '../reconciliation/dated-statements.ts'

const dated = datedIn('2026-03')
const before = fileOf(dated('A', [9, 9], [0, 100], [9, 100]))
const morning = fileOf(dated('B', [10, 10], [100, 120], [10, 20]))
const evening = fileOf(dated('D', [10, 10], [100, 120], [10, 20]))
/** It shows that the balance has returned on the day, so the 20 of the evening may be others. */
const noon = fileOf(dated('C', [10, 10], [120, 100], [10, -20]))

describe('links that are not looked at again when a bank statement comes later', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
    for (const file of [before, morning]) await importedBy(customer, file)
  })

  it('are said by the import where the file of an earlier one lacks the bank entry', async () => {
    const { id, linked_entry_count } = await importedBy(customer, evening)
    expect(linked_entry_count).to.equal(1)
    await service().owner.query(sql.type(row())`
      update camt053_statement_entries place set position = position + 900
      from camt053_statements told
      where place.end_customer_id = ${customer} and told.end_customer_id = ${customer}
        and told.import_id = place.import_id and told.figures ->> 'statement_id' = 'D'
    `)
    const { state, reason } = await importedBy(customer, noon)
    expect([state, reason]).to.deep.equal([
      'imported',
      `The files of earlier imports lack bank entry 901 of bank statement 1 in ${id}: it stays linked, though this bank statement shows that it may be another booking. Run ops verify.`,
    ])
  })

  it('are said by the import where there are too many bank entries on its days', async () => {
    await importedBy(customer, evening)
    await service().owner.query(sql.type(row())`
      update camt053_statements set figures = figures || '{"entry_count": 20001}' where end_customer_id = ${customer}
    `)
    const { state, reason } = await importedBy(customer, noon)
    expect(state).to.equal('imported')
    expect(reason).to.match(
      /^Bank statements of the same days have more than 20000 bank entries: what bank statement 1 in imp_\w+ share/,
    )
  })

  it('are no word where all of them are looked at', async () => {
    await importedBy(customer, evening)
    expect((await importedBy(customer, noon)).reason).to.equal(null)
  })
})

import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { readBankEntriesOfImport } from '../../../workers/bank/read-bank-entries.ts'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { upload } from '../../support/client.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

describe('bank entries of an import', () => {
  it('are read in batches that end after two megabytes of the file, so that no query has all of it', async () => {
    const customer = await newEndCustomer()
    const details = transaction({ unstructured: 'x'.repeat(90_000) })
    const file = camt053Message({ bankEntries: bankEntry({ details }).repeat(50) })
    const { status, text } = await upload(customer, file, { wait: 10 })
    expect(status, text.slice(0, 1_000)).to.equal(202)
    const { pool } = service().worker
    const import_id = await pool.oneFirst(sql.type(row<{ import_id: string }>())`
      select import_id from camt053_imports where end_customer_id = ${customer}
    `)
    const counts: number[] = []
    await pool.transaction(async (tx) => {
      const received = { end_customer_id: customer, import_id, statements: [] }
      for await (const batch of readBankEntriesOfImport(tx, received)) counts.push(batch.length)
    })
    expect(counts).to.have.length(3)
    expect(counts.reduce((sum, count) => sum + count)).to.equal(50)
    expect(Math.max(...counts)).to.be.within(20, 25)
  })
})

import { expect } from 'chai'
import { connect, journalInSql, refusingConstraint } from './journal-in-sql.ts'

describe('fiscal years are guarded by themselves', () => {
  const { customer, query } = journalInSql()

  it('a fiscal year does not close while an entry is being posted into it', async () => {
    const poster = await connect()
    await poster.query('begin')
    await poster.query('select from ledger_heads where end_customer_id = $1 for update', [customer()])
    let isClosed = false
    const closing = query(`update fiscal_years set state = 'closed' where end_customer_id = $1`, [customer()]).then(
      () => {
        isClosed = true
      },
    )
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(isClosed).to.equal(false)
    await poster.query('commit')
    await closing
    await poster.end()
  })

  it('fiscal years leave no gap and do not overlap', async () => {
    for (const [id, start, end] of [
      ['FYX', '2027-01-02', '2027-12-31'],
      ['FYY', '2026-12-31', '2027-12-30'],
    ]) {
      const insert = () => query('insert into fiscal_years values ($1, $2, $3, $4)', [customer(), id, start, end])
      expect(await refusingConstraint(insert)).to.equal('fiscal_years_contiguous')
    }
  })
})

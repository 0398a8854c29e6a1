import { expect } from 'chai'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { findings } from '../../support/books.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { journalInSql } from './journal-in-sql.ts'

describe('what a ledger has debited in all', () => {
  const { customer, query, insert } = journalInSql()

  /** After an entry of 100: the trigger of the release before moves the head to the entry and counts nothing. */
  const countNothingOf = (entry: { entry_number?: unknown }) =>
    query(
      `update ledger_heads set total_debit_minor = total_debit_minor - 100, counted_entry_number = $2::bigint - 1
      where end_customer_id = $1`,
      [customer(), entry.entry_number],
    )
  const countedNow = async () => {
    const { rows } = await query(
      `select total_debit_minor::int as total, last_entry_number - counted_entry_number as behind from ledger_heads
      where end_customer_id = $1`,
      [customer()],
    )
    return rows[0]
  }
  const seenByWorkers = () =>
    service().worker.pool.transaction(async (tx) => there((await lockLedgers(tx, [customer()]))[0]).total_debit_minor)
  const findingsOfHead = async () =>
    (await findings(customer())).filter(({ check }) => check === 'the head counts every debit')

  it('counts the entries that the trigger of another release did not count', async () => {
    const { total } = await countedNow()
    await countNothingOf(await insert())
    expect(await countedNow()).to.deep.equal({ total, behind: '1' })
    expect(await seenByWorkers()).to.equal(BigInt(total) + 100n)
    expect(await findingsOfHead()).to.deep.equal([])
    await insert()
    expect(await countedNow()).to.deep.equal({ total: total + 200, behind: '0' })
    expect(await findingsOfHead()).to.deep.equal([])
  })
})

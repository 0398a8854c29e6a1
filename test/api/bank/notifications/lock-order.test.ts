import { expect } from 'chai'
import { uuidOf } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { itemsOf } from '../../../support/client.ts'
import { whileWaiting } from '../../../support/processes/while-waiting.ts'
import { there } from '../../../support/there.ts'
import { BATCH, type Booked, notifiedCustomer, without } from './notified.ts'

describe('notifications of several days', () => {
  it('lock all payments before any bank entry, in the order of their ids', async () => {
    const bank = notifiedCustomer()
    const early: Booked = { ...BATCH, ref: 'BANK-1', date: '2026-03-02' }
    const late: Booked = { ...BATCH, ref: 'BANK-2', date: '2026-03-03' }
    // The payment of the later day is known first, so its id comes first.
    await bank.booked(without(late))
    await bank.booked(without(early))
    const [first, second] = (await itemsOf('payments', bank.customer)).map(({ id }) => uuidOf('payment', id) ?? '')
    const entries = await itemsOf('camt-053/entries', bank.customer)
    const entry = uuidOf('camt053_entry', there(entries[1]).id)
    await whileWaiting(
      (tx) => tx.query(sql.type(row())`select from payments where payment_id = ${there(first)} for update`),
      () => bank.notified(early, late),
      async (tx) => {
        await tx.query(sql.type(row())`select from payments where payment_id = ${there(second)} for update nowait`)
        await tx.query(sql.type(row())`select from camt053_entries where entry_id = ${there(entry)} for update nowait`)
      },
    )
    expect((await itemsOf('camt-054/entries', bank.customer)).map(({ state }) => state)).to.deep.equal([
      'joined',
      'joined',
    ])
  })
})

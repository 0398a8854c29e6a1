import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { joinNotifications } from '../../../shared/store/bank/notifications/join-notifications.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { type Booked, notificationFile } from '../../api/bank/notifications/notified.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { there } from '../../support/there.ts'

const CROWD = 8_000
const DAY = '2026-03-31'

/** So many rows of notifications has this transaction read. */
function rowsRead(tx: Tx): Promise<number> {
  return tx.oneFirst(sql.type(row<{ count: number }>())`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables where relname = 'camt054_entries'
  `)
}

describe('an import on a day of very many notifications without a booking', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet?.close())

  it('reads what may belong to it, and not all of them', async () => {
    const customer = await quiet.newEndCustomer()
    const crowd = Array.from(
      { length: CROWD },
      (_, place): Booked => ({ amount: '1.00', ref: `R-${place}`, date: DAY }),
    )
    await quiet.notify(customer, notificationFile('08', ...crowd))
    const { body } = await quiet.notify(customer, notificationFile('08', { amount: '1.00', ref: 'SMALL', date: DAY }))
    await quiet.work('camt054.import')
    const import_id = there(uuidOf('camt054_import', body.id))
    const read = await quiet.worker.pool.transaction(async (tx) => {
      await joinNotifications(tx, customer, [DAY], { import_id })
      return rowsRead(tx)
    })
    expect(await quiet.count('camt054_entries', customer)).to.equal(CROWD + 1)
    // They are counted until there are too many to be read.
    expect(read).to.be.below(3_000)
  })
})

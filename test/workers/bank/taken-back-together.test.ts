import { expect } from 'chai'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { countStatements } from '../facts/count-statements.ts'

/** A reversal of a collective credit names all of its payments, some of them alike. */
describe('payments that a collective reversal takes back', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  async function takenBack(payments: number) {
    const customer = await quiet.newEndCustomer()
    const details = Array.from({ length: payments }, (_, at) =>
      transaction({ amount: '10.00', name: `Kundin ${at >> 1}` }),
    ).join('')
    const together = { amount: `${payments}0.00`, details }
    const importOne = async (id: string, bankEntries: string) => {
      await quiet.upload(customer, camt053Message({ header: `<Id>${id}</Id>`, bankEntries }))
      const jobs = await quiet.jobsOf('camt053.import', customer)
      return countStatements(() => importBankStatements(quiet.worker, jobs.slice(-1)))
    }
    await importOne('S-1', bankEntry(together))
    const reversal = { ...together, direction: 'DBIT', reversal: 'true', date: '2026-04-01' }
    const statements = await importOne('S-2', bankEntry(reversal))
    const states = (await quiet.itemsOf('payments', customer, '&limit=100')).map(({ state }) => state)
    return { statements, returned: states.filter((state) => state === 'returned').length }
  }

  it('are taken one by one, with as many SQL statements for four as for twenty', async () => {
    const [few, many] = [await takenBack(4), await takenBack(20)]
    expect([few.returned, many.returned]).to.deep.equal([4, 20])
    expect(many.statements).to.equal(few.statements)
  })
})

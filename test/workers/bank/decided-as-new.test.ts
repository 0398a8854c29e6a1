import { expect } from 'chai'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { statementOf } from '../../api/bank/statement-of.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { countStatements } from '../facts/count-statements.ts'

const DAY = { from: '2026-03-31T00:00:00', to: '2026-03-31T23:59:59' }

/** The first and the third bank statement of a day have equal bookings; the second one shows that they are others. */
describe('possible repeats that a bank statement shows to be new', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const importAll = async (customer: string, file: string) => {
    await quiet.upload(customer, file)
    const jobs = await quiet.jobsOf('camt053.import', customer)
    return countStatements(() => importBankStatements(quiet.worker, jobs.slice(-1)))
  }
  const decide = async (count: number) => {
    const customer = await quiet.newEndCustomer()
    const bookings = Array.from({ length: count }, (_, at) => ({ amount: `${at + 1}.00`, text: `booking ${at}` }))
    const sum = (count * (count + 1)) / 2
    const day = (sequence: number, from: number, to: number, some: typeof bookings) =>
      statementOf(some, { ...DAY, opening: `${from}`, closing: `${to}`, id: `S${sequence}`, sequence })
    await importAll(customer, day(1, 1000, 1000 + sum, bookings))
    await importAll(customer, day(3, 1007 + sum, 1007 + 2 * sum, bookings))
    const doubts = (await quiet.itemsOf('camt-053/entries', customer, '&possible_repeat=true')).length
    const statements = await importAll(customer, day(2, 1000 + sum, 1007 + sum, [{ amount: '7.00', text: 'between' }]))
    const left = (await quiet.itemsOf('camt-053/entries', customer, '&possible_repeat=true')).length
    return { doubts, left, payments: await quiet.count('payments', customer), statements }
  }

  it('takes about the same number of SQL statements for five and for a hundred', async () => {
    const [few, many] = [await decide(5), await decide(95)]
    expect(few).to.include({ doubts: 5, left: 0, payments: 11 })
    expect(many).to.include({ doubts: 95, left: 0, payments: 191 })
    expect(many.statements).to.equal(few.statements)
  })
})

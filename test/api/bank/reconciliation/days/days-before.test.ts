import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../../../support/books.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { importedBy } from '../../imports-of.ts'
import { reconciled } from '../dated-statements.ts'
import { type BankHistory, bankHistory, dayOf, filesOf } from './bank-histories.ts'
import { take } from './taken-steps.ts'

const DAYS = [0, 1, 2, 4, 5, 8, 11].map(dayOf)

/** What comes later is asked again after each step; the bank statements are there from the beginning. */
describe('the bank reconciliation of a day, whatever is posted later', () => {
  it('stays as it was when only the postings up to the day existed', async () => {
    await fc.assert(fc.asyncProperty(bankHistory, expectKept), { seed: 71, numRuns: 10 })
  }).timeout(900_000)
})

async function expectKept(history: BankHistory): Promise<void> {
  const customer = await newKmuCustomer()
  for (const file of filesOf(history)) expect((await importedBy(customer, file)).state).to.equal('imported')
  const facts: string[] = []
  let before = await answersOf(customer)
  for (const step of history.steps) {
    if (step.does === 'map') continue
    const changed_from = await take(customer, step, facts)
    const after = await answersOf(customer)
    for (const day of DAYS)
      if (changed_from !== null && day < changed_from)
        expect(after.get(day), `${day} after ${JSON.stringify(step)}`).to.deep.equal(before.get(day))
    before = after
  }
  expect(await findings(customer)).to.deep.equal([])
}

/** All that is said of each day but the position in the ledger; the differences explain all between the two balances. */
async function answersOf(customer: string) {
  const answers = new Map<string, object>()
  for (const day of DAYS) {
    const { body, bank, ledger, unexplained } = await reconciled(customer, day)
    const { ledger_position, ...said } = body
    const named = body.differences.reduce((sum, { amount }) => sum + amount.amount_minor, 0)
    expect([unexplained, named], day).to.deep.equal([0, Math.round((bank - ledger) * 100)])
    answers.set(day, said)
  }
  return answers
}

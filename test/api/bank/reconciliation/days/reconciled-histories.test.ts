import { expect } from 'chai'
import fc from 'fast-check'
import { uuidOf } from '../../../../../shared/process/ids.ts'
import { refreshWhole } from '../../../../../shared/store/statements/account-period-totals.ts'
import { get } from '../../../../support/client.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { service } from '../../../../support/service.ts'
import { there } from '../../../../support/there.ts'
import { importedBy } from '../../imports-of.ts'
import { type BankHistory, bankHistory, dayOf, filesOf } from './bank-histories.ts'
import { type Books, compare, type PlainDifference, plainDifferences, readBooks } from './plain-reconciliation.ts'
import { mapTo, take } from './taken-steps.ts'

const OF_STATEMENTS = ['opening', 'gap', 'statement_difference']
const DAYS = [0, 2, 4, 5, 8, 11].map(dayOf)

/** Indexes find the differences; here everything is looked at. */
describe('the bank reconciliation of any history', () => {
  it('names the differences that all bank entries, uses and lines have', async () => {
    await fc.assert(fc.asyncProperty(bankHistory, expectReconciled), { seed: 53, numRuns: 12 })
  }).timeout(360_000)
})

async function expectReconciled(history: BankHistory): Promise<void> {
  const customer = await newKmuCustomer()
  const maps = history.steps.some(({ does }) => does === 'map')
  if (maps) await mapTo(customer, '1020', '2020-01-01')
  for (const file of filesOf(history)) expect((await importedBy(customer, file)).state).to.equal('imported')
  const facts: string[] = []
  for (const step of history.steps) await take(customer, step, facts)
  // In some histories the totals have everything, in others a part or nothing.
  if (history.steps.length % 2) await refreshWhole(service().web.pool, [customer])
  const books = await readBooks(customer)
  for (const account_code of maps ? ['1020', '1021'] : ['1020'])
    for (const date of DAYS) {
      const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=${account_code}&date=${date}`
      const { status, body } = await get(path as '/v1/statements/bank-reconciliation')
      if (status === 404) continue
      const { bank_accounts, differences, ledger_balance } = body
      const named = differences
        .filter(({ kind }) => !OF_STATEMENTS.includes(kind))
        .map(({ kind, date, entry_id, amount }): PlainDifference => {
          const isBeyond = kind === 'entry_booked_beyond'
          const day = isBeyond ? dayOfEntry(books, there(entry_id)) : there(date)
          return [kind, day, amount.amount_minor]
        })
      const scope = { account_code, bank_accounts, from: dayOf(0), date }
      const counts = ({ text }: { text: string }) => !text.startsWith('beside')
      const wanted = plainDifferences(books, scope, counts)
      expect(named.sort(compare), `${account_code} on ${date}`).to.deep.equal(wanted)
      const lines = books.lines.filter((line) => line.account_code === account_code && line.date <= date)
      expect(ledger_balance.amount_minor).to.equal(lines.reduce((sum, line) => sum + line.amount, 0))
    }
}

function dayOfEntry({ entries }: Books, entry: string): string {
  return there(entries.find(({ entry_id }) => entry_id === uuidOf('camt053_entry', entry))).date
}

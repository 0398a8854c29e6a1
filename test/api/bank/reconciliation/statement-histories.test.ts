import { expect } from 'chai'
import fc from 'fast-check'
import { IBAN } from '../../../camt053/messages.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { importedBy } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'
import { dayOf, type StatementHistory, statementHistory } from './statement-histories.ts'

const OTHER_IBAN = 'CH5604835012345678009'

/** Whatever bank statements an account comes in, their balances and bank entries are the account. */
describe('the bank reconciliation of bank statements, however they are cut', () => {
  it('has the balance of every day, and no gap', async () => {
    const both = fc.tuple(statementHistory(IBAN, 'CHF'), statementHistory(OTHER_IBAN, 'CHF'))
    await fc.assert(
      fc.asyncProperty(both, (histories) => expectExplained(histories, '1020')),
      { seed: 61, numRuns: 15 },
    )
  }).timeout(900_000)

  it('has them in the currency of the account', async () => {
    const one = fc.tuple(statementHistory(IBAN, 'EUR'))
    await fc.assert(
      fc.asyncProperty(one, (histories) => expectExplained(histories, '1022')),
      { seed: 62, numRuns: 5 },
    )
  }).timeout(360_000)

  it('has one gap where a bank statement is missing', async () => {
    const one = statementHistory(IBAN, 'CHF').filter(({ lost }) => lost !== null && lost.francs !== 0)
    await fc.assert(
      fc.asyncProperty(one, async ({ statements, lost }) => {
        const customer = await newKmuCustomer()
        await send(
          customer,
          statements.filter(({ id }) => id !== lost?.id),
        )
        const { unexplained, gaps } = await reconciled(customer, dayOf(44))
        expect([unexplained, gaps]).to.deep.equal([0, [`balance ${lost?.francs}`]])
      }),
      { seed: 63, numRuns: 6 },
    )
  }).timeout(360_000)
})

async function expectExplained(histories: readonly StatementHistory[], account_code: string): Promise<void> {
  const customer = await newKmuCustomer()
  if (account_code === '1022') await openEuroAccount(customer)
  for (const { statements } of histories) await send(customer, statements)
  const expectDays = async (what: string) => {
    for (const day of [44, 0, 9, 20, 33]) {
      const { bank, unexplained, gaps } = await reconciled(customer, dayOf(day), account_code)
      const balance = histories.reduce((sum, { balances }) => sum + (balances[day] ?? 0), 0)
      expect({ bank, unexplained, gaps }, `${what}, day ${day}`).to.deep.equal({
        bank: balance,
        unexplained: 0,
        gaps: [],
      })
    }
  }
  await expectDays('as imported')
  const undecided = await itemsOf('camt-053/entries', customer, '&limit=500&possible_repeat=true')
  for (const { id } of undecided)
    await post(`/v1/camt-053/entries/${id}/repeat-review`, {
      end_customer_id: customer,
      decision: 'repeat',
      reason: 'gleich',
    })
  if (undecided.length > 0) await expectDays('decided')
}

async function send(customer: string, statements: readonly DatedStatement[]): Promise<void> {
  for (const statement of statements) expect((await importedBy(customer, fileOf(statement))).state).to.equal('imported')
}

async function openEuroAccount(end_customer_id: string): Promise<void> {
  const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account).filter(
    ({ account_code }) => account_code !== '1022',
  )
  const euros = { account_code: '1022', account_name: 'Bank EUR', account_type: 'asset', currency: 'EUR' }
  const chart = { end_customer_id, valid_from: '2024-01-01', accounts: [...accounts, euros] }
  expect((await put('/v1/accounts', chart)).status).to.be.below(300)
  const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code: '1022', valid_from: '2024-01-01' }]
  await put('/v1/account-mappings', { end_customer_id, mappings }, { wait: 10 })
}

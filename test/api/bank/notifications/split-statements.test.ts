import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../../support/books.ts'
import { itemsOf, notify, upload } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { reconciled } from '../reconciliation/dated-statements.ts'
import { type SplitStatement, splitStatement } from './split-statements.ts'

/** More, and others, by SPLIT_RUNS and SPLIT_SEED. */
const { SPLIT_RUNS = '12', SPLIT_SEED = '54' } = process.env

describe('a bank statement that comes without its details', () => {
  it('has the payments of the whole, however its notifications are cut, ordered and repeated', async () => {
    await fc.assert(fc.asyncProperty(splitStatement, expectWhole), {
      seed: Number(SPLIT_SEED),
      numRuns: Number(SPLIT_RUNS),
    })
  }).timeout(0)
})

async function expectWhole({ whole, bare, notifications, before }: SplitStatement): Promise<void> {
  const [one, other] = [await newEndCustomer(), await newEndCustomer()]
  await taken(upload(one, whole, { wait: 20 }))
  for (const [index, notification] of notifications.entries()) {
    if (index === before) await taken(upload(other, bare, { wait: 20 }))
    await taken(notify(other, notification, { wait: 20 }))
  }
  if (before === notifications.length) await taken(upload(other, bare, { wait: 20 }))
  expect(await paymentsOf(other)).to.deep.equal(await paymentsOf(one))
  expect(await moneyOf(other)).to.deep.equal(await moneyOf(one))
  expect(await findings(other)).to.deep.equal([])
  const states = new Set((await itemsOf('camt-054/entries', other)).map(({ state }) => state))
  expect([...states].filter((state) => state !== 'joined')).to.deep.equal([])
}

async function taken(sent: Promise<{ readonly body: { readonly state?: string } }>): Promise<void> {
  expect((await sent).body.state).to.equal('imported')
}

/** Everything that a payment says but its ids. */
async function paymentsOf(customer: string): Promise<string[]> {
  const payments = await itemsOf('payments', customer, '&limit=500')
  return payments
    .map(
      ({
        id: _,
        end_customer_id: __,
        import_id: ___,
        entry_id: ____,
        created_at: _____,
        returned_by_entry_id,
        ...said
      }) => JSON.stringify({ ...said, is_returned: returned_by_entry_id !== null }),
    )
    .sort()
}

async function moneyOf(customer: string) {
  const { bank, ledger, unexplained, gaps, differences } = await reconciled(customer, '2026-12-31')
  return { bank, ledger, unexplained, gaps, differences }
}

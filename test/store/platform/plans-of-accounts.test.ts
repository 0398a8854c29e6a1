import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { findAccountsWithLines, findKnownAccounts } from '../../../shared/store/setup/chart.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const LINES = 100_000
const CODES = Array.from({ length: 500 }, (_, index) => String(1_000 + index))

/** What a query reads is counted by PostgreSQL. A backlog or a bulk load comes before autovacuum has looked at a table. */
describe('the accounts of a chart that have postings', function () {
  this.timeout(360_000)
  let quiet: QuietService
  const customer = randomUUID()
  before(async () => {
    quiet = await openQuietService()
    await quiet.owner.query(sql.type(row())`alter table journal_lines set (autovacuum_enabled = false)`)
    await quiet.owner.query(sql.type(row())`analyze journal_lines`)
    await quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into accounts (end_customer_id, account_code, account_id, account_type)
        select ${customer}, code, 'acc_' || code, 'asset' from unnest(${sql.array(CODES, 'text')}) code
      `)
      // Nearly all lines are on one account; most accounts have none.
      await tx.query(sql.type(row())`
        insert into journal_lines (
          end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
          transaction_minor, transaction_currency
        )
        select ${customer}, number, 1, case when number % 1000 = 0 then '1001' else '1000' end, '2026-01-01', 1, 0, 1, 'CHF'
        from generate_series(1, ${LINES}::integer) number
      `)
    })
  })
  after(() => quiet.close())

  for (const [when, prepare] of [
    ['before they are analyzed', async () => undefined],
    ['afterwards', () => quiet.owner.query(sql.type(row())`analyze journal_lines, accounts`)],
  ] as const)
    for (const [who, find] of [
      ['a chart', async (tx: Tx) => codesOf((await findKnownAccounts(tx, customer, CODES, [])).filter(isPosted))],
      ['facts', async (tx: Tx) => codesOf(await findAccountsWithLines(tx, CODES.map(ofCustomer)))],
    ] as const)
      it(`are found by a line of each for ${who}: ${when}`, async () => {
        await prepare()
        const read = await quiet.owner.transaction(async (tx) => {
          const countRead = () =>
            tx.oneFirst(sql.type(row<{ read: number }>())`
              select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'journal_lines'
            `)
          const before = await countRead()
          expect(await find(tx)).to.deep.equal(['1000', '1001'])
          return (await countRead()) - before
        })
        expect(read).to.be.at.most(CODES.length)
      })

  const ofCustomer = (account_code: string) => ({ end_customer_id: customer, account_code })
  const codesOf = (accounts: readonly { readonly account_code: string }[]) =>
    accounts.map(({ account_code }) => account_code).sort()
  const isPosted = ({ has_postings }: { readonly has_postings: boolean }) => has_postings
})

import { isIban } from '../../../accounting/bank/iban.ts'
import { type Db, row, sql } from '../../db/database.ts'

type OrderingAccount = { readonly name: string; readonly bank_account: string }

/** Of debits whose bank has a name of its own for their account, which accounts of orders it may be, by that name: those on the same ledger account on a day. */
export async function findOrderingAccounts(
  db: Db,
  end_customer_id: string,
  debits: readonly { readonly bank_account: string }[],
  bank_accounts: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = [...new Set(debits.map(({ bank_account }) => bank_account))].filter((name) => !isIban(name))
  if (names.length === 0 || bank_accounts.length === 0) return new Map()
  const ledgerAccountOf = (name: 'named' | 'ordered') =>
    sql.fragment`bank_ledger_account(${end_customer_id}, ${sql.identifier([name])}.account, ${date}::date)`
  const found = await db.any(sql.type(row<OrderingAccount>())`
    select named.account as name, ordered.account as bank_account
    from unnest(${sql.array(names, 'text')}) as named (account)
    join unnest(${sql.array(bank_accounts, 'text')}) as ordered (account)
      on ${ledgerAccountOf('named')} = ${ledgerAccountOf('ordered')}
  `)
  const byName = Map.groupBy(found, ({ name }) => name)
  return new Map([...byName].map(([name, rows]) => [name, rows.map(({ bank_account }) => bank_account)]))
}

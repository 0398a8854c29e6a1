import type { Reconciliation } from '../../accounting/bank/reconciliation/reconciliation.ts'
import { sha256InSteps } from '../../canonical/hash.ts'
import { parseInSteps } from '../../canonical/parse-in-steps.ts'
import { inTurns } from '../../process/in-turns.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { type AmountsAsText, amountsInSteps, keptJsonInSteps } from '../db/json.ts'
import type { Ledger } from '../statements/ledger-snapshot.ts'
import type { FixedMapping } from './reconciled-account.ts'
import type { ReconciledLedgerAccount } from './reconciliation.ts'

/** A bank reconciliation with what is said around it. */
export type MadeReconciliation = {
  readonly ledger: Pick<Ledger, 'name' | 'locale' | 'last_entry_number' | 'last_entry_hash'>
  readonly account: ReconciledLedgerAccount
  readonly reconciliation: Reconciliation
  /** Of the same accounts at the bank in other currencies. Missing in what earlier releases have kept. */
  readonly others?: readonly ReconciledCurrency[]
}

/** What bank statements in a currency and the lines of the ledger account in that currency come to. */
type ReconciledCurrency = { readonly currency: string; readonly reconciliation: Reconciliation }

/** The ledger accounts to which accounts with bank statements are mapped on a day. */
export function listReconcilableAccounts(db: Db, end_customer_id: string, date: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ account_code: string }>())`
    select account_code
    from (select distinct account from camt053_statements where end_customer_id = ${end_customer_id}) bank
    cross join lateral bank_ledger_account(${end_customer_id}, account, ${date}) account_code
    where account_code is not null
    group by account_code
    order by account_code
  `)
}

/** What is kept of a reconciliation: some megabytes of thousands of differences. */
export function keptText({ ledger, account, reconciliation, others = [] }: MadeReconciliation): Promise<string> {
  const { name, locale, last_entry_number, last_entry_hash } = ledger
  const steps = keptJsonInSteps({
    ledger: { name, locale, last_entry_number, last_entry_hash },
    account,
    reconciliation,
    ...(others.length === 0 ? {} : { others }),
  })
  return inTurns(steps)
}

type NewKept = { readonly account: ReconciledLedgerAccount; readonly content: string }

/** Keeps a reconciliation of the last day of a year that is being closed. */
export async function insertKeptReconciliation(
  tx: Tx,
  end_customer_id: string,
  closing_id: string,
  { account: { account_code, bank_accounts }, content }: NewKept,
): Promise<void> {
  const content_sha256 = await inTurns(sha256InSteps(content))
  await tx.query(sql.type(row())`
    insert into kept_bank_reconciliations (
      end_customer_id, closing_id, account_code, bank_accounts, content, content_sha256
    ) values (
      ${end_customer_id}, ${closing_id}, ${account_code}, ${sql.array(bank_accounts, 'text')}, ${content},
      ${content_sha256}
    )
  `)
}

type KeptContent = {
  readonly ledger: Omit<MadeReconciliation['ledger'], 'last_entry_number'> & { readonly last_entry_number: string }
  readonly account: ReconciledLedgerAccount
  readonly reconciliation: AmountsAsText<Reconciliation>
  readonly others?: AmountsAsText<readonly ReconciledCurrency[]>
}

/** The reconciliation that a closing has kept of a ledger account, named by its code or by an account at the bank. */
export async function findKeptReconciliation(
  db: Db,
  end_customer_id: string,
  closing_id: string,
  named: string,
): Promise<MadeReconciliation | null> {
  const content = await db.maybeOneFirst(sql.type(row<{ content: string }>())`
    select content from kept_bank_reconciliations
    where end_customer_id = ${end_customer_id} and closing_id = ${closing_id}
      and (account_code = ${named} or ${named} = any(bank_accounts))
    order by account_code = ${named} desc
    limit 1
  `)
  if (content === null) return null
  const { ledger, account, reconciliation, others = [] } = (await inTurns(parseInSteps(content))) as KeptContent
  return {
    ledger: { ...ledger, last_entry_number: BigInt(ledger.last_entry_number) },
    account,
    reconciliation: await inTurns(amountsInSteps<Reconciliation>(reconciliation)),
    others: await inTurns(amountsInSteps<readonly ReconciledCurrency[]>(others)),
  }
}

/**
 * Accounts at the bank that a closing has kept with one ledger account, and that are mapped to another one for its last day since then:
 * the days of the closed year go on standing on the first one.
 */
export function listKeptMappings(db: Db, end_customer_id: string, closing_id: string, end_date: string) {
  return db.any(sql.type(row<FixedMapping>())`
    select account, account_code
    from kept_bank_reconciliations kept
    cross join lateral unnest(bank_accounts) account
    where end_customer_id = ${end_customer_id} and closing_id = ${closing_id}
      and bank_ledger_account(${end_customer_id}, account, ${end_date}) is distinct from account_code
  `)
}

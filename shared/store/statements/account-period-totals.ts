import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { AccountType } from '../../contract/setup/accounts.ts'
import type { RelatedGroup } from '../../contract/setup/related-groups.ts'
import type { Pause } from '../../process/pause.ts'
import { type Db, type Pool, row, sql, type Tx } from '../db/database.ts'

/**
 * Tax, and movements with and without it, are folded where so many entries or four times as many lines are behind; a read of
 * their totals reads the rest in milliseconds. A fold costs as much for each entry from twenty entries on.
 */
const ENTRIES_BEHIND = 250

/** So many entries of a ledger fold_taxed_movements folds at once. */
const MOVEMENTS_AT_ONCE = 50_000

type Folding = {
  /** Tax records are folded from so many entries on. */
  readonly tax_behind?: number
  /** The same of movements with and without tax records. */
  readonly movements_behind?: number
  /** Between two folds. */
  readonly pause?: Pause
}

/**
 * Folds the lines behind each watermark into the totals, and moves the watermarks. The locked watermark rows keep two
 * refreshes of one ledger apart; entries posted meanwhile stay behind the new watermark. Each fold has a watermark of its own.
 *
 * @returns whether a ledger had more behind than one refresh folds: then the caller refreshes again
 */
export async function refreshStatementTables(
  tx: Tx,
  end_customer_ids: readonly string[],
  { tax_behind = ENTRIES_BEHIND, movements_behind = ENTRIES_BEHIND, pause = async () => {} }: Folding = {},
): Promise<boolean> {
  const customers = sql.array(end_customer_ids, 'uuid')
  const has_more = await tx.anyFirst(sql.type(row<{ has_more: boolean }>())`
    select (
      select last_entry_number from ledger_heads
      where ledger_heads.end_customer_id = statement_watermarks.end_customer_id
    ) > movement_entry_number + ${MOVEMENTS_AT_ONCE} as has_more
    from statement_watermarks
    where end_customer_id = any(${customers})
    order by end_customer_id
    for update
  `)
  const folds = [
    sql.fragment`fold_lines(${customers})`,
    sql.fragment`fold_partners(${customers})`,
    sql.fragment`fold_tax_records(${customers}, ${tax_behind})`,
    sql.fragment`fold_taxed_movements(${customers}, ${movements_behind})`,
  ]
  for (const fold of folds) {
    await pause()
    await tx.query(sql.type(row())`select ${fold}`)
  }
  return has_more.includes(true)
}

/** Refreshes until nothing is behind: each time in a transaction of its own, so that none becomes long. */
export async function refreshWhole(pool: Pool, end_customer_ids: readonly string[], folding?: Folding): Promise<void> {
  while (await pool.transaction((tx) => refreshStatementTables(tx, end_customer_ids, folding)));
}

/** Drops the totals of some ledgers, so that the next refresh makes them from nothing. */
export async function dropStatementTables(tx: Tx, end_customer_ids: readonly string[]): Promise<void> {
  const customers = sql.array(end_customer_ids, 'uuid')
  await tx.query(sql.type(row())`
    update statement_watermarks
    set entry_number = 0, partner_entry_number = 0, named_entry_number = 0, control_entry_number = 0,
      tax_entry_number = 0, tax_account_entry_number = 0, movement_entry_number = 0
    where end_customer_id = any(${customers})
  `)
  await tx.query(sql.type(row())`delete from account_period_totals where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from control_account_totals where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from partner_period_totals where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from partner_names where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from other_side_totals where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from tax_period_totals where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from tax_account_totals where end_customer_id = any(${customers})`)
  await tx.query(sql.type(row())`delete from taxed_movement_totals where end_customer_id = any(${customers})`)
}

export type StatementAccountRow = {
  account_code: string
  account_name: string
  account_type: AccountType
  or_row: string | null
  or_function_row: string | null
  either_side_normal: boolean
  is_clearing: boolean | null
  related_to: RelatedGroup | null
  /** Role of a control account. */
  control: string | null
  /** Index of the bucket, from 0; the row has the sums of the entries of one type in it. */
  bucket: number
  entry_type: EntryType
  debit_minor: bigint
  credit_minor: bigint
}

/** Sums of any size are numeric, which the driver hands over as text. */
export type ActivitySums = Omit<StatementAccountRow, 'debit_minor' | 'credit_minor'> & {
  debit_minor: string
  credit_minor: string
}

/**
 * Debits and credits by account, bucket and type of entry up to the last bucket's end: the totals, plus the lines that no
 * refresh has folded yet.
 *
 * @param starts first days of the buckets, ascending; the ledger begins with the first
 * @param end_date last day of the last bucket
 * @param as_of number of the last entry that counts; behind the watermark of the tables only raw lines do
 */
export async function readActivity(
  db: Db,
  end_customer_id: string,
  starts: readonly string[],
  end_date: string,
  as_of: bigint,
): Promise<readonly StatementAccountRow[]> {
  const query = activityQuery(end_customer_id, starts, end_date, as_of)
  return (await db.any(sql.prepared('read_activity', row<ActivitySums>())`${query}`)).map(activitySumOf)
}

export function activityQuery(end_customer_id: string, starts: readonly string[], end_date: string, as_of: bigint) {
  return sql.fragment`
    select account_code, account_name, account_type, or_row, or_function_row, either_side_normal, is_clearing, related_to,
      bucket, entry_type, debit_minor::text, credit_minor::text, control
    from activity_of_accounts(${end_customer_id}, ${sql.array(starts, 'date')}, ${end_date}, ${as_of})
  `
}

export function activitySumOf(sums: ActivitySums): StatementAccountRow {
  return { ...sums, debit_minor: BigInt(sums.debit_minor), credit_minor: BigInt(sums.credit_minor) }
}

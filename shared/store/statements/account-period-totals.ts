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

/** The ledgers of one query share its lines (fold_through). With more of them there would be few for each. */
const MOST_LEDGERS = 25

type Folding = {
  /** Tax records are folded from so many entries on. */
  readonly tax_behind?: number
  /** The same of movements with and without tax records. */
  readonly movements_behind?: number
  /** Between two folds. */
  readonly pause?: Pause
}

type Watermarks = {
  end_customer_id: string
  last_entry_number: bigint
  /** The one of all entries that is furthest behind. */
  of_all: bigint
  of_tax: bigint
  of_movements: bigint
}

type Behind = Watermarks & { has_tax_behind: boolean; has_movements_behind: boolean }

/** Folds until nothing is behind, each part in a transaction of its own, so that none becomes long. */
export async function refreshWhole(pool: Pool, end_customer_ids: readonly string[], folding?: Folding): Promise<void> {
  let left: readonly string[] = [...end_customer_ids].sort()
  while (left.length > 0) left = await pool.transaction((tx) => foldPart(tx, left, folding))
}

/**
 * Folds lines behind the watermarks of some of these ledgers into the totals, and moves the watermarks: so many that nobody
 * else waits for long. The locked watermark rows keep two refreshes of one ledger apart; entries posted meanwhile stay behind
 * the new watermark. Each fold has a watermark of its own.
 *
 * @returns the ledgers that have more to fold, those of which nothing was folded first
 */
export async function foldPart(
  tx: Tx,
  end_customer_ids: readonly string[],
  { tax_behind = ENTRIES_BEHIND, movements_behind = ENTRIES_BEHIND, pause = async () => {} }: Folding = {},
): Promise<readonly string[]> {
  const some = end_customer_ids.slice(0, MOST_LEDGERS)
  const customers = sql.array(some, 'uuid')
  const before = await tx.any(sql.type(row<Behind>())`
    select end_customer_id, last_entry_number, of_all, of_tax, of_movements,
      ${isBehind('of_tax', tax_behind)} as has_tax_behind,
      ${isBehind('of_movements', movements_behind)} as has_movements_behind
    from (${watermarksOf(customers)} order by end_customer_id for update of statement_watermarks) locked
    cross join lateral (
      select 4 * (last_entry_number - of_all) <= coalesce(sum(line_count), 0) as are_long
      from journal_entries
      where journal_entries.end_customer_id = locked.end_customer_id and entry_number > of_all
        and entry_number <= last_entry_number
    ) new_entries
  `)
  const idsOf = (ledgers: readonly Behind[]) => ledgers.map(({ end_customer_id }) => end_customer_id)
  const taxed = idsOf(before.filter(({ has_tax_behind }) => has_tax_behind))
  const moved = idsOf(before.filter(({ has_movements_behind }) => has_movements_behind))
  const folds = [
    sql.fragment`fold_lines(${customers})`,
    sql.fragment`fold_partners(${customers})`,
    // A session plans each of these when it calls it first, which takes longer than folding a few entries of many ledgers.
    ...(taxed.length > 0 ? [sql.fragment`fold_tax_records(${sql.array(taxed, 'uuid')}, ${tax_behind})`] : []),
    ...(moved.length > 0 ? [sql.fragment`fold_taxed_movements(${sql.array(moved, 'uuid')}, ${movements_behind})`] : []),
  ]
  for (const fold of folds) {
    await pause()
    await tx.query(sql.type(row())`select ${fold}`)
  }
  const after = await tx.any(sql.type(row<Watermarks>())`${watermarksOf(customers)}`)
  return [...end_customer_ids.slice(MOST_LEDGERS), ...cutShort(before, after)]
}

/**
 * As is_behind, which reads all that is behind to count its lines. Nothing of that is read where the entries that are new since the
 * last refresh have fewer than four lines on average: at most twice as many lines are behind then. Where none is new, all is read.
 */
function isBehind(watermark: 'of_tax' | 'of_movements', entries: number) {
  const after = sql.identifier([watermark])
  return sql.fragment`(
    last_entry_number - ${after} >= ${entries}
    or are_long and is_behind(end_customer_id, ${after}, last_entry_number, ${entries})
  )`
}

function watermarksOf(customers: ReturnType<typeof sql.array>) {
  return sql.fragment`
    select end_customer_id, last_entry_number,
      least(entry_number, control_entry_number, partner_entry_number, named_entry_number) as of_all,
      least(tax_entry_number, tax_account_entry_number) as of_tax, movement_entry_number as of_movements
    from statement_watermarks
    join ledger_heads using (end_customer_id)
    where end_customer_id = any(${customers})
  `
}

/** Tax and movements that were not folded at all are those of too few entries. */
function cutShort(before: readonly Watermarks[], after: readonly Watermarks[]): string[] {
  const stood = new Map(before.map((one) => [one.end_customer_id, one]))
  return after.flatMap(({ end_customer_id, of_all, of_tax, of_movements }) => {
    const old = stood.get(end_customer_id)
    if (!old) return []
    const isCut = (was: bigint, is: bigint) => was < is && is < old.last_entry_number
    const is_cut = [of_all < old.last_entry_number, isCut(old.of_tax, of_tax), isCut(old.of_movements, of_movements)]
    return is_cut.includes(true) ? [end_customer_id] : []
  })
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

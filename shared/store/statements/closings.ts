import type { KeptStatements } from '../../accounting/statements/kept-statements.ts'
import { sha256InSteps } from '../../canonical/hash.ts'
import { parseInSteps } from '../../canonical/parse-in-steps.ts'
import type { KeptBy } from '../../contract/setup/closing.ts'
import type { Pause } from '../../process/pause.ts'
import { runSteps } from '../../process/run-steps.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { type AmountsAsText, keptJsonInSteps } from '../db/json.ts'

export type ClosingHeader = {
  readonly closing_id: string
  readonly fiscal_year_id: string
  readonly entry_number: bigint
  readonly entry_hash: string
  readonly kept_by: KeptBy
  readonly rule_version: number
  readonly content_sha256: string
  readonly created_at: string
}
/** With amounts as text: of the balance sheets most reads show one. */
export type Closing = ClosingHeader & { readonly kept: AmountsAsText<KeptStatements> }

type NewClosing = Pick<
  ClosingHeader,
  'closing_id' | 'fiscal_year_id' | 'entry_number' | 'entry_hash' | 'rule_version'
> & {
  readonly end_customer_id: string
  readonly change_id: string
  readonly kept: KeptStatements
}

const columns = sql.fragment`closing_id, fiscal_year_id, entry_number, entry_hash, kept_by, rule_version, content_sha256,
  created_at`

/** Keeps the statements of a year that is being closed: megabytes of a large chart. @returns their hash */
export async function insertClosing(tx: Tx, closing: NewClosing, pause: Pause): Promise<string> {
  const content = await runSteps(keptJsonInSteps(closing.kept), pause)
  const content_sha256 = await runSteps(sha256InSteps(content), pause)
  await tx.query(sql.type(row())`
    insert into fiscal_year_closings (
      end_customer_id, closing_id, fiscal_year_id, entry_number, entry_hash, kept_by, rule_version, content,
      content_sha256, change_id
    ) values (
      ${closing.end_customer_id}, ${closing.closing_id}, ${closing.fiscal_year_id}, ${closing.entry_number},
      ${closing.entry_hash}, 'close', ${closing.rule_version}, ${content}, ${content_sha256}, ${closing.change_id}
    )
  `)
  return content_sha256
}

/** @param through null, or the last entry that counts: a year that was closed behind it was still open then */
export async function findClosing(
  db: Db,
  end_customer_id: string,
  closing_id: string,
  through: bigint | null,
  pause: Pause,
): Promise<Closing | null> {
  const found = await db.maybeOne(sql.type(row<ClosingHeader & { content: string }>())`
    select ${columns}, content from fiscal_year_closings
    where end_customer_id = ${end_customer_id} and closing_id = ${closing_id}
      and entry_number <= ${through ?? 2n ** 63n - 1n}
  `)
  if (!found) return null
  const { content, ...closing } = found
  return { ...closing, kept: (await runSteps(parseInSteps(content), pause)) as AmountsAsText<KeptStatements> }
}

/** The last entry of the ledger when a year was closed. */
export function findClosingPosition(
  db: Db,
  end_customer_id: string,
  closing_id: string,
): Promise<Pick<ClosingHeader, 'entry_number' | 'entry_hash'>> {
  return db.one(sql.type(row<Pick<ClosingHeader, 'entry_number' | 'entry_hash'>>())`
    select entry_number, entry_hash from fiscal_year_closings
    where end_customer_id = ${end_customer_id} and closing_id = ${closing_id}
  `)
}

/** @returns the closing of the year that counted when another one was made; years close in order */
export function findClosingIdBefore(
  db: Db,
  end_customer_id: string,
  fiscal_year_id: string,
  closing_id: string,
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ closing_id: string }>())`
    select closing_id from fiscal_year_closings
    where end_customer_id = ${end_customer_id} and fiscal_year_id = ${fiscal_year_id} and created_at <= (
      select created_at from fiscal_year_closings
      where end_customer_id = ${end_customer_id} and closing_id = ${closing_id}
    )
    order by created_at desc, entry_number desc, closing_id desc
    limit 1
  `)
}

type Change = {
  readonly state: 'open' | 'closed'
  readonly created_at: string
  readonly reason: string | null
  readonly actor_id: string | null
}
type Kept = Omit<ClosingHeader, 'fiscal_year_id' | 'created_at'>

/** A change with what it has kept, where it closed the year. */
export type FiscalYearChangeRow = Change & (Kept | { readonly [Name in keyof Kept]: null })

/** Who closed and opened a year, when and why, with what each closing has kept; oldest first. */
export function listFiscalYearChanges(
  db: Db,
  end_customer_id: string,
  fiscal_year_id: string,
): Promise<readonly FiscalYearChangeRow[]> {
  return db.any(sql.type(row<FiscalYearChangeRow>())`
    select coalesce(state, 'closed') as state, coalesce(change.created_at, closing.created_at) as created_at, reason,
      actor_id, closing_id, entry_number, entry_hash, kept_by, rule_version, content_sha256
    from (
      select change_id, state, reason, actor_id, created_at from fiscal_year_changes
      where end_customer_id = ${end_customer_id} and fiscal_year_id = ${fiscal_year_id}
    ) change
    full join (
      -- A process of the release before records the change behind the closing, in the same transaction.
      select coalesce(closing.change_id, same.change_id) as change_id, closing_id, entry_number, entry_hash, kept_by,
        rule_version, content_sha256, closing.created_at
      from fiscal_year_closings closing
      left join fiscal_year_changes same on closing.change_id is null and same.end_customer_id = closing.end_customer_id
        and same.fiscal_year_id = closing.fiscal_year_id and same.created_at = closing.created_at
      where closing.end_customer_id = ${end_customer_id} and closing.fiscal_year_id = ${fiscal_year_id}
    ) closing using (change_id)
    order by created_at, change_id
  `)
}

import { endOfMonth, startOfMonth } from '../../../accounting/amounts/dates.ts'
import type { TaxedMovement } from '../../../accounting/vat/reconciliation/taxed-movement.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { ReturnScope } from '../tax-accounts.ts'

/** With the month of the entries, and the number of parts that the sum is made of. */
export type MovementOfMonth = TaxedMovement & { readonly period_start: string; readonly parts: bigint }

/**
 * What accounts have moved with and without tax records. It is never stale: totals of whole months, and the entries that no
 * refresh has folded yet.
 */
export async function listTaxedMovements(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
): Promise<MovementOfMonth[]> {
  const rows = await db.any(sql.type(row<Omit<MovementOfMonth, 'amount_minor'> & { amount_minor: string }>())`
    select period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id,
      amount_minor, parts
    from taxed_movements(${end_customer_id}, ${from}, ${to}, ${as_of})
  `)
  return rows.map((movement) => ({ ...movement, amount_minor: BigInt(movement.amount_minor) }))
}

/** The movements of a year, month by month, for who needs few of its months. */
export type MonthsOfMovements = {
  /** Those that may have any, in their order. */
  readonly months: readonly string[]
  readonly ofMonth: (month: string) => Promise<readonly MovementOfMonth[]>
}

type Folded = { readonly through: bigint; readonly behind: readonly string[] }

/**
 * Entries that no refresh has folded yet are looked at only for the months that have some of them: that takes longer than
 * the totals of all other months.
 */
export async function openMovements(db: Db, scope: ReturnScope): Promise<MonthsOfMovements> {
  const { end_customer_id, from, to, as_of } = scope
  const isOfMonths = startOfMonth(from) === from && endOfMonth(to) === to
  const folded = isOfMonths ? await findFolded(db, scope) : null
  let all: Promise<Map<string, MovementOfMonth[]>> | undefined
  const readAll = () => {
    all ??= listTaxedMovements(db, scope).then((its) => Map.groupBy(its, ({ period_start }) => period_start))
    return all
  }
  if (folded === null || folded.through === 0n || folded.through > as_of) {
    const byMonth = await readAll()
    return { months: [...byMonth.keys()].sort(), ofMonth: async (month) => byMonth.get(month) ?? [] }
  }
  const totals = await db.any(sql.type(row<Omit<MovementOfMonth, 'amount_minor'> & { amount_minor: string }>())`
    select period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id,
      amount_minor, parts
    from taxed_movement_totals
    where end_customer_id = ${end_customer_id} and period_start between ${from} and ${to}
  `)
  const byMonth = Map.groupBy(
    totals.map((total) => ({ ...total, amount_minor: BigInt(total.amount_minor) })),
    ({ period_start }) => period_start,
  )
  return {
    months: [...new Set([...byMonth.keys(), ...folded.behind])].sort(),
    ofMonth: async (month) => (folded.behind.includes(month) ? (await readAll()).get(month) : byMonth.get(month)) ?? [],
  }
}

/** How far the totals go, and the months of the entries behind. */
function findFolded(db: Db, { end_customer_id, from, to, as_of }: ReturnScope): Promise<Folded | null> {
  return db.maybeOne(sql.type(row<Folded>())`
    select movement_entry_number as through, array(
      select distinct date_trunc('month', posting_date::timestamp)::date::text from journal_entries
      where journal_entries.end_customer_id = ${end_customer_id} and entry_number > movement_entry_number
        and entry_number <= ${as_of} and posting_date between ${from} and ${to}
    ) as behind
    from statement_watermarks
    where end_customer_id = ${end_customer_id}
  `)
}

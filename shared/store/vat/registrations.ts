import type { VatRegistration } from '../../contract/vat/registrations.ts'
import { FIRST_DAY } from '../../contract/vat/registrations.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { allOf, keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type VatRegistrationChangeRow = VatRegistration & {
  change_number: number
  reason: string
  actor_id: string
  created_at: string
}

type VatMethodRow = Pick<VatRegistration, 'valid_from' | 'method'>

/** Changes, newest first. */
export function listVatRegistrationChanges(
  db: Db,
  end_customer_id: string,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<Page<VatRegistrationChangeRow>> {
  return listPage<VatRegistrationChangeRow>(
    db,
    sql.fragment`
    select change_number, valid_from, method, consideration, filing_period, activities, exchange_rates, reason,
      actor_id, created_at
    from vat_registration_changes
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
      key: 'change_number',
      after,
      limit: limit + 1,
      newest_first: true,
    })}
  `,
    limit,
  )
}

/** One that is in force, and the day from which the next one is. */
export type VatRegistrationRow = VatRegistration & { readonly next_from: string | null }

/** What is in force, oldest first: of the changes of a day the last one. */
export function listVatRegistrations(
  db: Db,
  end_customer_id: string,
  {
    after,
    from = null,
    limit,
  }: { readonly after: string | null; readonly from?: string | null; readonly limit: number },
): Promise<Page<VatRegistrationRow>> {
  return listPage<VatRegistrationRow>(
    db,
    sql.fragment`
    select valid_from, method, consideration, filing_period, activities, exchange_rates,
      lead(valid_from) over (order by valid_from) as next_from
    from (
      select distinct on (valid_from) valid_from, method, consideration, filing_period, activities, exchange_rates
      from vat_registration_changes
      where ${allOf([
        sql.fragment`end_customer_id = ${end_customer_id}`,
        after !== null && sql.fragment`valid_from > ${after}`,
        from !== null && sql.fragment`valid_from >= ${from}`,
      ])}
      order by valid_from, change_number desc
    ) in_force
    order by valid_from
    limit ${limit + 1}
  `,
    limit,
  )
}

/** The method of each day from which one is in force, oldest first, without what may be long. */
export function listVatMethods(db: Db, end_customer_id: string): Promise<readonly VatMethodRow[]> {
  return db.any(sql.type(row<VatMethodRow>())`
    select distinct on (valid_from) valid_from, method
    from vat_registration_changes where end_customer_id = ${end_customer_id}
    order by valid_from, change_number desc
  `)
}

/**
 * Keeps a change; the ledger is locked. One that holds from the first day on is the method without a date, which processes
 * of the release before read.
 */
export async function insertVatRegistrationChange(
  tx: Tx,
  end_customer_id: string,
  change: VatRegistration & { reason: string; actor_id: string },
): Promise<void> {
  const { valid_from, method, consideration, filing_period, activities, exchange_rates, reason, actor_id } = change
  await tx.query(sql.type(row())`
    insert into vat_registration_changes (
      end_customer_id, change_number, valid_from, method, consideration, filing_period, activities, exchange_rates,
      reason, actor_id
    )
    select ${end_customer_id}, coalesce(max(change_number), 0) + 1, ${valid_from}, ${method}, ${consideration},
      ${filing_period}, ${sql.jsonb(activities)}, ${exchange_rates}, ${reason}, ${actor_id}
    from vat_registration_changes where end_customer_id = ${end_customer_id}
  `)
  if (valid_from !== FIRST_DAY) return
  await tx.query(sql.type(row())`
    update end_customers set vat_method = ${method}
    where end_customer_id = ${end_customer_id} and vat_method <> ${method}
  `)
}

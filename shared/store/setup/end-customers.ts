import type { EndCustomerAddress, EndCustomerRequest, LegalForm } from '../../contract/setup/end-customers.ts'
import type { Locale } from '../../contract/setup/settings.ts'
import type { VatMethod } from '../../contract/vat/registrations.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'

export type EndCustomerRow = {
  end_customer_id: string
  name: string | null
  uid: string | null
  base_currency: string
  vat_method: VatMethod
  locale: Locale
  legal_form: LegalForm
  structured_address: EndCustomerAddress | null
  created_at: string
}

/** The VAT method is the one of today. */
const columns = sql.fragment`
  end_customer_id, name, uid, base_currency,
  coalesce((
    select method from vat_registration_changes change
    where change.end_customer_id = end_customers.end_customer_id
      and valid_from <= (now() at time zone 'Europe/Zurich')::date
    order by valid_from desc, change_number desc limit 1
  ), vat_method) as vat_method,
  locale, legal_form, structured_address, created_at
`

export function findEndCustomer(db: Db, end_customer_id: string): Promise<EndCustomerRow | null> {
  return db.maybeOne(sql.type(row<EndCustomerRow>())`
    select ${columns} from end_customers where end_customer_id = ${end_customer_id}
  `)
}

/** Whether somebody has books who is none of these. */
export function hasEndCustomersBeside(db: Db, end_customer_ids: readonly string[]): Promise<boolean> {
  return db.oneFirst(sql.type(row<{ is_there: boolean }>())`
    select exists (
      select from end_customers where end_customer_id <> all(${sql.array(end_customer_ids, 'uuid')})
    ) or exists (
      select from placements where end_customer_id <> all(${sql.array(end_customer_ids, 'uuid')})
    ) as is_there
  `)
}

/** The first write for an end customer creates it. */
export async function ensureEndCustomer(tx: Tx, end_customer_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    insert into end_customers (end_customer_id) values (${end_customer_id}) on conflict do nothing
  `)
}

/**
 * Imports and searches for candidates of one end customer follow each other: equal bank entries are numbered by what is
 * there. Rows with a foreign key to the end customer may still be inserted.
 */
export async function lockEndCustomer(tx: Tx, end_customer_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    select from end_customers where end_customer_id = ${end_customer_id} for no key update
  `)
}

/**
 * The same, waiting for so long at most.
 *
 * @throws 55P03 where somebody has it for longer
 */
export async function lockEndCustomerFor(tx: Tx, end_customer_id: string, most_ms: number): Promise<void> {
  await tx.query(sql.type(row())`set local lock_timeout = ${sql.literalValue(`${most_ms}ms`)}`)
  await lockEndCustomer(tx, end_customer_id)
  await tx.query(sql.type(row())`reset lock_timeout`)
}

/** Changes that are undefined leave the column as it is. The VAT method is a registration. */
export function updateEndCustomer(
  tx: Tx,
  end_customer_id: string,
  changes: Omit<EndCustomerRequest, 'vat_method'>,
): Promise<EndCustomerRow> {
  const { structured_address: address } = changes
  return tx.one(sql.type(row<EndCustomerRow>())`
    update end_customers
    set name = coalesce(${changes.name ?? null}, name), uid = coalesce(${changes.uid ?? null}, uid),
      base_currency = coalesce(${changes.base_currency ?? null}, base_currency),
      locale = coalesce(${changes.locale ?? null}, locale),
      legal_form = coalesce(${changes.legal_form ?? null}, legal_form),
      structured_address = coalesce(${address ? JSON.stringify(address) : null}::jsonb, structured_address)
    where end_customer_id = ${end_customer_id}
    returning ${columns}
  `)
}

export function hasJournalEntries(db: Db, end_customer_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`select from journal_entries where end_customer_id = ${end_customer_id}`)
}

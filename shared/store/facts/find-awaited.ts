import { AWAITING_BLOCKERS } from '../../accounting/facts/open-items/awaiting-blockers.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** What a transaction has changed, by ids: open items, payments and entries with older lines, and bank entries. */
export type ChangedThings = { readonly items: readonly string[]; readonly bank_entries: readonly string[] }

type Awaited = {
  /** What blocked facts wait for, of what has changed. */
  readonly names: readonly string[]
  /** Facts are blocked that do not say what they wait for. */
  readonly has_unsaid: boolean
  /** Reversals wait for something. */
  readonly has_intents: boolean
}

/** What blocked facts and intents of an end customer wait for, of what has changed. A bank entry changes its payments too. */
export function findAwaited(db: Db, end_customer_id: string, { items, bank_entries }: ChangedThings): Promise<Awaited> {
  return db.one(sql.type(row<Awaited>())`
    with changed as materialized (
      select array(
        select id::text from unnest(${sql.array(items, 'uuid')}) id
        union ${namesOfBankEntries(end_customer_id, sql.fragment`entry_id = any(${sql.array(bank_entries, 'uuid')})`)}
      ) as names
    ), waiting as materialized (
      select end_customer_id, waits_for from fact_states
      where state = 'blocked' and waits_for is not null
        and names_of_customer(end_customer_id, waits_for) && (
          select names_of_customer(${end_customer_id}, names) from changed
        )
    )
    select array(
        select distinct name from waiting cross join unnest(waits_for) name cross join changed
        where end_customer_id = ${end_customer_id} and name = any(changed.names)
      ) as names,
      exists (
        select from fact_states
        where end_customer_id = ${end_customer_id} and state = 'blocked' and waits_for is null and ${isAwaiting}
      ) as has_unsaid,
      exists (
        select from intents
        where end_customer_id = ${end_customer_id} and state = 'blocked' and blocker_codes && ${sql.array(AWAITING_BLOCKERS, 'text')}
      ) as has_intents
  `)
}

/** In the words of the index fact_states_unsaid. */
const isAwaiting = sql.fragment`blocker_codes && '{
  bank_entry_unknown, bank_entry_exhausted, bank_entry_amount_mismatch, payment_not_booked, open_item_unknown,
  open_item_exceeded, open_item_mismatch, set_off_consent_missing, voucher_not_balanced, account_mapping_missing,
  account_unknown, account_inactive, control_account_without_item, amount_too_large}'`

/** Everything by which facts may name some bank entries. */
function namesOfBankEntries(end_customer_id: string, are: Fragment): Fragment {
  return sql.fragment`
    select unnest(array[entry_id::text, canonical_entry_hash]) from camt053_entries
    where end_customer_id = ${end_customer_id} and ${are}
    union
    select payment_id::text from payments
    where end_customer_id = ${end_customer_id} and ${are}
  `
}

/** Which blocked facts are meant: those that wait for one of some names (null: that do not say it), or for an import. */
export type AwaitedBy =
  | { readonly end_customer_id: string; readonly waits_for: readonly (string | null)[] }
  | { readonly end_customer_id: string; readonly import_id: string }

export function isAwaitedBy(by: AwaitedBy): Fragment {
  if ('import_id' in by) {
    const { end_customer_id, import_id } = by
    const ofImport = sql.fragment`entry_id in (
      select place.entry_id from camt053_statement_entries place
      where place.end_customer_id = ${end_customer_id} and place.import_id = ${import_id}
    )`
    return sql.fragment`(waits_for is null or ${waitsFor(end_customer_id, sql.fragment`array(${namesOfBankEntries(end_customer_id, ofImport)})`)})`
  }
  const names = by.waits_for.filter((name) => name !== null)
  const unsaid = by.waits_for.includes(null) ? sql.fragment`or waits_for is null` : sql.fragment``
  return sql.fragment`(${waitsFor(by.end_customer_id, sql.array(names, 'text'))} ${unsaid})`
}

/** In the words of the index fact_states_awaited: no fact of another end customer is read that names the same. */
function waitsFor(end_customer_id: string, names: Fragment | ReturnType<typeof sql.array>): Fragment {
  return sql.fragment`(
    waits_for is not null and names_of_customer(end_customer_id, waits_for) && names_of_customer(${end_customer_id}, ${names})
  )`
}

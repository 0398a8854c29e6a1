import { hashInSteps } from '../../../camt053/bank-entry/canonical-bank-entry.ts'
import { inTurns, pausesBetweenTurns } from '../../../process/in-turns.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { asPartedText, type PartedText, readWholeEntry } from '../details-of-entries.ts'
import { ENTRY_DAY } from '../entry-day.ts'
import { SIGNED_AMOUNT } from '../reconciliation.ts'

/** So many bank entries are hashed and saved at once. */
const PAGE = 100

/**
 * Bank entries that are kept under a name, with the hash by which they would be found as equal as those of an account, some at a
 * time in memory. Those of the first rule have no such hash.
 */
export async function* hashEntriesUnder(db: Db, end_customer_id: string, name: string, bank_account: string) {
  const pause = pausesBetweenTurns()
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.any(sql.type(row<PartedText & { entry_id: string }>())`
      select entry_id, ${asPartedText} from camt053_entries
      where end_customer_id = ${end_customer_id} and left(account, 100) = left(${name}, 100) and account = ${name}
        and first_hash is not null and entry_id > ${after}::uuid
      order by entry_id
      limit ${PAGE}
    `)
    const hashes: { readonly entry_id: string; readonly first_hash: string }[] = []
    for (const { entry_id, ...text } of rows) {
      const bankEntry = await readWholeEntry(db, 'camt053_entries', end_customer_id, entry_id, text)
      hashes.push({ entry_id, first_hash: await inTurns(hashInSteps(bank_account, bankEntry, 1)) })
      await pause()
    }
    yield hashes
    if (rows.length < PAGE) return
    after = rows.at(-1)?.entry_id ?? after
  }
}

/** By which bank entries are found as equal; the hash that clients see stays. */
export async function saveFirstHashes(
  tx: Tx,
  end_customer_id: string,
  hashes: readonly { readonly entry_id: string; readonly first_hash: string }[],
): Promise<void> {
  await tx.query(sql.type(row())`
    update camt053_entries set first_hash = hashed.first_hash
    from ${recordset('hashed', { entry_id: 'uuid', first_hash: 'text' }, hashes)}
    where camt053_entries.end_customer_id = ${end_customer_id} and camt053_entries.entry_id = hashed.entry_id
  `)
}

/** A bank entry that was kept under one of the two names, of a content that both have. */
export type TwinEntry = {
  readonly entry_id: string
  readonly is_of_qr_iban: boolean
  readonly first_hash: string
  readonly bank_references: readonly string[]
  /** Nothing uses it, and nobody has said anything about it. */
  readonly is_free: boolean
  readonly is_decided: boolean
  readonly date: string
  readonly currency: string
  readonly amount_minor: bigint
}

/** Locks them in the order of their ids. */
export async function lockTwins(tx: Tx, end_customer_id: string, iban: string, qr_iban: string) {
  await tx.query(sql.type(row())`
    ${twinsOf(end_customer_id, iban, qr_iban)}
    select from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (select entry_id from twins)
    order by entry_id
    for update
  `)
  return findTwins(tx, end_customer_id, iban, qr_iban)
}

export function findTwins(db: Db, end_customer_id: string, iban: string, qr_iban: string) {
  return db.any(sql.type(row<TwinEntry>())`
    ${twinsOf(end_customer_id, iban, qr_iban)}
    select entry_id, is_of_qr_iban, first_hash, bank_references, ${ENTRY_DAY} as date, currency, ${SIGNED_AMOUNT} as amount_minor,
      used_minor = 0 and dismissed_by is null and repeat_state is null as is_free, repeat_state is not null as is_decided
    from twins join camt053_entries entry using (entry_id)
    where end_customer_id = ${end_customer_id}
    order by occurrence, entry_id
  `)
}

function twinsOf(end_customer_id: string, iban: string, qr_iban: string) {
  const of = (name: string) => sql.fragment`
    select first_hash, entry_id from camt053_entries
    where end_customer_id = ${end_customer_id} and left(account, 100) = left(${name}, 100) and account = ${name}
      and first_hash is not null and is_booked and coalesce(repeat_state = 'new', true)
  `
  return sql.fragment`
    with of_qr_iban as materialized (${of(qr_iban)}), of_iban as materialized (${of(iban)}), twins as materialized (
      select entry_id, true as is_of_qr_iban from of_qr_iban where first_hash in (select first_hash from of_iban)
      union all
      select entry_id, false from of_iban where first_hash in (select first_hash from of_qr_iban)
    )
  `
}

/** The equal bank entry that came under the other name of the account; null where there is none, or this one is in use. */
export function findTwinOf(db: Db, end_customer_id: string, entry_id: string): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ entry_id: string }>())`
    select other.entry_id
    from camt053_entries entry
    join camt053_entries other on other.end_customer_id = ${end_customer_id} and other.first_hash = entry.first_hash
      and other.account <> entry.account and other.repeat_state is distinct from 'repeat'
    where entry.end_customer_id = ${end_customer_id} and entry.entry_id = ${entry_id} and entry.used_minor = 0
      and entry.dismissed_by is null
    order by other.occurrence, other.entry_id
    limit 1
  `)
}

/** Puts bank entries in doubt that were like any other. */
export async function putInDoubt(
  tx: Tx,
  end_customer_id: string,
  doubts: readonly { readonly entry_id: string; readonly other_id: string }[],
): Promise<void> {
  await tx.query(sql.type(row())`
    update camt053_entries set repeat_state = 'undecided', possible_repeat_of = doubt.other_id
    from ${recordset('doubt', { entry_id: 'uuid', other_id: 'uuid' }, doubts)}
    where camt053_entries.end_customer_id = ${end_customer_id} and camt053_entries.entry_id = doubt.entry_id
  `)
}

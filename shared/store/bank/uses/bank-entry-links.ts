import { row, sql, type Tx } from '../../db/database.ts'

/** A line of the ledger that a bank entry may be linked to. */
export type LinkableLine = {
  readonly account_code: string
  readonly posting_date: string
  readonly transaction_currency: string
  readonly transaction_minor: bigint
  readonly is_debit: boolean
  /** Its journal entry is reversed, or a reversal. */
  readonly is_reversed: boolean
  /** In its own currency; the share of what was used in that of the ledger is rounded up. */
  readonly used_minor: bigint
  /** The ledger account of the account at the bank on that day; null where none is mapped. */
  readonly bank_account_code: string | null
}
type LineKey = {
  readonly end_customer_id: string
  readonly journal_entry_id: string
  readonly line_number: number
}

/**
 * Holds the lines of a journal entry against other links and against its reversal, which wait for the same key
 * (release_bank_entry_uses). Both lock the bank entries that they know of before it. One that a reversal finds only then may
 * be held by another link that waits for the key: PostgreSQL ends one of the two, which is run again.
 */
export async function holdLines(tx: Tx, end_customer_id: string, journal_entry_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    select hold_bank_entry_lines(${end_customer_id}, ${journal_entry_id}::uuid)
  `)
}

/** A line that is held, with the ledger account that an account at the bank has on its day. */
export function findLinkableLine(
  tx: Tx,
  { end_customer_id, journal_entry_id, line_number }: LineKey,
  bank_account: string,
): Promise<LinkableLine | null> {
  return tx.maybeOne(sql.type(row<LinkableLine>())`
    select line.account_code, line.posting_date, line.transaction_currency, line.transaction_minor,
      line.debit_minor > 0 as is_debit,
      entry.reversal_of is not null or exists (
        select from journal_entries reversal
        where reversal.end_customer_id = ${end_customer_id} and reversal.reversal_of = ${journal_entry_id}::uuid
      ) as is_reversed,
      (
        select coalesce(sum(case when used.currency = line.transaction_currency then used.amount_minor
          else div(used.amount_minor::numeric * line.transaction_minor + base_minor - 1, nullif(base_minor, 0)) end), 0)::bigint
        from bank_entry_uses used
        cross join (select line.debit_minor + line.credit_minor as base_minor) base
        where used.end_customer_id = ${end_customer_id} and used.journal_entry_id = ${journal_entry_id}::uuid
          and used.line_number = ${line_number} and used.state <> 'released'
      ) as used_minor,
      bank_ledger_account(${end_customer_id}, ${bank_account}, line.posting_date) as bank_account_code
    from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
    where entry.journal_entry_id = ${journal_entry_id} and entry.end_customer_id = ${end_customer_id}
      and line.line_number = ${line_number}
  `)
}

export type NewLink = LineKey & {
  readonly link_id: string
  readonly entry_id: string
  readonly payment_id: string | null
  readonly amount_minor: bigint
  readonly reason: string | null
  readonly actor_id: string
  readonly request_id: string
}

/** Takes the amount of a link out of its bank entry, which is locked, and answers the proposal to make it. */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.query(sql.type(row())`
    with linked as (
      insert into bank_entry_uses (
        end_customer_id, bank_entry_use_id, entry_id, payment_id, used_by, source_id, journal_entry_id, line_number,
        amount_minor, state, reason, actor_id, request_id
      ) values (
        ${link.end_customer_id}, ${link.link_id}, ${link.entry_id}, ${link.payment_id}, 'link', ${link.link_id},
        ${link.journal_entry_id}, ${link.line_number}, ${link.amount_minor}, 'posted', ${link.reason},
        ${link.actor_id}, ${link.request_id}
      )
    ), answered as (
      delete from bank_entry_link_proposals
      where end_customer_id = ${link.end_customer_id} and entry_id = ${link.entry_id}
        and journal_entry_id = ${link.journal_entry_id} and line_number = ${link.line_number}
    )
    update camt053_entries set used_minor = used_minor + ${link.amount_minor}
    where end_customer_id = ${link.end_customer_id} and entry_id = ${link.entry_id}
  `)
}

export type Withdrawal = {
  readonly end_customer_id: string
  readonly reason: string
  readonly actor_id: string
}

/** Takes a link back. @returns whether there was one that stood */
export async function releaseLink(
  tx: Tx,
  entry_id: string,
  link_id: string,
  { end_customer_id, reason, actor_id }: Withdrawal,
): Promise<boolean> {
  const freed = await tx.maybeOneFirst(sql.type(row<{ entry_id: string }>())`
    with released as (
      update bank_entry_uses
      set state = 'released', released_at = now(), release_reason = ${reason}, released_by = ${actor_id}
      where end_customer_id = ${end_customer_id} and bank_entry_use_id = ${link_id} and entry_id = ${entry_id}
        and used_by = 'link' and state <> 'released'
      returning amount_minor
    )
    update camt053_entries set used_minor = used_minor - released.amount_minor
    from released
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
    returning entry_id
  `)
  return freed !== null
}

/** Whether a link of the bank entry was there and is taken back already. */
export function isLinkReleased(tx: Tx, end_customer_id: string, entry_id: string, link_id: string): Promise<boolean> {
  return tx.exists(sql.type(row())`
    select from bank_entry_uses
    where end_customer_id = ${end_customer_id} and bank_entry_use_id = ${link_id} and entry_id = ${entry_id}
      and used_by = 'link' and state = 'released'
  `)
}

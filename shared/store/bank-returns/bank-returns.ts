import type { FactState } from '../../contract/facts/source-facts.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { cancelIntents } from '../settlement/intents.ts'

export type ReturnedOf = 'allocation' | 'settlement'

export type NewBankReturn = {
  readonly end_customer_id: string
  readonly return_id: string
  readonly candidate_id: string
  readonly entry_id: string
  readonly original_entry_id: string
  readonly returned_of: ReturnedOf
  readonly subject_id: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly returned_minor: bigint
  readonly part_number: number
  /** Null where the settlement or allocation is reversed as a whole. */
  readonly source_fact_id: string | null
  readonly marks_payment: boolean
  readonly actor_id: string
  readonly request_id: string
}

export type BankReturnRow = NewBankReturn & {
  readonly created_at: string
  readonly undone_at: string | null
  /** Of its voucher. */
  readonly fact_state: FactState | null
  readonly business_date: string | null
  /** What it reverses is reversed. */
  readonly is_reversed: boolean
  readonly supplier_payable_id: string | null
  /** It had paid an item in another currency. */
  readonly is_exchanged: boolean
  /** The other returns of the same request. */
  readonly together_with: readonly string[]
}

export async function insertBankReturn(tx: Tx, back: NewBankReturn): Promise<void> {
  await tx.query(sql.type(row())`
    insert into bank_returns (
      end_customer_id, return_id, candidate_id, entry_id, original_entry_id, returned_of, subject_id, currency,
      amount_minor, returned_minor, part_number, source_fact_id, marks_payment, actor_id, request_id, created_at
    ) values (
      ${back.end_customer_id}, ${back.return_id}, ${back.candidate_id}, ${back.entry_id}, ${back.original_entry_id},
      ${back.returned_of}, ${back.subject_id}, ${back.currency}, ${back.amount_minor}, ${back.returned_minor},
      ${back.part_number}, ${back.source_fact_id}, ${back.marks_payment}, ${back.actor_id}, ${back.request_id}, now()
    )
  `)
}

/** Takes the amount of a return out of its bank entry, which is locked, until the reversal is booked. */
export async function reserveReturned(tx: Tx, back: NewBankReturn): Promise<void> {
  const { end_customer_id, return_id, entry_id, amount_minor } = back
  await tx.query(sql.type(row())`
    with reserved as (
      insert into bank_entry_uses (
        end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, amount_minor, state
      ) values (
        ${end_customer_id}, gen_random_uuid(), ${entry_id}, 'return', ${return_id}, ${amount_minor}, 'reserved'
      )
    )
    update camt053_entries set used_minor = used_minor + ${amount_minor}
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
}

/** Nothing more of a payment can be allocated that the bank has taken back. @returns whether it was open until now */
export async function markPaymentReturned(
  tx: Tx,
  { end_customer_id, entry_id }: Pick<NewBankReturn, 'end_customer_id' | 'entry_id'>,
  payment_id: string,
): Promise<boolean> {
  const marked = await tx.maybeOneFirst(sql.type(row<{ payment_id: string }>())`
    update payments set returned_by = ${entry_id}, open_amount_minor = 0
    where end_customer_id = ${end_customer_id} and payment_id = ${payment_id} and returned_by is null
    returning payment_id
  `)
  return marked !== null
}

/**
 * Unlinks both bank entries from the lines that had booked them; the reversal stays. The first one was booked until the day of
 * the reversal, as that of any other reversal.
 */
export function unlinkReturned(tx: Tx, back: ReturnOfCustomer, undone: Undone): Promise<void> {
  return undoReturn(tx, back, undone, 'posted')
}

/** Gives up a return whose reversal is not booked: nobody books it any more, and its bank entry is free. */
export async function giveUpReturn(
  tx: Tx,
  back: ReturnOfCustomer & Pick<BankReturnRow, 'subject_id'>,
  undone: Undone,
): Promise<void> {
  await cancelIntents(tx, back.end_customer_id, back.subject_id)
  await undoReturn(tx, back, undone, 'reserved')
}

type ReturnOfCustomer = Pick<BankReturnRow, 'end_customer_id' | 'return_id'>
type Undone = { readonly reason: string; readonly actor_id: string }

/** What is booked was used until the reversal that gives it back; what is reserved has no entry, and was never used. */
async function undoReturn(
  tx: Tx,
  { end_customer_id, return_id }: ReturnOfCustomer,
  { reason, actor_id }: Undone,
  state: 'posted' | 'reserved',
): Promise<void> {
  await tx.query(sql.type(row())`
    with undone as (
      update bank_returns set undone_reason = ${reason}, undone_by = ${actor_id}, undone_at = now()
      where end_customer_id = ${end_customer_id} and return_id = ${return_id}
    ), released as (
      update bank_entry_uses
      set state = 'released', released_at = now(), release_reason = ${reason}, released_by = ${actor_id},
        given_back_on = (
          select posting_date from journal_entries reversal
          where reversal.end_customer_id = ${end_customer_id} and reversal.reversal_of = bank_entry_uses.journal_entry_id
        )
      where end_customer_id = ${end_customer_id} and source_id = ${return_id} and used_by = 'return' and state = ${state}
      returning entry_id, amount_minor
    )
    update camt053_entries set used_minor = used_minor - released.amount_minor
    from released
    where camt053_entries.end_customer_id = ${end_customer_id} and camt053_entries.entry_id = released.entry_id
  `)
}

/**
 * What a return had marked as taken back is as before the return: its allocation stands, and as much of it is credit as nothing has
 * used.
 */
export async function unmarkReturned(
  tx: Tx,
  { end_customer_id, entry_id, subject_id }: Pick<BankReturnRow, 'end_customer_id' | 'entry_id' | 'subject_id'>,
): Promise<void> {
  await tx.query(sql.type(row())`
    update payments set returned_by = null, open_amount_minor = (
      select credit_minor - coalesce(sum(draft.amount_minor), 0) from allocations draft
      where draft.end_customer_id = ${end_customer_id} and draft.payment_id = payments.payment_id and state = 'draft'
    )
    where end_customer_id = ${end_customer_id} and returned_by = ${entry_id} and payment_id = (
      select payment_id from allocations
      where end_customer_id = ${end_customer_id} and allocation_id = ${subject_id}
    )
  `)
}

/** The payment of a return that is taken back can be allocated again; its allocation is reversed. */
export async function reopenPayment(
  tx: Tx,
  { end_customer_id, entry_id, subject_id }: Pick<BankReturnRow, 'end_customer_id' | 'entry_id' | 'subject_id'>,
): Promise<void> {
  await tx.query(sql.type(row())`
    update payments set returned_by = null, open_amount_minor = amount_minor
    where end_customer_id = ${end_customer_id} and returned_by = ${entry_id} and booked_by is null and payment_id = (
      select payment_id from allocations
      where end_customer_id = ${end_customer_id} and allocation_id = ${subject_id}
    )
  `)
}

const returns = sql.fragment`
  select back.end_customer_id, return_id, candidate_id, entry_id, original_entry_id, returned_of, subject_id, currency,
    amount_minor, returned_minor, part_number, back.source_fact_id, marks_payment, actor_id, request_id, back.created_at, undone_at,
    fact.state as fact_state, fact.business_date, coalesce(subject.is_reversed, false) as is_reversed, supplier_payable_id,
    coalesce(item_currency <> back.currency, false) as is_exchanged, array(
      select other.return_id from bank_returns other
      where other.end_customer_id = back.end_customer_id and other.entry_id = back.entry_id
        and (other.candidate_id, other.request_id) = (back.candidate_id, back.request_id) and other.return_id <> back.return_id
      order by other.return_id
    ) as together_with
  from bank_returns back
  left join lateral (
    -- sql.md: lateral limit 1
    select state, business_date
    from fact_states join source_facts using (end_customer_id, source_fact_id)
    where fact_states.end_customer_id = back.end_customer_id and fact_states.source_fact_id = back.source_fact_id
    limit 1
  ) fact on true
  left join lateral (
    select state = 'reversed' as is_reversed, null::uuid as supplier_payable_id, null::text as item_currency from allocations
    where allocations.end_customer_id = back.end_customer_id and allocation_id = back.subject_id
    union all
    select state = 'reversed', settlement.supplier_payable_id, settlement.currency from supplier_settlements settlement
    where settlement.end_customer_id = back.end_customer_id and settlement_id = back.subject_id
  ) subject on true
`
const ofReturn = sql.fragment`back.end_customer_id`

export function findBankReturn(db: Db, return_id: string, visible: Visibility): Promise<BankReturnRow | null> {
  return db.maybeOne(sql.type(row<BankReturnRow>())`
    ${returns} where return_id = ${return_id} and ${visibleTo(visible, ofReturn)}
  `)
}

/** Oldest first. */
export function listBankReturns(
  db: Db,
  { end_customer_id, entry_uuid }: { readonly end_customer_id: string; readonly entry_uuid: string | null },
  after: string | null,
  limit: number,
): Promise<Page<BankReturnRow>> {
  return listPage<BankReturnRow>(
    db,
    sql.fragment`
    ${returns}
    ${keysetPage({
      conditions: [
        sql.fragment`${ofReturn} = ${end_customer_id}`,
        entry_uuid && sql.fragment`entry_id = ${entry_uuid}`,
      ],
      key: 'return_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

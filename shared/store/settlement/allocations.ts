import type { Json } from '../../canonical/canonical-json.ts'
import type { AllocationState } from '../../contract/settlement/allocations.ts'
import type { PaymentRow } from '../bank/payments.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Visibility } from '../facts/source-facts.ts'
import type { IntentRow } from './intents.ts'

/** Open items of customers that an allocation names, locked in the order of their ids. */
export type LockedDocument = {
  document_id: string
  account_code: string
  customer_name: string
  customer_reference: string | null
  currency: string
  open_amount_minor: bigint
  base_open_amount_minor: bigint
  is_being_reversed: boolean
}

/** Sees what the holder of the lock before us has done. sql.md: lock, then read */
export async function lockDocuments(tx: Tx, end_customer_id: string, ids: readonly string[]) {
  await tx.query(sql.type(row())`
    select from documents
    where end_customer_id = ${end_customer_id} and document_id = any(${sql.array(ids, 'uuid')})
    order by document_id
    for update
  `)
  return tx.any(sql.type(row<LockedDocument>())`
    select document_id, account_code, customer_name, customer_reference, currency, open_amount_minor,
      base_open_amount_minor, ${isBeingReversed(sql.fragment`documents`)} as is_being_reversed
    from documents
    where end_customer_id = ${end_customer_id} and document_id = any(${sql.array(ids, 'uuid')})
  `)
}

/** Somebody has asked for the reversal of the fact that opened the item. */
export function isBeingReversed(item: ReturnType<typeof sql.fragment>) {
  return sql.fragment`exists (
    select from intents
    where intents.end_customer_id = ${item}.end_customer_id and subject_id = ${item}.source_fact_id
      and intent_type = 'source_fact_reversal' and intents.state in ('pending', 'blocked')
  )`
}

export type NewAllocation = {
  readonly end_customer_id: string
  readonly allocation_id: string
  readonly payment_id: string
  readonly posting_date: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly request: Json
  readonly actor_id: string
  readonly request_id: string
  readonly created_at: string
  readonly lines: readonly NewAllocationLine[]
}
export type NewAllocationLine = {
  readonly document_id: string
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  readonly open_amount_before_minor: bigint
}

/** Keeps an allocation and takes what it uses out of the payment and the documents, so that nobody else gets it. */
export async function insertAllocation(tx: Tx, own: NewAllocation): Promise<void> {
  const lines = JSON.stringify(
    own.lines.map((line, index) => ({ line_number: index + 1, ...line })),
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  await tx.query(sql.type(row())`
    with lines as (
      select * from json_to_recordset(${lines}::json) as line (
        line_number integer, document_id uuid, amount_minor bigint, base_amount_minor bigint,
        open_amount_before_minor bigint
      )
    ), paid as (
      update payments set open_amount_minor = open_amount_minor - ${own.amount_minor}
      where end_customer_id = ${own.end_customer_id} and payment_id = ${own.payment_id}
    ), reserved as (
      update documents set open_amount_minor = documents.open_amount_minor - lines.amount_minor,
        base_open_amount_minor = documents.base_open_amount_minor - lines.base_amount_minor,
        state = case when documents.open_amount_minor = lines.amount_minor then 'settled' else 'open' end
      from lines
      where documents.end_customer_id = ${own.end_customer_id} and documents.document_id = lines.document_id
    ), allocation as (
      insert into allocations (
        end_customer_id, allocation_id, payment_id, posting_date, currency, amount_minor, request, actor_id, request_id,
        created_at
      ) values (
        ${own.end_customer_id}, ${own.allocation_id}, ${own.payment_id}, ${own.posting_date}, ${own.currency},
        ${own.amount_minor}, ${JSON.stringify(own.request)}::jsonb, ${own.actor_id}, ${own.request_id},
        ${own.created_at}::timestamptz
      )
    )
    insert into allocation_lines (
      end_customer_id, allocation_id, line_number, document_id, amount_minor, base_amount_minor, open_amount_before_minor
    )
    select ${own.end_customer_id}, ${own.allocation_id}, line_number, document_id, amount_minor, base_amount_minor,
      open_amount_before_minor
    from lines
  `)
}

export type AllocationRow = {
  end_customer_id: string
  allocation_id: string
  payment_id: string
  state: AllocationState
  posting_date: string
  currency: string
  amount_minor: bigint
  credit_base_minor: bigint | null
  journal_entry_id: string | null
  reversal_journal_entry_id: string | null
  request: Json
  actor_id: string
  request_id: string
  created_at: string
  payment_open_minor: bigint
  /** Amounts are text: they come as JSON. */
  lines: AllocationLineRow[]
  intents: IntentRow[]
}
export type AllocationLineRow = {
  document_id: string
  account_code: string
  amount_minor: string
  base_amount_minor: string
  open_amount_before_minor: string
}

const allocations = sql.fragment`
  select allocation.end_customer_id, allocation_id, payment_id, state, posting_date, allocation.currency,
    allocation.amount_minor, allocation.credit_base_minor, journal_entry_id, reversal_journal_entry_id, request, actor_id,
    request_id, allocation.created_at, payments.open_amount_minor as payment_open_minor,
    (
      select jsonb_agg(jsonb_build_object(
        'document_id', line.document_id, 'account_code', account_code, 'amount_minor', line.amount_minor::text,
        'base_amount_minor', line.base_amount_minor::text, 'open_amount_before_minor', open_amount_before_minor::text
      ) order by line_number)
      from allocation_lines line join documents using (end_customer_id, document_id)
      where line.end_customer_id = allocation.end_customer_id and line.allocation_id = allocation.allocation_id
    ) as lines,
    (
      select coalesce(jsonb_agg(to_jsonb(intents) order by intent_id), '[]') from intents
      where intents.end_customer_id = allocation.end_customer_id and subject_id = allocation_id
    ) as intents
  from allocations allocation join payments using (end_customer_id, payment_id)
`

export function findAllocation(db: Db, allocation_id: string, visible: Visibility): Promise<AllocationRow | null> {
  const isVisible =
    visible === null
      ? sql.fragment`true`
      : sql.fragment`allocation.end_customer_id = any(${sql.array(visible, 'uuid')})`
  return db.maybeOne(sql.type(row<AllocationRow>())`
    ${allocations} where allocation_id = ${allocation_id} and ${isVisible}
  `)
}

export function findAllocations(db: Db, end_customer_id: string, ids: readonly string[]) {
  return db.any(sql.type(row<AllocationRow>())`
    ${allocations}
    where allocation.end_customer_id = ${end_customer_id} and allocation_id = any(${sql.array(ids, 'uuid')})
  `)
}

export type AllocationFilter = {
  readonly end_customer_id: string
  readonly payment_uuid: string | null
  readonly document_uuid: string | null
  readonly state: AllocationState | null
  readonly limit: number
}

/** Oldest first; one row more than the limit tells whether there are more. */
export function listAllocations(db: Db, filter: AllocationFilter, after: string | null) {
  const { end_customer_id, payment_uuid, document_uuid, state, limit } = filter
  return db.any(sql.type(row<AllocationRow>())`
    ${allocations}
    where allocation.end_customer_id = ${end_customer_id}
      and (${payment_uuid}::uuid is null or payment_id = ${payment_uuid}::uuid)
      and (${state}::text is null or state = ${state})
      and (${document_uuid}::uuid is null or exists (
        select from allocation_lines line
        where line.end_customer_id = ${end_customer_id} and line.allocation_id = allocation.allocation_id
          and line.document_id = ${document_uuid}::uuid
      ))
      and (${after}::uuid is null or allocation_id > ${after}::uuid)
    order by allocation_id
    limit ${limit + 1}
  `)
}

export type PostedAllocation = {
  readonly end_customer_id: string
  readonly allocation_id: string
  readonly payment_id: string
  readonly journal_entry_id: string
  /** Null for the allocation that booked the payment itself. */
  readonly credit_base_minor: bigint | null
  /** What the entry did to the customer credit of the payment. */
  readonly credit_change_minor: bigint
  readonly credit_base_change_minor: bigint
}

export async function markAllocationPosted(tx: Tx, own: PostedAllocation): Promise<void> {
  await tx.query(sql.type(row())`
    with posted as (
      update allocations set state = 'posted', journal_entry_id = ${own.journal_entry_id},
        credit_base_minor = ${own.credit_base_minor}
      where end_customer_id = ${own.end_customer_id} and allocation_id = ${own.allocation_id}
    )
    update payments set credit_minor = credit_minor + ${own.credit_change_minor},
      credit_base_minor = credit_base_minor + ${own.credit_base_change_minor},
      booked_by = coalesce(booked_by, ${own.allocation_id}::uuid)
    where end_customer_id = ${own.end_customer_id} and payment_id = ${own.payment_id}
  `)
}

/**
 * Gives back what an allocation took: documents are open again, and so is the payment unless the bank took it back.
 *
 * @param reversal the entry that undoes it; null where nothing had been booked
 */
export async function releaseAllocation(
  tx: Tx,
  own: AllocationRow,
  reversal: { journal_entry_id: string; credit_change_minor: bigint; credit_base_change_minor: bigint } | null,
): Promise<void> {
  const { end_customer_id, allocation_id, payment_id } = own
  await tx.query(sql.type(row())`
    with released as (
      update allocations set state = 'reversed', reversal_journal_entry_id = ${reversal?.journal_entry_id ?? null}
      where end_customer_id = ${end_customer_id} and allocation_id = ${allocation_id}
    ), opened as (
      update documents set open_amount_minor = documents.open_amount_minor + line.amount_minor,
        base_open_amount_minor = documents.base_open_amount_minor + line.base_amount_minor, state = 'open'
      from allocation_lines line
      where line.end_customer_id = ${end_customer_id} and line.allocation_id = ${allocation_id}
        and documents.end_customer_id = line.end_customer_id and documents.document_id = line.document_id
    )
    update payments
    set open_amount_minor = open_amount_minor + case when returned_by is null then ${own.amount_minor}::bigint else 0 end,
      credit_minor = credit_minor + ${reversal?.credit_change_minor ?? 0n},
      credit_base_minor = credit_base_minor + ${reversal?.credit_base_change_minor ?? 0n},
      booked_by = nullif(booked_by, ${allocation_id}::uuid)
    where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
  `)
}

/** Somebody has asked for the reversal of the allocation that booked the payment; its credit goes with it. */
export function isBookingBeingReversed(db: Db, { end_customer_id, booked_by }: PaymentRow): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from intents
    where end_customer_id = ${end_customer_id} and subject_id = ${booked_by}::uuid
      and intent_type = 'allocation_reversal' and state in ('pending', 'blocked')
  `)
}

/** Allocations of the same payment that still hold something, besides this one. */
export function findOtherAllocations(db: Db, own: AllocationRow): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ allocation_id: string }>())`
    select allocation_id from allocations
    where end_customer_id = ${own.end_customer_id} and payment_id = ${own.payment_id} and state <> 'reversed'
      and allocation_id <> ${own.allocation_id}
    order by allocation_id
  `)
}

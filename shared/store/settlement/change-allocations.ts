import type { LinesOfItems } from '../../accounting/settlement/lines-of-items.ts'
import type { Json } from '../../contract/schema.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { AllocationRow } from './allocations.ts'

export type NewAllocation = {
  readonly end_customer_id: string
  readonly allocation_id: string
  /** Null where the money stands on an account. */
  readonly payment_id: string | null
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

const NEW_LINE = {
  line_number: 'int4',
  document_id: 'uuid',
  amount_minor: 'int8',
  base_amount_minor: 'int8',
  open_amount_before_minor: 'int8',
} as const

/** Writes an allocation and takes its amounts out of the payment and the open items, so that nothing else uses them. */
export async function insertAllocation(tx: Tx, allocation: NewAllocation): Promise<void> {
  const lines = allocation.lines.map((line, index) => ({ line_number: index + 1, ...line }))
  await tx.query(sql.type(row())`
    with lines as (
      select line_number, document_id, amount_minor, base_amount_minor, open_amount_before_minor
      from ${recordset('line', NEW_LINE, lines)}
    ), paid as (
      update payments set open_amount_minor = open_amount_minor - ${allocation.amount_minor}
      where end_customer_id = ${allocation.end_customer_id} and payment_id = ${allocation.payment_id}
    ), reserved as (
      update open_items item set open_amount_minor = item.open_amount_minor - lines.amount_minor,
        base_open_amount_minor = item.base_open_amount_minor - lines.base_amount_minor,
        state = state_of_item(item.open_amount_minor - lines.amount_minor)
      from lines
      where item.end_customer_id = ${allocation.end_customer_id} and item.open_item_id = lines.document_id
    ), allocation as (
      insert into allocations (
        end_customer_id, allocation_id, payment_id, posting_date, currency, amount_minor, request, actor_id, request_id,
        created_at
      ) values (
        ${allocation.end_customer_id}, ${allocation.allocation_id}, ${allocation.payment_id},
        ${allocation.posting_date}, ${allocation.currency}, ${allocation.amount_minor},
        ${JSON.stringify(allocation.request)}::jsonb, ${allocation.actor_id}, ${allocation.request_id},
        ${allocation.created_at}::timestamptz
      )
    )
    insert into allocation_lines (
      end_customer_id, allocation_id, line_number, document_id, amount_minor, base_amount_minor, open_amount_before_minor
    )
    select ${allocation.end_customer_id}, ${allocation.allocation_id}, line_number, document_id, amount_minor,
      base_amount_minor, open_amount_before_minor
    from lines
  `)
}

export type PostedAllocation = {
  readonly end_customer_id: string
  readonly allocation_id: string
  readonly payment_id: string | null
  readonly journal_entry_id: string
  /** Null for the allocation that booked the payment itself. */
  readonly credit_base_minor: bigint | null
  /** The change of the payment's customer credit by the journal entry. */
  readonly credit_change_minor: bigint
  readonly credit_base_change_minor: bigint
  /** The lines of the entry that move items: the journal writes the movements down from these. */
  readonly on: LinesOfItems
}

export async function markAllocationPosted(tx: Tx, { on, ...allocation }: PostedAllocation): Promise<void> {
  await tx.query(sql.type(row())`
    with posted as (
      update allocations set state = 'posted', journal_entry_id = ${allocation.journal_entry_id},
        credit_base_minor = ${allocation.credit_base_minor}, credit_line_number = ${on.ofMoney?.line_number ?? null},
        credit_account_code = ${on.ofMoney?.account_code ?? null},
        closed_line_numbers = ${sql.array(on.closed, 'int2')}
      where end_customer_id = ${allocation.end_customer_id} and allocation_id = ${allocation.allocation_id}
    )
    update payments set credit_minor = credit_minor + ${allocation.credit_change_minor},
      credit_base_minor = credit_base_minor + ${allocation.credit_base_change_minor},
      booked_by = coalesce(booked_by, ${allocation.allocation_id}::uuid)
    where end_customer_id = ${allocation.end_customer_id} and payment_id = ${allocation.payment_id}
  `)
}

/**
 * Gives the amounts of an allocation back: its items are open again, and so is the payment unless the bank has
 * taken it back.
 *
 * @param reversal the journal entry that undoes it; null for an allocation without an entry
 */
export async function releaseAllocation(
  tx: Tx,
  allocation: AllocationRow,
  reversal: { journal_entry_id: string; credit_change_minor: bigint; credit_base_change_minor: bigint } | null,
): Promise<void> {
  const { end_customer_id, allocation_id, payment_id } = allocation
  await tx.query(sql.type(row())`
    with released as (
      update allocations set state = 'reversed', reversal_journal_entry_id = ${reversal?.journal_entry_id ?? null}
      where end_customer_id = ${end_customer_id} and allocation_id = ${allocation_id}
    ), opened as (
      update open_items item set open_amount_minor = item.open_amount_minor + line.amount_minor,
        base_open_amount_minor = item.base_open_amount_minor + line.base_amount_minor, state = 'open'
      from allocation_lines line
      where line.end_customer_id = ${end_customer_id} and line.allocation_id = ${allocation_id}
        and item.end_customer_id = line.end_customer_id and item.open_item_id = line.document_id
    )
    update payments
    set open_amount_minor = open_amount_minor
        + case when returned_by is null then ${allocation.amount_minor}::bigint else 0 end,
      credit_minor = credit_minor + ${reversal?.credit_change_minor ?? 0n},
      credit_base_minor = credit_base_minor + ${reversal?.credit_base_change_minor ?? 0n},
      booked_by = nullif(booked_by, ${allocation_id}::uuid)
    where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
  `)
}

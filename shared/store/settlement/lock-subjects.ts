import { row, sql, type Tx } from '../db/database.ts'

/**
 * Ids of what is locked. Payments stand among the items, in the place of the items that their credit is. `ordered` are the
 * payables among them that were ever ordered to be paid. `named` has for each subject the ids of everything that it shares with others: itself, items, payments, bank entries, and the sources of
 * lines from before control accounts.
 */
export type LockedSubjects = {
  readonly items: readonly string[]
  readonly ordered: readonly string[]
  readonly bank_entries: readonly string[]
  readonly named: ReadonlyMap<string, ReadonlySet<string>>
}

/** Ids of locked rows, and the subjects that name them. */
type Locked = { id: string; subject_ids: string[] }

/**
 * Locks everything that the posting or the reversal of allocations, settlements and facts changes: open items, then
 * payments, then bank entries, each by id. Several subjects are locked together, because locks that were taken subject by
 * subject would mix the three.
 *
 * @param more_bank_entries that the caller is about to use; they are locked in their place
 */
export async function lockSubjects(
  tx: Tx,
  end_customer_id: string,
  subject_ids: readonly string[],
  more_bank_entries: readonly string[] = [],
): Promise<LockedSubjects> {
  const items = await lockItems(tx, end_customer_id, subject_ids)
  const own = items.filter(({ is_item }) => is_item)
  const found = await lockPaymentsOf(tx, end_customer_id, subject_ids, own)
  const payments = found.flatMap(({ entry_id, ...payment }) => (entry_id === null ? [] : { ...payment, entry_id }))
  const bank_entries = await lockBankEntries(tx, end_customer_id, subject_ids, more_bank_entries)
  const named = new Map(subject_ids.map((id) => [id, new Set([id])]))
  const ofPayments = payments.map(({ entry_id, subject_ids }) => ({ id: entry_id, subject_ids }))
  for (const { id, subject_ids } of [...items, ...payments, ...ofPayments, ...bank_entries])
    for (const subject_id of subject_ids) named.get(subject_id)?.add(id)
  const ordered = found.filter(({ entry_id }) => entry_id === null)
  return { items: idsOf([...own, ...payments]), ordered: idsOf(ordered), bank_entries: idsOf(bank_entries), named }
}

function idsOf(locked: readonly { readonly id: string }[]): string[] {
  return locked.map(({ id }) => id)
}

/** Sources of older lines, to which the reversal of a voucher gives back, come with the items: they need no statement. */
function lockItems(tx: Tx, end_customer_id: string, subject_ids: readonly string[]) {
  const subjects = sql.array(subject_ids, 'uuid')
  return tx.any(sql.type(row<Locked & { is_item: boolean }>())`
    with booked as materialized (${entriesOf(end_customer_id, subject_ids)}), named as materialized (
      select allocation_id as subject_id, document_id as open_item_id from allocation_lines
      where end_customer_id = ${end_customer_id} and allocation_id = any(${subjects})
      union all
      select settlement_id, supplier_payable_id from supplier_settlements
      where end_customer_id = ${end_customer_id} and settlement_id = any(${subjects})
      union all
      select source_id, open_item_id
      from booked join open_items item using (entry_number)
      where item.end_customer_id = ${end_customer_id}
      union all
      select source_id, open_item_id
      from booked join open_item_changes change using (entry_number)
      where change.end_customer_id = ${end_customer_id}
    ), locked as materialized (
      select open_item_id, array(
        select subject_id from named where named.open_item_id = open_items.open_item_id
      ) as subject_ids
      from open_items
      where end_customer_id = ${end_customer_id} and payment_id is null
        and open_item_id in (select open_item_id from named)
      order by open_item_id
      for update
    )
    select open_item_id as id, subject_ids, true as is_item from locked
    union all
    select line.source_id, array[booked.source_id], false
    from booked
    join legacy_line_uses used on used.end_customer_id = ${end_customer_id} and used.by_entry_number = booked.entry_number
    join journal_entries line on line.end_customer_id = ${end_customer_id} and line.entry_number = used.entry_number
  `)
}

/**
 * Which of the items are in orders comes with the payments, without one of a bank entry: the query begins when the items are locked,
 * so it sees the order of whoever had locked them before.
 */
function lockPaymentsOf(
  tx: Tx,
  end_customer_id: string,
  subject_ids: readonly string[],
  items: readonly { readonly id: string }[],
) {
  return tx.any(sql.type(row<Locked & { entry_id: string | null }>())`
    with booked as materialized (${entriesOf(end_customer_id, subject_ids)}), named as materialized (
      select allocation_id as subject_id, payment_id from allocations
      where end_customer_id = ${end_customer_id} and allocation_id = any(${sql.array(subject_ids, 'uuid')})
      union all
      select source_id, payment_id
      from booked join open_items item using (entry_number)
      where item.end_customer_id = ${end_customer_id} and payment_id is not null
      union all
      select source_id, payment_id
      from booked
      join open_item_changes change using (entry_number)
      join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = change.open_item_id
      where change.end_customer_id = ${end_customer_id} and payment_id is not null
    ), locked as materialized (
      select payment_id, entry_id, array(
        select subject_id from named where named.payment_id = payments.payment_id
      ) as subject_ids
      from payments
      where end_customer_id = ${end_customer_id} and payment_id in (select payment_id from named)
      order by payment_id
      for update
    )
    select payment_id as id, entry_id, subject_ids from locked
    union all
    select supplier_payable_id, null, '{}'
    from payment_order_lines
    where end_customer_id = ${end_customer_id} and supplier_payable_id = any(${sql.array(idsOf(items), 'uuid')})
  `)
}

function lockBankEntries(tx: Tx, end_customer_id: string, subject_ids: readonly string[], more: readonly string[]) {
  const subjects = sql.array(subject_ids, 'uuid')
  return tx.any(sql.type(row<Locked>())`
    with named as materialized (
      select source_id as subject_id, entry_id from bank_entry_uses
      where end_customer_id = ${end_customer_id} and state <> 'released' and source_id = any(${subjects})
      union all
      select booked.source_id, entry_id
      from journal_entries booked
      join bank_entry_uses used
        on used.end_customer_id = booked.end_customer_id and used.journal_entry_id = booked.journal_entry_id
      where booked.end_customer_id = ${end_customer_id} and booked.source_id = any(${subjects}) and reversal_of is null
        and state <> 'released'
      union all
      -- The reversal books the bank entry by which the money came back.
      select subject_id, entry_id from bank_returns
      where end_customer_id = ${end_customer_id} and subject_id = any(${subjects}) and source_fact_id is null
        and undone_at is null
      union all
      select null, unnest(${sql.array(more, 'uuid')})
    )
    select entry_id as id, array(
      select subject_id from named where named.entry_id = camt053_entries.entry_id and subject_id is not null
    ) as subject_ids
    from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (select entry_id from named)
    order by entry_id
    for update
  `)
}

/** The entries that have booked the subjects. */
function entriesOf(end_customer_id: string, subject_ids: readonly string[]) {
  return sql.fragment`
    select source_id, entry_number from journal_entries
    where end_customer_id = ${end_customer_id} and source_id = any(${sql.array(subject_ids, 'uuid')})
      and reversal_of is null
  `
}

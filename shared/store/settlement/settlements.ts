import type { Direction } from '../../camt053/figures.ts'
import type { OpenItemState } from '../../contract/open-items/open-items.ts'
import type { SettlementState } from '../../contract/settlement/settlements.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Visibility } from '../facts/source-facts.ts'
import { isBeingReversed } from './allocations.ts'
import type { IntentRow } from './intents.ts'

export type LockedPayable = {
  supplier_payable_id: string
  account_code: string
  supplier_name: string
  currency: string
  base_currency: string
  open_amount_minor: bigint
  base_open_amount_minor: bigint
  state: OpenItemState
  is_being_reversed: boolean
}

/** Sees what the holder of the lock before us has done. sql.md: lock, then read */
export async function lockPayable(tx: Tx, end_customer_id: string, supplier_payable_id: string) {
  await tx.query(sql.type(row())`
    select from supplier_payables
    where end_customer_id = ${end_customer_id} and supplier_payable_id = ${supplier_payable_id}
    for update
  `)
  return tx.maybeOne(sql.type(row<LockedPayable>())`
    select supplier_payable_id, account_code, supplier_name, currency, base_currency, open_amount_minor,
      base_open_amount_minor, state, ${isBeingReversed(sql.fragment`payable`)} as is_being_reversed
    from supplier_payables payable join end_customers using (end_customer_id)
    where end_customer_id = ${end_customer_id} and supplier_payable_id = ${supplier_payable_id}
  `)
}

/** Holds the open items of a fact, so that nobody uses them while its reversal is being asked for. */
export async function lockOpenItemsOfFact(tx: Tx, end_customer_id: string, source_fact_id: string): Promise<void> {
  for (const table of ['documents', 'supplier_payables']) {
    await tx.query(sql.type(row())`
      select from ${sql.identifier([table])}
      where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id}
      for update
    `)
  }
}

/** A booking of the bank that somebody names as evidence. */
export type EvidenceEntry = {
  entry_id: string
  account: string
  currency: string
  amount_minor: bigint
  used_minor: bigint
  credit_debit: Direction
  is_booked: boolean
  is_reversal: boolean
}

export function lockEvidence(tx: Tx, end_customer_id: string, canonical_entry_hash: string) {
  return tx.maybeOne(sql.type(row<EvidenceEntry>())`
    select entry_id, account, currency, amount_minor, used_minor, credit_debit, is_booked, is_reversal
    from camt053_entries
    where end_customer_id = ${end_customer_id} and canonical_entry_hash = ${canonical_entry_hash}
    for update
  `)
}

export type NewSettlement = {
  readonly end_customer_id: string
  readonly settlement_id: string
  readonly supplier_payable_id: string
  readonly settlement_date: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  readonly open_amount_before_minor: bigint
  readonly bank_reference: string | null
  readonly evidence_sha256: string | null
  readonly evidence_entry_id: string | null
  readonly evidence_used_minor: bigint
  readonly bank_base_minor: bigint | null
  readonly bank_account: string | null
  readonly reviewer_justification: string
  readonly actor_id: string
  readonly request_id: string
  readonly created_at: string
}

/** Keeps a settlement and takes what it uses out of the payable and the evidence, so that nobody else gets it. */
export async function insertSettlement(tx: Tx, own: NewSettlement): Promise<void> {
  await tx.query(sql.type(row())`
    with reserved as (
      update supplier_payables set open_amount_minor = open_amount_minor - ${own.amount_minor},
        base_open_amount_minor = base_open_amount_minor - ${own.base_amount_minor},
        state = case when open_amount_minor = ${own.amount_minor} then 'settled' else 'open' end
      where end_customer_id = ${own.end_customer_id} and supplier_payable_id = ${own.supplier_payable_id}
    ), used as (
      update camt053_entries set used_minor = used_minor + ${own.evidence_used_minor}
      where end_customer_id = ${own.end_customer_id} and entry_id = ${own.evidence_entry_id}::uuid
    )
    insert into supplier_settlements (
      end_customer_id, settlement_id, supplier_payable_id, settlement_date, currency, amount_minor, base_amount_minor,
      open_amount_before_minor, bank_reference, evidence_sha256, evidence_entry_id, evidence_used_minor,
      bank_base_minor, bank_account, reviewer_justification, actor_id, request_id, created_at
    ) values (
      ${own.end_customer_id}, ${own.settlement_id}, ${own.supplier_payable_id}, ${own.settlement_date},
      ${own.currency}, ${own.amount_minor}, ${own.base_amount_minor}, ${own.open_amount_before_minor},
      ${own.bank_reference}, ${own.evidence_sha256}, ${own.evidence_entry_id}, ${own.evidence_used_minor},
      ${own.bank_base_minor}, ${own.bank_account}, ${own.reviewer_justification}, ${own.actor_id}, ${own.request_id},
      ${own.created_at}::timestamptz
    )
  `)
}

export type SettlementRow = NewSettlement & {
  state: SettlementState
  account_code: string
  supplier_name: string
  evidence_currency: string | null
  journal_entry_id: string | null
  reversal_journal_entry_id: string | null
  intents: IntentRow[]
}

const settlements = sql.fragment`
  select settlement.end_customer_id, settlement_id, supplier_payable_id, settlement.state, settlement_date,
    settlement.currency, settlement.amount_minor, settlement.base_amount_minor, open_amount_before_minor,
    bank_reference, evidence_sha256, evidence_entry_id, evidence_used_minor, entry.currency as evidence_currency,
    bank_base_minor, bank_account, reviewer_justification, settlement.journal_entry_id, reversal_journal_entry_id,
    actor_id, request_id, settlement.created_at, payable.account_code, supplier_name,
    (
      select coalesce(jsonb_agg(to_jsonb(intents) order by intent_id), '[]') from intents
      where intents.end_customer_id = settlement.end_customer_id and subject_id = settlement_id
    ) as intents
  from supplier_settlements settlement
  join supplier_payables payable using (end_customer_id, supplier_payable_id)
  left join camt053_entries entry
    on entry.end_customer_id = settlement.end_customer_id and entry.entry_id = settlement.evidence_entry_id
`

export function findSettlement(db: Db, settlement_id: string, visible: Visibility): Promise<SettlementRow | null> {
  const isVisible =
    visible === null
      ? sql.fragment`true`
      : sql.fragment`settlement.end_customer_id = any(${sql.array(visible, 'uuid')})`
  return db.maybeOne(sql.type(row<SettlementRow>())`
    ${settlements} where settlement_id = ${settlement_id} and ${isVisible}
  `)
}

/** Oldest first; one row more than the limit tells whether there are more. */
export function listSettlements(
  db: Db,
  supplier_payable_id: string,
  visible: Visibility,
  after: string | null,
  limit: number,
): Promise<readonly SettlementRow[]> {
  const isVisible =
    visible === null
      ? sql.fragment`true`
      : sql.fragment`settlement.end_customer_id = any(${sql.array(visible, 'uuid')})`
  return db.any(sql.type(row<SettlementRow>())`
    ${settlements}
    where supplier_payable_id = ${supplier_payable_id} and ${isVisible}
      and (${after}::uuid is null or settlement_id > ${after}::uuid)
    order by settlement_id
    limit ${limit + 1}
  `)
}

type Key = Pick<SettlementRow, 'end_customer_id' | 'settlement_id'>

export async function markSettlementPosted(tx: Tx, own: Key, journal_entry_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update supplier_settlements set state = 'posted', journal_entry_id = ${journal_entry_id}
    where end_customer_id = ${own.end_customer_id} and settlement_id = ${own.settlement_id}
  `)
}

/** Gives back what a settlement took: the payable is open again and the evidence unused. */
export async function releaseSettlement(tx: Tx, own: SettlementRow, reversal_entry_id: string | null): Promise<void> {
  const { end_customer_id, settlement_id, supplier_payable_id } = own
  await tx.query(sql.type(row())`
    with released as (
      update supplier_settlements set state = 'reversed', reversal_journal_entry_id = ${reversal_entry_id}
      where end_customer_id = ${end_customer_id} and settlement_id = ${settlement_id}
    ), unused as (
      update camt053_entries set used_minor = used_minor - ${own.evidence_used_minor}
      where end_customer_id = ${end_customer_id} and entry_id = ${own.evidence_entry_id}::uuid
    )
    update supplier_payables set open_amount_minor = open_amount_minor + ${own.amount_minor},
      base_open_amount_minor = base_open_amount_minor + ${own.base_amount_minor}, state = 'open'
    where end_customer_id = ${end_customer_id} and supplier_payable_id = ${supplier_payable_id}
  `)
}

/** What still holds a part of the open item of a fact: allocations of its document, settlements of its payable. */
export function findUsesOfFact(db: Db, end_customer_id: string, source_fact_id: string) {
  return db.any(sql.type(row<{ kind: 'payment_allocation' | 'supplier_payable_settlement'; id: string }>())`
    select 'payment_allocation' as kind, allocation_id as id
    from documents
    join allocation_lines using (end_customer_id, document_id)
    join allocations using (end_customer_id, allocation_id)
    where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id} and allocations.state <> 'reversed'
    union all
    select 'supplier_payable_settlement', settlement_id
    from supplier_payables payable
    join supplier_settlements settlement using (end_customer_id, supplier_payable_id)
    where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id} and settlement.state <> 'reversed'
    order by 1, 2
  `)
}

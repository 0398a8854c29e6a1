import type { BlockerCode } from '../../accounting/facts/blockers.ts'
import type { EventType, SubjectType } from '../../contract/platform/events.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { type Measured, measured, type Page, pageOf } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'

export type NewEvent = {
  readonly end_customer_id: string
  readonly event_type: EventType
  readonly subject_type: SubjectType
  readonly subject_id: string
  readonly journal_entry_id: string | null
  readonly blocker_codes: readonly BlockerCode[]
}

const NEW_EVENT = {
  end_customer_id: 'uuid',
  event_type: 'text',
  subject_type: 'text',
  subject_id: 'uuid',
  journal_entry_id: 'uuid',
  blocker_codes: 'jsonb',
  position: 'int4',
} as const

/**
 * Appends events about the work of the transaction, those of each end customer in their order. It comes last in its
 * transaction: the heads of the feeds are locked until the commit, and the holder of one waits for nothing else.
 */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.query(eventsInsert(events))
}

/** The query of appendEvents, for callers that build it before they run it. */
export function eventsInsert(events: readonly NewEvent[]) {
  return sql.prepared('append_events', row())`
    with new_events as (
      select end_customer_id, event_type, subject_type, subject_id, journal_entry_id, blocker_codes,
        row_number() over (partition by end_customer_id order by position) as number_in_feed
      from ${recordset(
        'event',
        NEW_EVENT,
        events.map((event, position) => ({ ...event, position })),
      )}
    ), counts as (
      select end_customer_id, count(*) as event_count from new_events group by end_customer_id
    ), heads as (
      insert into event_heads (end_customer_id, last_event_number)
      select end_customer_id, event_count from counts order by end_customer_id
      on conflict (end_customer_id) do update
        set last_event_number = event_heads.last_event_number + excluded.last_event_number
      returning end_customer_id, last_event_number
    )
    insert into events (
      end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id, blocker_codes
    )
    select end_customer_id, last_event_number - event_count + number_in_feed, event_type, subject_type, subject_id,
      journal_entry_id, array(select jsonb_array_elements_text(blocker_codes))
    from new_events join counts using (end_customer_id) join heads using (end_customer_id)
  `
}

/** An event without an entry and blockers. */
export function plainEvent(
  { end_customer_id, subject_type, subject_id }: Pick<NewEvent, 'end_customer_id' | 'subject_type' | 'subject_id'>,
  event_type: EventType,
): NewEvent {
  return { end_customer_id, event_type, subject_type, subject_id, journal_entry_id: null, blocker_codes: [] }
}

/** What has booked a bank entry is another now, or it was dismissed. */
export function bankEntryChanged(end_customer_id: string, entry_id: string): NewEvent {
  return plainEvent({ end_customer_id, subject_type: 'camt053_entry', subject_id: entry_id }, 'bank_entry.changed')
}

/** Money that came back is accepted, or that is taken back. */
export function returnChanged(
  { end_customer_id, return_id }: { readonly end_customer_id: string; readonly return_id: string },
  event_type: 'bank_return.created' | 'bank_return.reversed',
): NewEvent {
  return plainEvent({ end_customer_id, subject_type: 'bank_return', subject_id: return_id }, event_type)
}

/** What became of payments of orders. */
export function ordersChanged(
  end_customer_id: string,
  payment_order_ids: readonly string[],
  event_type: EventType,
): NewEvent[] {
  return [...new Set(payment_order_ids)].map((subject_id) =>
    plainEvent({ end_customer_id, subject_type: 'payment_order', subject_id }, event_type),
  )
}

/** A year was closed, or the closing that it answered with no longer counts. */
export function yearChanged(end_customer_id: string, closing_id: string, state: 'closed' | 'open'): NewEvent {
  const event_type = state === 'closed' ? 'fiscal_year.closed' : 'fiscal_year.reopened'
  return plainEvent({ end_customer_id, subject_type: 'fiscal_year_closing', subject_id: closing_id }, event_type)
}

/** The end customer is registered for VAT otherwise, from a day on. */
export function vatRegistrationChanged(end_customer_id: string): NewEvent {
  return plainEvent(
    { end_customer_id, subject_type: 'end_customer', subject_id: end_customer_id },
    'vat_registration.changed',
  )
}

/** A VAT return was filed; the entry transfers its tax. */
export function vatReturnFiled(end_customer_id: string, filing_id: string, journal_entry_id: string | null): NewEvent {
  const event = plainEvent({ end_customer_id, subject_type: 'vat_filing', subject_id: filing_id }, 'vat_return.filed')
  return { ...event, journal_entry_id }
}

/** Consideration has changed: the entry transfers the tax of open items. */
export function taxTransferred(end_customer_id: string, transfer_id: string, journal_entry_id: string): NewEvent {
  const subject = { end_customer_id, subject_type: 'vat_transfer', subject_id: transfer_id } as const
  return { ...plainEvent(subject, 'vat_tax.transferred'), journal_entry_id }
}

/** Somebody has said whether a supplier is in the VAT register: its bills are decided by that from now on. */
export function supplierUidAnswered(end_customer_id: string): NewEvent {
  return plainEvent(
    { end_customer_id, subject_type: 'end_customer', subject_id: end_customer_id },
    'supplier_uid.answered',
  )
}

/** A receiver of webhooks has failed for too long, or wants no more: the subscription says which. */
export function webhookSwitchedOff(end_customer_id: string, subscription_id: string): NewEvent {
  return plainEvent(
    { end_customer_id, subject_type: 'webhook_subscription', subject_id: subscription_id },
    'webhook.switched_off',
  )
}

const ITEM_SUBJECTS = {
  document_id: 'document',
  supplier_payable_id: 'supplier_payable',
  payment_id: 'payment',
} as const

/** A voucher has changed an open item or a payment's credit, or its reversal has. */
export function itemChanged(end_customer_id: string, by: keyof typeof ITEM_SUBJECTS, subject_id: string): NewEvent {
  return plainEvent({ end_customer_id, subject_type: ITEM_SUBJECTS[by], subject_id }, 'open_item.changed')
}

export type EventRow = NewEvent & {
  event_number: bigint
  created_at: string
  /** Those of the fact; null where the event is not about one. */
  source_system: string | null
  external_reference: string | null
  /** Of the closing; null where the event is not about one. */
  fiscal_year_id: string | null
}

/** In the order of the feed. */
export async function listEvents(
  db: Db,
  end_customer_id: string,
  after: bigint,
  limit: number,
): Promise<Page<EventRow>> {
  const events = sql.fragment`
    select event.end_customer_id, event_number, event_type, subject_type, subject_id, event.journal_entry_id,
      event.blocker_codes, event.created_at, source_system, external_reference, fiscal_year_id
    from (
      select end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id, blocker_codes,
        created_at
      from events
      ${keysetPage({
        conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
        key: 'event_number',
        after,
        limit: limit + 1,
      })}
    ) event
    left join source_facts fact
      on subject_type = 'source_fact' and fact.end_customer_id = event.end_customer_id and source_fact_id = subject_id
    left join fiscal_year_closings closing
      on subject_type = 'fiscal_year_closing' and closing.end_customer_id = event.end_customer_id
      and closing_id = subject_id
    order by event_number
  `
  return pageOf(await db.any(sql.prepared('list_events', row<Measured<EventRow>>())`${measured(events)}`), limit)
}

export type EventHead = {
  readonly end_customer_id: string
  readonly first_kept_number: bigint
  readonly last_event_number: bigint
  /** Its feed goes on in another ledger database. */
  readonly is_gone: boolean
}

/** Feeds that nothing was ever appended to are missing from the answer. */
export function findEventHeads(db: Db, end_customer_ids: readonly string[]): Promise<readonly EventHead[]> {
  return db.any(sql.prepared('find_event_heads', row<EventHead>())`
    select end_customer_id, coalesce(first_kept_number, 1) as first_kept_number, last_event_number, exists (
      select from fences fence where fence.end_customer_id = event_heads.end_customer_id and fence.state = 'gone'
    ) as is_gone
    from event_heads
    where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `)
}

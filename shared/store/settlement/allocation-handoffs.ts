import type { Json } from '../../contract/schema.ts'
import type { AllocationHandoffRequest } from '../../contract/settlement/handoffs.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type Handoff = {
  readonly end_customer_id: string
  readonly handoff_id: string
  readonly candidate_id: string
  readonly payment_id: string
  readonly target_document_id: string
  readonly request: Json
  readonly allocation_request_payload: Json
  readonly allocation_request_payload_hash: string
  readonly idempotency_key: string
  readonly actor_id: string
  readonly request_id: string
  readonly created_at: string
}

export async function insertHandoff(tx: Tx, handoff: Handoff): Promise<void> {
  await tx.query(sql.type(row())`
    insert into allocation_handoffs (
      end_customer_id, handoff_id, candidate_id, payment_id, target_document_id, request, allocation_request_payload,
      allocation_request_payload_hash, idempotency_key, actor_id, request_id, created_at
    ) values (
      ${handoff.end_customer_id}, ${handoff.handoff_id}, ${handoff.candidate_id}, ${handoff.payment_id},
      ${handoff.target_document_id}, ${JSON.stringify(handoff.request)}::jsonb,
      ${JSON.stringify(handoff.allocation_request_payload)}::jsonb, ${handoff.allocation_request_payload_hash},
      ${handoff.idempotency_key}, ${handoff.actor_id}, ${handoff.request_id}, ${handoff.created_at}::timestamptz
    )
  `)
}

/** Links an allocation to the oldest handoff that proposed exactly its request. */
export async function linkHandoff(
  tx: Tx,
  end_customer_id: string,
  payload_hash: string,
  allocation_id: string,
): Promise<void> {
  await tx.query(sql.type(row())`
    update allocation_handoffs set allocation_id = ${allocation_id}
    where end_customer_id = ${end_customer_id} and handoff_id = (
      select handoff_id from allocation_handoffs
      where end_customer_id = ${end_customer_id} and allocation_request_payload_hash = ${payload_hash}
        and allocation_id is null
      order by handoff_id
      limit 1
    )
  `)
}

export type HandoffRow = Handoff & {
  allocation_id: string | null
  candidate_hash: string
  import_id: string
  request: AllocationHandoffRequest
}

const handoffs = sql.fragment`
  select handoff.end_customer_id, handoff_id, candidate_id, handoff.payment_id, target_document_id, request,
    allocation_request_payload, allocation_request_payload_hash, idempotency_key, actor_id, request_id,
    handoff.created_at, allocation_id, candidate_hash, import_id
  from allocation_handoffs handoff join settlement_candidates using (end_customer_id, candidate_id)
`

export function findHandoff(db: Db, handoff_id: string, visible: Visibility): Promise<HandoffRow | null> {
  return db.maybeOne(sql.type(row<HandoffRow>())`
    ${handoffs} where handoff_id = ${handoff_id} and ${visibleTo(visible, sql.fragment`handoff.end_customer_id`)}
  `)
}

/** Oldest first. */
export function listHandoffs(
  db: Db,
  candidate_id: string,
  visible: Visibility,
  after: string | null,
  limit: number,
): Promise<Page<HandoffRow>> {
  return listPage<HandoffRow>(
    db,
    sql.fragment`
    ${handoffs}
    ${keysetPage({
      conditions: [
        sql.fragment`candidate_id = ${candidate_id}`,
        visibleTo(visible, sql.fragment`handoff.end_customer_id`),
      ],
      key: 'handoff_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

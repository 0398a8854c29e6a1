import type { CandidateState, TargetType } from '../../contract/bank/payments.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'

export type NewCandidate = {
  readonly candidate_id: string
  readonly import_id: string
  readonly entry_id: string
  readonly payment_id: string | null
  readonly target_type: TargetType
  readonly target_id: string
  /** Of a rule. */
  readonly rule_version: number | null
  readonly amount_minor: string
  readonly currency: string
  readonly score: number
  readonly reasons: readonly string[]
  /** What the terms of the document let be taken off, and was. */
  readonly discount_minor: string
  /** The other targets that the same money pays. */
  readonly together_with: readonly string[]
  /** Of a return: what it undoes, and what the bank has kept of the money or taken on top. */
  readonly returned_of?: 'allocation' | 'settlement' | null
  readonly charges_minor?: string
  readonly candidate_hash: string
}

const NEW_CANDIDATE = {
  candidate_id: 'uuid',
  import_id: 'uuid',
  entry_id: 'uuid',
  payment_id: 'uuid',
  target_type: 'text',
  target_id: 'uuid',
  rule_version: 'int4',
  amount_minor: 'int8',
  currency: 'text',
  score: 'int4',
  reasons: 'jsonb',
  discount_minor: 'int8',
  together_with: 'jsonb',
  returned_of: 'text',
  charges_minor: 'int8',
  candidate_hash: 'text',
} as const

/** Replaces the candidates of an end customer by these: known ones stay, others are superseded. */
export async function replaceCandidates(
  tx: Tx,
  end_customer_id: string,
  candidates: readonly NewCandidate[],
): Promise<void> {
  const hashes = sql.array(
    candidates.map(({ candidate_hash }) => candidate_hash),
    'text',
  )
  await tx.query(sql.type(row())`
    update settlement_candidates set state = case when candidate_hash = any(${hashes}) then 'open' else 'superseded' end
    where end_customer_id = ${end_customer_id} and (state = 'open') <> (candidate_hash = any(${hashes}))
  `)
  await tx.query(sql.type(row())`
    insert into settlement_candidates (
      end_customer_id, candidate_id, import_id, entry_id, payment_id, target_type, target_id, rule_version, amount_minor,
      currency, score, reasons, discount_minor, together_with, returned_of, charges_minor, candidate_hash, created_at
    )
    select ${end_customer_id}, candidate_id, import_id, entry_id, payment_id, target_type, target_id, rule_version,
      amount_minor, currency, score, array(select jsonb_array_elements_text(reasons)), discount_minor,
      array(select jsonb_array_elements_text(together_with)::uuid), returned_of, charges_minor, candidate_hash, now()
    from ${recordset('candidate', NEW_CANDIDATE, candidates.map(asRow))}
    on conflict on constraint settlement_candidates_hash do nothing
  `)
}

function asRow({ returned_of = null, charges_minor = '0', ...candidate }: NewCandidate) {
  return { ...candidate, returned_of, charges_minor }
}

export type CandidateRow = {
  end_customer_id: string
  candidate_id: string
  import_id: string
  entry_id: string
  payment_id: string | null
  target_type: TargetType
  target_id: string
  rule_version: number | null
  amount_minor: bigint
  currency: string
  score: number
  reasons: string[]
  discount_minor: bigint
  together_with: string[]
  returned_of: 'allocation' | 'settlement' | null
  charges_minor: bigint
  candidate_hash: string
  state: CandidateState
  created_at: string
}

const columns = sql.fragment`
  end_customer_id, candidate_id, import_id, entry_id, payment_id, target_type, target_id, rule_version, amount_minor,
  currency, score, reasons, discount_minor, together_with, returned_of, charges_minor, candidate_hash, state,
  created_at
`

export function findCandidate(db: Db, candidate_id: string, visible: Visibility): Promise<CandidateRow | null> {
  return db.maybeOne(sql.type(row<CandidateRow>())`
    select ${columns} from settlement_candidates where candidate_id = ${candidate_id} and ${visibleTo(visible)}
  `)
}

export type CandidateFilter = {
  readonly end_customer_id: string
  readonly state: CandidateRow['state'] | null
  readonly target_type: TargetType | null
  readonly payment_uuid: string | null
  readonly import_uuid: string | null
  readonly limit: number
}

/** Oldest first. */
export function listCandidates(db: Db, filter: CandidateFilter, after: string | null): Promise<Page<CandidateRow>> {
  const { end_customer_id, state, target_type, payment_uuid, import_uuid, limit } = filter
  return listPage<CandidateRow>(
    db,
    sql.fragment`
    select ${columns} from settlement_candidates
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        state && sql.fragment`state = ${state}`,
        target_type && sql.fragment`target_type = ${target_type}`,
        payment_uuid && sql.fragment`payment_id = ${payment_uuid}`,
        import_uuid && sql.fragment`import_id = ${import_uuid}`,
      ],
      key: 'candidate_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

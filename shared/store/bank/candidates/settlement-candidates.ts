import type { CandidateVoucherLine } from '../../../contract/bank/candidate-voucher-line.ts'
import type { CandidateState, TargetType } from '../../../contract/bank/payments.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../../db/filters.ts'
import { listPage, type Page } from '../../db/pages/list-page.ts'

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
  voucher_lines: CandidateVoucherLine[]
  returned_of: 'allocation' | 'settlement' | null
  charges_minor: bigint
  candidate_hash: string
  state: CandidateState
  created_at: string
}

const columns = sql.fragment`
  end_customer_id, candidate_id, import_id, entry_id, payment_id, target_type, target_id, rule_version, amount_minor,
  currency, score, reasons, discount_minor, together_with, voucher_lines, returned_of, charges_minor, candidate_hash,
  state, created_at
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

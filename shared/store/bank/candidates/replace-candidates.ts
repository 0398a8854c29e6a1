import type { CandidateVoucherLine } from '../../../contract/bank/candidate-voucher-line.ts'
import type { TargetType } from '../../../contract/bank/payments.ts'
import type { Pause } from '../../../process/pause.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

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
  readonly voucher_lines?: readonly CandidateVoucherLine[]
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
  voucher_lines: 'jsonb',
  returned_of: 'text',
  charges_minor: 'int8',
  candidate_hash: 'text',
} as const

/** Candidates that one query reads, supersedes or writes. */
const STEP = 500

/**
 * Replaces the candidates of an end customer by these: known ones stay, others are superseded. A long bank statement has
 * some for each of its lines, so they are read and written some at a time, and what stays is not sent at all.
 *
 * @param pause between two steps
 * @param step so many at a time
 */
export async function replaceCandidates(
  tx: Tx,
  end_customer_id: string,
  candidates: readonly NewCandidate[],
  pause: Pause,
  step = STEP,
): Promise<void> {
  const wanted = new Map(candidates.map((candidate) => [candidate.candidate_hash, candidate]))
  for (let after: string | null = null; ; ) {
    const open: readonly OpenCandidate[] = await findOpenCandidates(tx, end_customer_id, after, step)
    const others = open.filter(({ candidate_hash }) => !wanted.delete(candidate_hash))
    if (others.length > 0) await supersede(tx, end_customer_id, others)
    await pause()
    if (open.length < step) break
    after = open.at(-1)?.candidate_id ?? null
  }
  const missing = [...wanted.values()]
  for (let from = 0; from < missing.length; from += step) {
    await openCandidates(tx, end_customer_id, missing.slice(from, from + step))
    await pause()
  }
}

type OpenCandidate = { candidate_id: string; candidate_hash: string }

function findOpenCandidates(
  tx: Tx,
  end_customer_id: string,
  after: string | null,
  limit: number,
): Promise<readonly OpenCandidate[]> {
  return tx.any(sql.type(row<OpenCandidate>())`
    select candidate_id, candidate_hash from settlement_candidates
    where end_customer_id = ${end_customer_id} and state = 'open'
      and (${after}::uuid is null or candidate_id > ${after}::uuid)
    order by candidate_id
    limit ${limit}
  `)
}

async function supersede(tx: Tx, end_customer_id: string, candidates: readonly OpenCandidate[]): Promise<void> {
  const ids = sql.array(
    candidates.map(({ candidate_id }) => candidate_id),
    'uuid',
  )
  await tx.query(sql.type(row())`
    update settlement_candidates set state = 'superseded'
    where end_customer_id = ${end_customer_id} and candidate_id = any(${ids})
  `)
}

/** Those that are new, and those that are open again. */
async function openCandidates(tx: Tx, end_customer_id: string, candidates: readonly NewCandidate[]): Promise<void> {
  await tx.query(sql.type(row())`
    insert into settlement_candidates (
      end_customer_id, candidate_id, import_id, entry_id, payment_id, target_type, target_id, rule_version, amount_minor,
      currency, score, reasons, discount_minor, together_with, voucher_lines, returned_of, charges_minor, candidate_hash, created_at
    )
    select ${end_customer_id}, candidate_id, import_id, entry_id, payment_id, target_type, target_id, rule_version,
      amount_minor, currency, score, array(select jsonb_array_elements_text(reasons)), discount_minor,
      array(select jsonb_array_elements_text(together_with)::uuid), voucher_lines, returned_of, charges_minor, candidate_hash, now()
    from ${recordset('candidate', NEW_CANDIDATE, candidates.map(asRow))}
    on conflict on constraint settlement_candidates_hash do update set state = 'open'
  `)
}

function asRow({ returned_of = null, charges_minor = '0', voucher_lines = [], ...candidate }: NewCandidate) {
  return { ...candidate, returned_of, charges_minor, voucher_lines }
}

import { type Db, row, sql } from '../../db/database.ts'
import type { CandidateRow } from './settlement-candidates.ts'

export type NamesOfCandidate = {
  candidate_id: string
  partner_name: string | null
  document_number: string | null
  /** Of the payment, as the bank names it. */
  debtor_name: string | null
  booking_date: string | null
}

/** Who has paid, and whose document it is: what people compare. Candidates of one end customer. */
export async function findNamesOfCandidates(
  db: Db,
  end_customer_id: string,
  candidates: readonly Pick<CandidateRow, 'candidate_id'>[],
): Promise<ReadonlyMap<string, NamesOfCandidate>> {
  const ids = candidates.map(({ candidate_id }) => candidate_id)
  const rows = await db.any(sql.type(row<NamesOfCandidate>())`
    select candidate.candidate_id, item.partner_name, item.document_number, payment.debtor_name,
      entry.booking_date
    from settlement_candidates candidate
    left join open_items item on item.end_customer_id = candidate.end_customer_id
      and item.open_item_id = candidate.target_id and candidate.target_type in ('document', 'supplier_payable')
    left join payments payment on payment.end_customer_id = candidate.end_customer_id
      and payment.payment_id = candidate.payment_id
    left join camt053_entries entry on entry.end_customer_id = candidate.end_customer_id
      and entry.entry_id = candidate.entry_id
    where candidate.end_customer_id = ${end_customer_id} and candidate.candidate_id = any(${sql.array(ids, 'uuid')})
  `)
  return new Map(rows.map((names) => [names.candidate_id, names]))
}

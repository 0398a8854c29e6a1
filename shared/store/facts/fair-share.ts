import { NIL } from 'uuid'
import { firstUuidAt } from '../../process/ids.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { partitionOf } from '../journal/ledger-heads.ts'
import { isUndecided } from './fact-states.ts'
import { MAX_EXTRA_FACTS } from './waiting-facts.ts'

const MAX_EXTRA_CUSTOMERS = 8

/**
 * A few end customers of some partitions, besides those of the batch, whose facts have waited a while: the next ones behind a random
 * place in the order of their ids, and the first ones. A skip scan over the index of waiting facts finds them (sql.md: skip scan).
 * Only the facts that the batch would decide are looked at. New ones wait since they came, others since they are to be decided again.
 *
 * @param from the place
 * @param waits_ms how long one of their facts has waited at least
 */
export async function findFairShareCustomers(
  tx: Tx,
  batch_customers: readonly string[],
  partitions: readonly number[],
  { from, waits_ms }: { readonly from: string; readonly waits_ms: number },
): Promise<readonly string[]> {
  if (partitions.length === 0) return []
  const since = Date.now() - waits_ms
  const waiting = await tx.anyFirst(sql.prepared('find_fair_share_customers', row<{ end_customer_id: string }>())`
    select end_customer_id from (
      select end_customer_id from waiting_customers(${from}::uuid, ${MAX_EXTRA_CUSTOMERS}) as after_place (end_customer_id)
      union
      select end_customer_id from waiting_customers(${NIL}::uuid, ${MAX_EXTRA_CUSTOMERS}) as first (end_customer_id)
    ) candidate
    where exists (
      select from (
        select source_fact_id, decide_again_at from fact_states
        where fact_states.end_customer_id = candidate.end_customer_id and ${isUndecided}
        order by source_fact_id
        limit ${MAX_EXTRA_FACTS}
      ) earliest
      where case when decide_again_at is null then source_fact_id < ${firstUuidAt(since)}
        else decide_again_at < ${new Date(since).toISOString()} end
    )
  `)
  return waiting.filter((id) => !batch_customers.includes(id) && partitions.includes(partitionOf(id)))
}

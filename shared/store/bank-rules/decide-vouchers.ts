import type { Blocker } from '../../accounting/facts/blockers.ts'
import { decideFacts } from '../../accounting/facts/decide-facts.ts'
import { beginEvaluation } from '../../accounting/facts/evaluation.ts'
import { type PreparedFact, prepareFact } from '../../accounting/facts/prepare-fact.ts'
import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import { newUuid } from '../../process/ids.ts'
import type { Db } from '../db/database.ts'
import { loadBatchContext } from '../facts/load-batch-context.ts'

/**
 * What would stop each of these vouchers, if they were sent now, one after the other. It takes no lock and writes nothing.
 *
 * @param settings of the end customer of the vouchers
 * @param today the day in Switzerland
 */
export async function findBlockersOf(
  db: Db,
  settings: PostingSettings,
  vouchers: readonly JournalVoucherRequest[],
  today: string,
): Promise<readonly (readonly Blocker[])[]> {
  if (vouchers.length === 0) return []
  const facts = vouchers.map(preparedOf)
  const customers = new Map(facts.map(({ end_customer_id }) => [end_customer_id, settings]))
  const evaluation = beginEvaluation(await loadBatchContext(db, facts, customers, new Map(), today))
  decideFacts(evaluation, facts)
  return facts.map(({ source_fact_id }) => evaluation.decisions.get(source_fact_id)?.blockers ?? [])
}

function preparedOf(request: JournalVoucherRequest): PreparedFact {
  const { end_customer_id, source_system, external_reference, business_date } = request
  return prepareFact({
    end_customer_id,
    source_fact_id: newUuid(),
    fact_type: 'journal_voucher' as const,
    source_system,
    external_reference,
    business_date,
    actor_id: '',
    request_id: '',
    request,
    request_hash: '',
  })
}

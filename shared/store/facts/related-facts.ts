import { LOOSE_KEY_LENGTH } from '../../accounting/documents/duplicate-key.ts'
import type { RelatedFact } from '../../accounting/facts/batch-context.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { type SourceFactRow, statesThenFacts } from './source-facts.ts'

const RELATED_FACT_KEY = {
  end_customer_id: 'uuid',
  source_fact_id: 'uuid',
  source_system: 'text',
  external_reference: 'text',
  duplicate_key: 'text',
} as const

/** A fact is told of one that looks like it, whatever their number; a key may send very many. */
const MOST_ALIKE = 20

/**
 * Facts with the same external reference, and posted documents under another one that look the same, or of which partner
 * and number do. A fact with a newer one of its reference is told of that one alone. The order is that of the right index
 * alone; without it any other index of an end customer may seem as good.
 */
export function findRelatedFacts(
  db: Db,
  facts: readonly Pick<SourceFactRow, keyof typeof RELATED_FACT_KEY>[],
): Promise<readonly RelatedFact[]> {
  return db.any(sql.prepared('find_related_facts', row<RelatedFact>())`
    with facts as (
      select end_customer_id, source_fact_id, source_system, external_reference, duplicate_key
      from ${recordset('fact', RELATED_FACT_KEY, facts)}
    )
    select source_fact_id, related_id, related_state, related_reference, 'same_reference' as kind
    from facts_of_same_reference(
      array(select end_customer_id from facts), array(select source_fact_id from facts),
      array(select source_system from facts), array(select external_reference from facts)
    )
    union all
    select facts.source_fact_id, related.source_fact_id, related.state, related.external_reference,
      -- Facts that releases before have accepted have the exact part of the key alone.
      case when related.duplicate_key in (facts.duplicate_key, substr(facts.duplicate_key, ${LOOSE_KEY_LENGTH + 1}))
        then 'suspected_duplicate' else 'possible_duplicate' end
    from facts
    cross join lateral (
      values (facts.duplicate_key, facts.duplicate_key),
        (left(facts.duplicate_key, ${LOOSE_KEY_LENGTH}), left(facts.duplicate_key, ${LOOSE_KEY_LENGTH}) || 'g'),
        (substr(facts.duplicate_key, ${LOOSE_KEY_LENGTH + 1}), substr(facts.duplicate_key, ${LOOSE_KEY_LENGTH + 1}))
    ) keys (first_key, last_key)
    -- sql.md: lateral in order
    cross join lateral (
      select fact.source_fact_id, fact.state, fact.external_reference, fact.source_system, fact.duplicate_key
      from ${statesThenFacts}
      where fact.end_customer_id = facts.end_customer_id and fact.duplicate_key between first_key and last_key
        and fact.state = 'posted'
      order by fact.duplicate_key, fact.journal_entry_id
      limit ${MOST_ALIKE}
    ) related
    -- Facts without a key are not looked up.
    where facts.duplicate_key is not null
      and (related.external_reference, related.source_system) <> (facts.external_reference, facts.source_system)
  `)
}

import type { FactDecision } from '../../accounting/facts/evaluation.ts'
import { AWAITING_BLOCKERS } from '../../accounting/facts/open-items/awaiting-blockers.ts'
import { itemsNamed } from '../../accounting/facts/open-items/items-named.ts'
import type { PreparedFact } from '../../accounting/facts/prepare-fact.ts'
import { bankEntriesNamed } from '../../accounting/facts/wanted-by-facts.ts'
import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import { uuidOf } from '../../process/ids.ts'
import { row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { namedBy } from '../open-items/named/named.ts'

const AWAITING: ReadonlySet<string> = new Set(AWAITING_BLOCKERS)
const WAITS = { end_customer_id: 'uuid', source_fact_id: 'uuid', waits_for: 'jsonb' } as const

/** Keeps what may free the facts of a batch that wait for something that they name; no query where none does. */
export function awaitedNamesUpdate(
  decisions: readonly FactDecision[],
  facts: readonly PreparedFact[],
  settings: ReadonlyMap<string, PostingSettings>,
) {
  const waiting = new Set(decisions.filter(isWaiting).map(({ source_fact_id }) => source_fact_id))
  if (waiting.size === 0) return []
  const rows = facts
    .filter(({ source_fact_id }) => waiting.has(source_fact_id))
    .map((fact) => ({ ...keyOf(fact), waits_for: namesOf(fact, settings) }))
  return [
    sql.type(row())`
      update fact_states set waits_for = array(select jsonb_array_elements_text(waiting.waits_for))
      from ${recordset('waiting', WAITS, rows)}
      where fact_states.end_customer_id = waiting.end_customer_id
        and fact_states.source_fact_id = waiting.source_fact_id
    `,
  ]
}

function isWaiting({ blockers }: FactDecision): boolean {
  return blockers.some(({ code }) => AWAITING.has(code))
}

function keyOf({ end_customer_id, source_fact_id }: PreparedFact) {
  return { end_customer_id, source_fact_id }
}

/** Open items by their ids, those of payments and of entries of older lines; bank entries by id or hash. */
function namesOf(fact: PreparedFact, settings: ReadonlyMap<string, PostingSettings>): string[] {
  const items = itemsNamed([fact])
  const named = (['document_id', 'supplier_payable_id', 'payment_id', 'legacy_line'] as const).flatMap((by) =>
    namedBy(items, by).map(({ open_item_id }) => open_item_id),
  )
  const ofBank = bankEntriesNamed([fact], settings).flatMap(({ named: name, payment_id }) => [
    ...(name === null ? [] : [uuidOf('camt053_entry', name) ?? name]),
    ...(payment_id === null ? [] : (uuidOf('payment', payment_id) ?? [])),
  ])
  return [...new Set([...named, ...ofBank])]
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../../../shared/store/db/database.ts'
import {
  acceptSourceFacts,
  type BatchedFact,
  insertNewCustomers,
} from '../../../shared/store/facts/accept-source-facts.ts'
import {
  findSourceFacts,
  findSourceFactsByBodyKey,
  type SourceFactWithIntents,
} from '../../../shared/store/facts/source-facts.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { BatchRequest } from '../../http/endpoint.ts'
import { bodyKeyOf, bodyKeyText } from '../new-fact.ts'
import type { BatchItem } from '../read-batch-item.ts'

export type RecordedFacts = {
  readonly created: ReadonlySet<BatchItem>
  /** Those that had the body keys of the others, by body key. */
  readonly known: ReadonlyMap<string, SourceFactWithIntents>
  /** Those that are new, as they are then. */
  findCreated(): Promise<readonly SourceFactWithIntents[]>
}

/** Inserts facts of one database with a fixed number of queries. */
export async function recordFacts(
  tx: Tx,
  deps: ApiDeps,
  request: BatchRequest<BatchItem>,
  facts: readonly BatchItem[],
): Promise<RecordedFacts> {
  const created = facts.length > 0 ? await insertFacts(tx, deps, request, facts) : new Set<BatchItem>()
  await nextTurn()
  const ids = [...created].map(({ row }) => row.source_fact_id)
  const keys = facts.flatMap((item) => (created.has(item) ? [] : [bodyKeyOf(item.row)]))
  const known = new Map((await findSourceFactsByBodyKey(tx, keys)).map((fact) => [bodyKeyText(fact), fact]))
  return { created, known, findCreated: () => findSourceFacts(deps.pool, ids) }
}

const NO_RECORD = { idempotency_key: null, fingerprint: null, status: null, response: null } as const

/**
 * While other keys are present, some facts at a time, so that their small requests have the cores of PostgreSQL in between.
 *
 * @returns those that are new; the body keys of the others are taken
 */
async function insertFacts(
  tx: Tx,
  { laneOf, presence }: ApiDeps,
  { caller: { key_id }, giveWay }: BatchRequest<BatchItem>,
  facts: readonly BatchItem[],
): Promise<ReadonlySet<BatchItem>> {
  const lane = laneOf(
    key_id,
    facts.map(({ row }) => row),
  )
  const created = new Set<BatchItem>()
  const parts = presence.hasOthers(key_id) ? [...partsOf(facts)] : [facts]
  // As one query for all of them does: a part would lock the facts of one end customer before it makes the next one.
  if (parts.length > 1) await insertNewCustomers(tx, [...new Set(facts.map(({ row }) => row.end_customer_id))])
  for (const part of parts) {
    await giveWay()
    const rows = part.map(({ row }): BatchedFact => ({ ...row, lane, ...NO_RECORD }))
    for (const { ordinal, is_created } of await acceptSourceFacts(tx, rows))
      if (is_created) created.add(part[ordinal] as BatchItem)
  }
  return created
}

/** A hundred usual facts, or a few long vouchers: PostgreSQL works on them for some tens of milliseconds. */
const MOST_CHARACTERS = 80_000

/** In the order of their keys, as within a part, so that two batches with the same facts do not wait for each other in a circle. */
function* partsOf(facts: readonly BatchItem[]): Iterable<readonly BatchItem[]> {
  const keyed = facts
    .map((fact) => ({ fact, key: lockOrderOf(fact.row) }))
    .sort((one, other) => compareKeys(one.key, other.key))
  let part: BatchItem[] = []
  let characters = 0
  for (const { fact } of keyed) {
    part.push(fact)
    characters += fact.row.request.text.length
    if (characters < MOST_CHARACTERS) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}

/** As PostgreSQL orders them in the collation "C": byte by byte, and not by the halves of a letter. */
function lockOrderOf({ end_customer_id, source_system, body_key }: BatchItem['row']): readonly Buffer[] {
  return [end_customer_id, source_system, body_key].map((text) => Buffer.from(text))
}

function compareKeys(one: readonly Buffer[], other: readonly Buffer[]): number {
  for (const [index, part] of one.entries()) {
    const order = Buffer.compare(part, other[index] ?? part)
    if (order !== 0) return order
  }
  return 0
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountingDocument } from '../../accounting/documents/accounting-document.ts'
import { documentOf } from '../../accounting/documents/document-of-request.ts'
import { Canonical, type Json } from '../../canonical/canonical-json.ts'
import type { Tx } from '../db/database.ts'
import { readFacts, type WaitingFact } from './fact-states.ts'
import type { FactKey, SourceFactRow } from './source-facts.ts'

/** A fact with all that depends on its request alone, in the place of the request. */
export type PreparedFact = Omit<SourceFactRow, 'request'> & {
  readonly document: AccountingDocument
  /** What its journal entry keeps of it. */
  readonly snapshot: Canonical
}

/** How many facts are prepared before others have a turn: above all the batch that holds the ledgers meanwhile. */
const TURN = 20

/** Reads facts and prepares them; this needs no lock, because what was accepted never changes. */
export async function prepareFacts(tx: Tx, keys: readonly FactKey[]): Promise<Map<string, PreparedFact>> {
  const facts = await readFacts(tx, keys)
  const prepared = new Map<string, PreparedFact>()
  for (const fact of facts) {
    prepared.set(fact.source_fact_id, prepareFact(fact))
    if (prepared.size % TURN === 0) await nextTurn()
  }
  return prepared
}

export function prepareFact(fact: SourceFactRow): PreparedFact {
  const { request, ...rest } = fact
  const { fact_type, request_hash } = rest
  const snapshot = new Canonical({ request: request as Json, request_hash })
  return { ...rest, document: documentOf(fact_type, request), snapshot }
}

/** The waiting facts, prepared, with what has been decided of them until now; those that came along are read first. */
export async function withPrepared(
  tx: Tx,
  waiting: readonly WaitingFact[],
  prepared: Map<string, PreparedFact>,
): Promise<PreparedFact[]> {
  const missing = waiting.filter(({ source_fact_id }) => !prepared.has(source_fact_id))
  const all = missing.length === 0 ? prepared : new Map([...prepared, ...(await prepareFacts(tx, missing))])
  return waiting.flatMap((now) => {
    const fact = all.get(now.source_fact_id)
    return fact ? [asItIsNow(fact, now)] : []
  })
}

/** A copy only of what has changed meanwhile; most facts were never decided before. */
function asItIsNow(fact: PreparedFact, now: WaitingFact): PreparedFact {
  const isSame = fact.state === now.state && fact.blockers.length === 0 && now.blockers.length === 0
  return isSame ? fact : { ...fact, ...now }
}

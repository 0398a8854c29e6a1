import type { CanonicalValue } from '../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../shared/canonical/hash.ts'
import type { StatementQuery } from '../../shared/contract/statements/statements.ts'
import { findLedger, type Ledger } from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Read, ReadRequest } from '../http/endpoint.ts'
import { snapshotAtOnce } from './books/snapshot-at-once.ts'
import { inSlicesOf } from './in-slices-of.ts'
import type { StatementKind } from './statement-snapshot.ts'
import { withSnapshot } from './with-snapshot.ts'

/** The ledger that the tag of a request was made of. */
const taggedLedgers = new WeakMap<object, Ledger>()

/**
 * A statement of one fiscal year. It is computed from the statement tables and the lines that they do not contain yet,
 * seen at one moment, so it is never behind the journal.
 */
export function readStatement(kind: StatementKind): Read<StatementQuery> {
  return (deps, request) =>
    inSlicesOf(deps, request.caller, async (pause) => {
      const { query } = request
      const known = taggedLedgers.get(request)
      const at_once = known && (await snapshotAtOnce(deps.pool, query, known, pause))
      const snapshot = at_once ?? (await withSnapshot(deps, query, pause, async (_, read) => read))
      return kind.present(snapshot, pause)
    })
}

type LedgerQuery = Pick<StatementQuery, 'end_customer_id' | 'as_of_entry_number'>

/**
 * Changes whenever the statement may: with an entry, with the settings of the books, and with the query.
 *
 * @source RFC 9110, section 8.8.3
 */
export function statementEtag(kind: Pick<StatementKind, 'object'>) {
  return async ({ pool }: ApiDeps, request: ReadRequest<LedgerQuery>): Promise<string | null> => {
    const { query } = request
    const ledger = await findLedger(pool, query.end_customer_id)
    if (!ledger) return null
    taggedLedgers.set(request, ledger)
    const { last_entry_number, last_entry_hash, books_version } = ledger
    const last = query.as_of_entry_number === undefined ? [String(last_entry_number), last_entry_hash] : []
    return hashOf([kind.object, query, ...last, String(books_version)] as CanonicalValue)
  }
}

import type { SourceFactRequest } from '../../contract/facts/source-facts.ts'
import { sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** The members of a request that name its evidence. */
export type Evidence = Pick<SourceFactRequest, 'source_hash' | 'source_payload_hash' | 'evidence_links'>

/**
 * Those of a request in a query: all of a request can be a megabyte.
 *
 * @param beside further members of `request`, each behind a comma
 */
export function evidenceOf(request: Fragment, beside: Fragment = sql.fragment``): Fragment {
  return sql.fragment`(
    select jsonb_strip_nulls(jsonb_build_object(
      'source_hash', request -> 'source_hash', 'source_payload_hash', request -> 'source_payload_hash',
      'evidence_links', request -> 'evidence_links'${beside}
    ))
    from (select ${request} || '{}'::jsonb as request offset 0) unpacked
  )`
}

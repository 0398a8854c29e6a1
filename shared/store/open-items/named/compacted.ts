import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** A reference or an IBAN without blanks and in capitals: what the index of open items by reference has of it. */
export function compacted(text: Fragment): Fragment {
  return sql.fragment`left(upper(regexp_replace(${text}, '[[:space:]]', '', 'g')), 100)`
}

/** The number of a document, its letters and digits alone: what the index of open items by number has of it. */
export function bareNumber(document_number: Fragment): Fragment {
  return sql.fragment`left(upper(regexp_replace(${document_number}, '[^[:alnum:]]', '', 'g')), 100)`
}

/** The account that the document of an open item says, compacted. */
export function ibanOfDocument(item: 'item' | 'other'): Fragment {
  const alias = sql.identifier([item])
  return sql.fragment`(
    select ${compacted(sql.fragment`fact.request #>> '{payload,supplier,iban}'`)} from source_facts fact
    where fact.end_customer_id = ${alias}.end_customer_id and fact.source_fact_id = ${alias}.source_fact_id
  )`
}

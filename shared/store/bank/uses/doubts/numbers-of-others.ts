import { bare } from '../../../../camt053/matching/compare-texts.ts'
import { saidNumbers } from '../../../../camt053/matching/named/other-number.ts'
import type { NumberOfOther, ToldEvidence } from '../../../../camt053/matching/orders/doubt-of-evidence.ts'
import { type Db, row, sql } from '../../../db/database.ts'
import { recordset } from '../../../db/recordset.ts'
import { bareNumber } from '../../../open-items/named/compacted.ts'
import { type EvidenceOfPayable, keyOfEvidence } from './evidence-of-payable.ts'

/** Words of a bank entry that may be numbers; a collective one has many. */
const MOST_WORDS = 2_000
/** Of a number the index has no more. */
const LONGEST = 100

const NAMED = { end_customer_id: 'uuid', entry_id: 'uuid', open_item_id: 'uuid', number: 'text' } as const

/**
 * The other open payables of the supplier whose number a bank entry names, read as it is for proposals. By the ids of bank entry and payable. Who has it settled for
 * one of the supplier may have meant the other.
 */
export async function findNumbersOfOthers(
  db: Db,
  told: readonly (EvidenceOfPayable & Pick<ToldEvidence, 'document_number' | 'parts'>)[],
): Promise<ReadonlyMap<string, readonly NumberOfOther[]>> {
  const named = told.flatMap(({ end_customer_id, entry_id, open_item_id, document_number, parts }) =>
    wordsOfNumbers(
      parts.map(({ text }) => text),
      [document_number],
    ).map((number) => ({ end_customer_id, entry_id, open_item_id, number })),
  )
  if (named.length === 0) return new Map()
  const found = await db.any(sql.type(row<NumberOfOther & Omit<EvidenceOfPayable, 'end_customer_id'>>())`
    select distinct named.entry_id, named.open_item_id, other.document_number, other.open_amount_minor
    from ${recordset('named', NAMED, named)}
    join open_items item using (end_customer_id, open_item_id)
    -- sql.md: lateral limit 1
    cross join lateral (
      select open_item_id, document_number, open_amount_minor, partner_reference, partner_name, currency
      from open_items
      where end_customer_id = named.end_customer_id and document_number is not null and kind = 'payable'
        and open_amount_minor > 0
        and ${bareNumber(sql.fragment`document_number`)} = named.number
      limit 1000
    ) other
    where other.open_item_id <> item.open_item_id and other.currency = item.currency
      and partner_key(other.partner_reference, other.partner_name) = partner_key(item.partner_reference, item.partner_name)
  `)
  return Map.groupBy(found, keyOfEvidence)
}

/** The words of texts that may be numbers, bare, without their own ones. */
export function wordsOfNumbers(texts: readonly string[], own: readonly (string | null)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of saidNumbers(text).all()) if (/\d/.test(word)) words.add(word.slice(0, LONGEST))
    if (words.size > MOST_WORDS) break
  }
  for (const number of own) words.delete(bare(number ?? ''))
  return [...words].slice(0, MOST_WORDS)
}

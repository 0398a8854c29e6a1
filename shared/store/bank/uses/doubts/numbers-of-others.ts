import { bare } from '../../../../camt053/matching/compare-texts.ts'
import { saidNumbers } from '../../../../camt053/matching/named/other-number.ts'
import type { NumberOfOther, ToldEvidence } from '../../../../camt053/matching/orders/doubt-of-evidence.ts'
import { type Db, row, sql } from '../../../db/database.ts'
import { recordset } from '../../../db/recordset.ts'
import { bareNumber } from '../../../open-items/named/compacted.ts'
import { type EvidenceOfPayable, keyOfEvidence } from './evidence-of-payable.ts'

/** Words of a bank entry that may be numbers; a collective one has many. */
const MOST_WORDS = 2_000
/** Of the payments of a collective one. */
const MOST_AMOUNTS = 100
/** Of a number the index has no more. */
const LONGEST = 100

const IDS = { end_customer_id: 'uuid', entry_id: 'uuid', open_item_id: 'uuid' } as const
const NAMED = { ...IDS, number: 'text' } as const

type Told = EvidenceOfPayable & Pick<ToldEvidence, 'document_number' | 'parts'>
type FoundNumber = NumberOfOther & Omit<EvidenceOfPayable, 'end_customer_id'>

/**
 * The other open payables whose number a bank entry names, read as it is for proposals; those of the supplier also by its last digits beside the amount. By the ids of bank entry and payable. Who has
 * it settled for one may have meant the other.
 */
export async function findNumbersOfOthers(
  db: Db,
  told: readonly Told[],
): Promise<ReadonlyMap<string, readonly NumberOfOther[]>> {
  const found = [...(await findByNumbers(db, told)), ...(await findByAmounts(db, told))]
  return Map.groupBy(found, keyOfEvidence)
}

const isOther = sql.fragment`other.open_item_id <> item.open_item_id and other.currency = item.currency`
const isOfSupplier = sql.fragment`(
  partner_key(other.partner_reference, other.partner_name) = partner_key(item.partner_reference, item.partner_name)
)`

/** sql.md: lateral limit 1 */
async function findByNumbers(db: Db, told: readonly Told[]): Promise<readonly FoundNumber[]> {
  const named = told.flatMap(({ end_customer_id, entry_id, open_item_id, document_number, parts }) =>
    wordsOfNumbers(
      parts.map(({ text }) => text),
      [document_number],
    ).map((number) => ({ end_customer_id, entry_id, open_item_id, number })),
  )
  if (named.length === 0) return []
  return db.any(sql.type(row<FoundNumber>())`
    select distinct named.entry_id, named.open_item_id, other.document_number, other.open_amount_minor, ${isOfSupplier} as is_of_supplier
    from ${recordset('named', NAMED, named)}
    join open_items item using (end_customer_id, open_item_id)
    cross join lateral (
      select open_item_id, document_number, open_amount_minor, partner_reference, partner_name, currency
      from open_items
      where end_customer_id = named.end_customer_id and document_number is not null and kind = 'payable'
        and open_amount_minor > 0
        and ${bareNumber(sql.fragment`document_number`)} = named.number
      limit 1000
    ) other
    where ${isOther}
  `)
}

/** Of those with the amount of a payment that has digits as a word. sql.md: lateral limit 1 */
async function findByAmounts(db: Db, told: readonly Told[]): Promise<readonly FoundNumber[]> {
  const asked = told.flatMap(({ end_customer_id, entry_id, open_item_id, parts }) => {
    const amounts = new Set(
      parts.flatMap(({ text, amount }) => (amount !== null && /\d{4}/.test(text) ? [amount] : [])),
    )
    return [...amounts].slice(0, MOST_AMOUNTS).map((amount) => ({ end_customer_id, entry_id, open_item_id, amount }))
  })
  if (asked.length === 0) return []
  return db.any(sql.type(row<FoundNumber>())`
    select distinct asked.entry_id, asked.open_item_id, other.document_number, other.open_amount_minor, true as is_of_supplier
    from ${recordset('asked', { ...IDS, amount: 'int8' }, asked)}
    join open_items item using (end_customer_id, open_item_id)
    cross join lateral (
      select open_item_id, document_number, open_amount_minor, partner_reference, partner_name, currency
      from open_items
      where end_customer_id = asked.end_customer_id and kind = 'payable' and amount_minor = asked.amount
        and open_amount_minor = amount_minor and document_number is not null
      limit 1000
    ) other
    where ${isOther} and ${isOfSupplier}
  `)
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

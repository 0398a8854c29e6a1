import type { UsableBankEntry } from '../../../../accounting/bank/bank-entry-state.ts'
import type { ItemNamedByBank } from '../../../../accounting/documents/bank-entry-finding.ts'
import { isPaymentReference } from '../../../../accounting/documents/payment-references.ts'
import { compact } from '../../../../camt053/matching/compare-texts.ts'
import { paymentReferencesIn } from '../../../../camt053/matching/orders/references-in-text.ts'
import { publicId } from '../../../../process/ids.ts'
import { type Db, row, sql } from '../../../db/database.ts'
import { recordset } from '../../../db/recordset.ts'
import { bareNumber, compacted } from '../../../open-items/named/compacted.ts'
import { toldDetails } from '../../details-of-entries.ts'
import { MOST_TEXT } from '../../open-movements.ts'
import { amountOfPart, textOfPart } from './doubts-of-evidence.ts'
import { wordsOfNumbers } from './numbers-of-others.ts'

/** So many payments of a collective bank entry are looked through. */
const MOST_PARTS = 1_000
/** Of a name the indexes have no more. */
const LONGEST = 100

type KeyOfEntry = { readonly end_customer_id: string; readonly entry_id: string }
type ToldEntry = KeyOfEntry & {
  readonly credit_debit: 'CRDT' | 'DBIT'
  /** In the smallest unit, as text. */
  readonly parts: readonly {
    readonly references: readonly string[]
    readonly text: string
    readonly amount_minor: string | null
  }[]
}

const NAMED = {
  end_customer_id: 'uuid',
  entry_id: 'uuid',
  credit_debit: 'text',
  amount_minor: 'int8',
  name: 'text',
  is_number: 'bool',
} as const

/** The bank entries that vouchers name, each with the open items whose reference it has, or whose number and amount. No query is made for none. */
export async function withNamedItems(db: Db, bankEntries: readonly UsableBankEntry[]): Promise<UsableBankEntry[]> {
  const told = await findTold(db, bankEntries)
  const found = await findNamed(db, told.flatMap(namesOf))
  const byEntry = Map.groupBy(found, ({ entry_id }) => entry_id)
  return bankEntries.map((entry) => {
    const named_items = byEntry.get(entry.entry_id)
    return named_items ? { ...entry, named_items } : entry
  })
}

async function findTold(db: Db, entries: readonly KeyOfEntry[]): Promise<readonly ToldEntry[]> {
  if (entries.length === 0) return []
  const keys = entries.map(({ end_customer_id, entry_id }) => ({ end_customer_id, entry_id }))
  return db.any(sql.type(row<ToldEntry>())`
    select end_customer_id, entry_id, credit_debit, (
      select coalesce(jsonb_agg(part), '[]')
      from (
        select jsonb_build_object(
          'references', jsonb_path_query_array(tx, '$.creditor_refs[*].ref ? (@ != null)'), 'text', left(${textOfPart}, ${MOST_TEXT}),
          'amount_minor', ${amountOfPart}
        ) as part
        from jsonb_array_elements(case jsonb_array_length(told.details) when 0 then '[{}]' else told.details end) tx
        limit ${MOST_PARTS}
      ) told_parts
    ) as parts
    from ${recordset('wanted', { end_customer_id: 'uuid', entry_id: 'uuid' }, keys)}
    join camt053_entries using (end_customer_id, entry_id)
    cross join lateral (select ${toldDetails} as details offset 0) told
    where is_booked and not is_reversal
  `)
}

/** A reference in its own field says more than a text. */
function namesOf({ parts, ...entry }: ToldEntry) {
  return parts.flatMap(({ references, text, amount_minor }) => {
    const structured = references.filter(isPaymentReference)
    const names = structured.length > 0 ? structured.map(compact) : paymentReferencesIn(text)
    const named = (name: string, is_number: boolean) => ({
      ...entry,
      ...{ amount_minor, name: name.slice(0, LONGEST), is_number },
    })
    return [...names.map((name) => named(name, false)), ...wordsOfNumbers([text], []).map((name) => named(name, true))]
  })
}

async function findNamed(db: Db, named: readonly ReturnType<typeof namesOf>[number][]) {
  if (named.length === 0) return []
  const found = await db.any(sql.type(row<ItemNamedByBank & KeyOfEntry>())`
    select distinct on (named.entry_id, item.open_item_id) named.end_customer_id, named.entry_id, item.open_item_id, item.kind, named.name, named.is_number,
      case when entry.currency = item.currency then least(item.open_amount_minor, named.amount_minor) else named.amount_minor end as taken_minor
    from ${recordset('named', NAMED, named)}
    join camt053_entries entry using (end_customer_id, entry_id)
    -- One index finds each. sql.md: lateral limit 1
    cross join lateral (
      select open_item_id, kind, currency, open_amount_minor
      from (
        select open_item_id, kind, currency, open_amount_minor from open_items
        where end_customer_id = named.end_customer_id and not named.is_number and payment_reference is not null
          and ${compacted(sql.fragment`payment_reference`)} = named.name
        limit 1000
      ) referred
      union all
      select open_item_id, kind, currency, open_amount_minor
      from (
        select open_item_id, kind, currency, open_amount_minor from open_items
        where end_customer_id = named.end_customer_id and named.is_number and document_number is not null
          and ${bareNumber(sql.fragment`document_number`)} = named.name
        limit 1000
      ) numbered
      where open_amount_minor = named.amount_minor and currency = entry.currency
      union all
      -- An invoice without a reference has one that says which line has opened it: referenceOfItem.
      select open_item_id, kind, currency, open_amount_minor
      from regexp_match(named.name, '^RF[0-9]{2}HB([0-9]{1,15})L([0-9]{1,4})$') place
      join open_items on open_items.end_customer_id = named.end_customer_id and entry_number = place[1]::bigint
        and line_number = place[2]::smallint
      where not named.is_number and payment_reference is null
    ) item
    where item.open_amount_minor > 0 and item.kind = case named.credit_debit when 'CRDT' then 'receivable' else 'payable' end
    order by named.entry_id, item.open_item_id, named.is_number
  `)
  return found.map((one) => ({
    ...one,
    public_id: publicId(one.kind === 'payable' ? 'supplier_payable' : 'document', one.open_item_id),
  }))
}

import {
  doubtIn,
  type EvidenceDoubt,
  type ToldEvidence,
} from '../../../../camt053/matching/orders/doubt-of-evidence.ts'
import { ID_OF_ORDER } from '../../../../camt053/matching/orders/id-of-order.ts'
import { tellsCreditor } from '../../../../camt053/matching/orders/references-in-text.ts'
import { publicId } from '../../../../process/ids.ts'
import { type Db, row, sql } from '../../../db/database.ts'
import type { Fragment } from '../../../db/filters.ts'
import { recordset } from '../../../db/recordset.ts'
import { endToEndIdsOf, namesLine, namesOurs, paymentInformationIdsOf } from '../../../open-items/ids-of-debits.ts'
import { compacted, ibanOfDocument } from '../../../open-items/named/compacted.ts'
import { toldDetails } from '../../details-of-entries.ts'
import { MOST_TEXT, textsOf } from '../../open-movements.ts'
import { numbersPaidUp as numbersPaidUpBy, referencesPaidUp } from '../references-paid-up.ts'
import { type EvidenceOfPayable, keyOfEvidence } from './evidence-of-payable.ts'
import { findNumbersOfOthers } from './numbers-of-others.ts'

type FoundPart = ToldEvidence['parts'][number] & {
  /** Open payables of just its amount, where it names nobody in a place of its own; null else. */
  readonly open_equal:
    | readonly { readonly open_item_id: string; readonly partner_name: string; readonly iban: string | null }[]
    | null
}
type FoundEvidence = Omit<ToldEvidence, 'numbers_of_others' | 'parts'> &
  EvidenceOfPayable & { readonly parts: readonly FoundPart[] }

/** So many payments of a collective bank entry are looked through; those to an account of the supplier come first. */
const MOST_PARTS = 1_000
/** A usual price is open many times. */
const MOST_EQUAL = 50

/**
 * Why bank entries may be the money of something else than these payables: what they name, in words. By the ids of both. None where something that
 * it tells fits the payable, or where it tells nothing. No query is made for none.
 */
export async function findDoubtsOfEvidence(
  db: Db,
  evidence: readonly EvidenceOfPayable[],
): Promise<ReadonlyMap<string, EvidenceDoubt>> {
  if (evidence.length === 0) return new Map()
  const told = await db.any(sql.type(row<FoundEvidence>())`
    select wanted.end_customer_id, wanted.entry_id, wanted.open_item_id, item.payment_reference, item.document_number, item.document_date, item.due_date,
      item.partner_name, of_supplier.accounts,
      ${namesPayable} as names_payable, case when ${namesOurs} then ${firstOfOurs} end as named_payment,
      ${referencesOfOthers} as of_other_items, ${paidUp} as paid_up, ${numbersPaidUp} as numbers_paid_up,
      ${partsOf(sql.fragment`of_supplier.accounts`)} as parts
    from ${recordset('wanted', { end_customer_id: 'uuid', entry_id: 'uuid', open_item_id: 'uuid' }, evidence)}
    join camt053_entries using (end_customer_id, entry_id)
    join open_items item using (end_customer_id, open_item_id)
    left join source_facts fact on fact.end_customer_id = item.end_customer_id and fact.source_fact_id = item.source_fact_id
    cross join lateral (select ${accountsOfSupplier} as accounts offset 0) of_supplier
    cross join lateral (select ${toldDetails} as details offset 0) told
  `)
  const others = await findNumbersOfOthers(db, told)
  const doubts = told.flatMap((one): [string, EvidenceDoubt][] => {
    const parts = one.parts.map((part) => withOpenElsewhere(part, one))
    const doubt = doubtIn({ ...one, parts, numbers_of_others: others.get(keyOfEvidence(one)) ?? [] })
    return doubt === null ? [] : [[keyOfEvidence(one), doubt]]
  })
  return new Map(doubts)
}

/** Of a payment that names nobody in a place of its own, the payable whose creditor the text tells, where it does not tell that of this one. */
function withOpenElsewhere({ open_equal, ...part }: FoundPart, { accounts, partner_name }: FoundEvidence) {
  const { text } = part
  const isOwn = [null, ...accounts].some((iban) => tellsCreditor(text, { partner_name, iban }))
  const told = isOwn ? undefined : (open_equal ?? []).find((other) => tellsCreditor(text, other))
  const id = part.open_elsewhere ?? told?.open_item_id ?? null
  return { ...part, open_elsewhere: id === null ? null : publicId('supplier_payable', id) }
}

const namesPayable = sql.fragment`exists (
  select from payment_order_lines line
  where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id and ${namesLine}
)`

const firstOfOurs = sql.fragment`(
  select min(upper(id)) from unnest(${endToEndIdsOf} || ${paymentInformationIdsOf}) id where upper(id) ~ ${ID_OF_ORDER}
)`

/** Of its document, of what was ordered for it, and the account of the bank entry where its supplier was paid there before. */
const accountsOfSupplier = sql.fragment`array(
  select ${compacted(sql.fragment`fact.request #>> '{payload,supplier,iban}'`)}
  where fact.request #>> '{payload,supplier,iban}' is not null
  union
  select creditor_iban from payment_order_lines line
  where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id
  union
  select camt053_entries.payee_account where exists (
    select from camt053_entries earlier
    join bank_entry_uses used on used.end_customer_id = earlier.end_customer_id and used.entry_id = earlier.entry_id
      and used.used_by = 'settlement' and used.state <> 'released'
    join supplier_settlements settled
      on settled.end_customer_id = used.end_customer_id and settled.settlement_id = used.source_id
    join open_items paid
      on paid.end_customer_id = settled.end_customer_id and paid.open_item_id = settled.supplier_payable_id
    where earlier.end_customer_id = camt053_entries.end_customer_id and earlier.used_minor > 0
      and left(earlier.payee_account, 100) = left(camt053_entries.payee_account, 100)
      and earlier.payee_account = camt053_entries.payee_account and earlier.entry_id < camt053_entries.entry_id
      and partner_key(paid.partner_reference, paid.partner_name) = partner_key(item.partner_reference, item.partner_name)
  )
)`

const referencesOfOthers = sql.fragment`array(
  select distinct ref ->> 'ref'
  from jsonb_array_elements(told.details) tx, jsonb_array_elements(tx -> 'creditor_refs') ref
  where exists (
    select from open_items other
    where other.end_customer_id = item.end_customer_id and other.open_item_id <> item.open_item_id
      and ${compacted(sql.fragment`other.payment_reference`)} = ${compacted(sql.fragment`ref ->> 'ref'`)}
  )
)`

const paidUp = referencesPaidUp({
  end_customer_id: sql.fragment`item.end_customer_id`,
  entry_id: sql.fragment`wanted.entry_id`,
  references: sql.fragment`array(select jsonb_path_query(told.details, '$[*].creditor_refs[*].ref ? (@ != null)') #>> '{}')`,
})

const numbersPaidUp = numbersPaidUpBy({
  end_customer_id: sql.fragment`item.end_customer_id`,
  entry_id: sql.fragment`wanted.entry_id`,
})

/** Of a debit without details the text of the bank is all that is told. */
const detailsOrNone = sql.fragment`(
  case when credit_debit = 'DBIT' and jsonb_array_length(told.details) = 0 then '[{}]' else told.details end
)`

/** Of the only payment, also what the bank says of all. */
export const textOfPart = sql.fragment`concat_ws(E'\\n', case when jsonb_array_length(told.details) <= 1 then entry ->> 'additional_info' end, ${textsOf(sql.fragment`tx`)})`

/** Of the only payment, that of the bank entry. */
export const amountOfPart = sql.fragment`coalesce(
  tx ->> 'amount_minor', case when jsonb_array_length(told.details) <= 1 then camt053_entries.amount_minor::text end
)`

/** Another payable `other`, of which just the amount of a payment `tx` is open. */
const isOpenWithAmount = sql.fragment`
  other.end_customer_id = item.end_customer_id and other.kind = 'payable' and other.amount_minor = (${amountOfPart})::bigint
    and other.open_amount_minor = other.amount_minor and other.open_item_id <> item.open_item_id and other.currency = item.currency
`

/** The first payable of just the amount of a payment `tx` that gives its account, or whose supplier, another one, has its whole name. */
const openElsewhere = sql.fragment`(
  select other.open_item_id
  from open_items other
  left join source_facts its on its.end_customer_id = other.end_customer_id and its.source_fact_id = other.source_fact_id
  where ${isOpenWithAmount} and (
    ${compacted(sql.fragment`its.request #>> '{payload,supplier,iban}'`)} = ${compacted(sql.fragment`tx #>> '{creditor_account,iban}'`)}
    or partner_name_key(other.partner_name) <> partner_name_key(item.partner_name)
      and partner_name_key(other.partner_name) = any(array[partner_name_key(tx ->> 'creditor_name'), partner_name_key(tx ->> 'ultimate_creditor_name')])
      and not partner_name_key(item.partner_name) = any(array[
        partner_name_key(coalesce(tx ->> 'creditor_name', '')), partner_name_key(coalesce(tx ->> 'ultimate_creditor_name', ''))
      ])
  )
  order by other.open_item_id
  limit 1
)`

/** Of a payment `tx` that names nobody. */
const openEqual = sql.fragment`case
  when coalesce(tx ->> 'creditor_name', tx ->> 'ultimate_creditor_name', tx #>> '{creditor_account,iban}') is null then (
    select jsonb_agg(jsonb_build_object('open_item_id', open_item_id, 'partner_name', partner_name, 'iban', iban))
    from (
      select other.open_item_id, other.partner_name, ${ibanOfDocument('other')} as iban
      from open_items other
      where ${isOpenWithAmount}
      order by other.open_item_id
      limit ${MOST_EQUAL}
    ) equal
  )
end`

/** Money that came in names who has sent it, and our reference. */
function partsOf(accounts: Fragment): Fragment {
  return sql.fragment`(
    select coalesce(jsonb_agg(part), '[]')
    from (
      select case when credit_debit = 'DBIT' then jsonb_build_object(
          'names', jsonb_path_query_array(tx, '$.creditor_name ? (@ != null)') || jsonb_path_query_array(tx, '$.ultimate_creditor_name ? (@ != null)'),
          'account', tx #>> '{creditor_account,iban}',
          'references', jsonb_path_query_array(tx, '$.creditor_refs[*].ref ? (@ != null)'), 'text', left(${textOfPart}, ${MOST_TEXT}),
          'amount', ${amountOfPart}, 'open_elsewhere', ${openElsewhere}, 'open_equal', ${openEqual}
        ) else jsonb_build_object(
          'names', jsonb_path_query_array(tx, '$.debtor_name ? (@ != null)') || jsonb_path_query_array(tx, '$.ultimate_debtor_name ? (@ != null)'),
          'account', null, 'references', '[]'::jsonb, 'text', '',
          'amount', null, 'open_elsewhere', null, 'open_equal', null
        ) end as part
      from jsonb_array_elements(${detailsOrNone}) with ordinality as listed (tx, place)
      order by coalesce(tx #>> '{creditor_account,iban}' = any(${accounts}), false) desc, place
      limit ${MOST_PARTS}
    ) told_parts
  )`
}

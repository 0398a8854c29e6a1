import type { DiscountedDocument } from '../../accounting/orders/early-payment.ts'
import type { MatchablePayment } from '../../camt053/matching/match.ts'
import type { OrderedMovement } from '../../camt053/matching/orders/match-ordered.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type Fragment, keysetPage } from '../db/filters.ts'
import { endToEndIdsOf, paymentInformationIdsOf } from '../open-items/ids-of-debits.ts'
import { bringsBack, toldDetails } from './details-of-entries.ts'
import { PAYMENT_DAY, ROW_DAY } from './entry-day.ts'
import { accountOfOther } from './partners-of-accounts.ts'
import { isAllocatable } from './uses/allocatable-payments.ts'

/** A movement at the bank, with the payment or bank entry that it comes from. */
export type OpenBankMovement = MatchablePayment & {
  readonly entry_id: string
  readonly import_id: string
  /** When the bank has booked it, or will. */
  readonly day: string | null
  /** The account of the other side; null where that is not told, or is one of many. */
  readonly account_of_other: string | null
  /** Of a debit: it has several payments, as far as the bank tells them. */
  readonly is_collective?: boolean
}

/** With what it says of the order that it carries out. */
export type OpenDebit = OpenBankMovement & OrderedMovement

/** How many movements a page of the search for candidates has: what is compared between two queries. A session that asks nothing for long is cut off in its transaction. */
export const MOVEMENTS = 200

/** So many characters of the texts and of the name of a movement are looked through, each in one go: some hundred document numbers. */
export const MOST_TEXT = 10_000
export const MOST_NAME = 1_000

/** Payments that are not used up and that nothing else has booked, a page at a time. */
export function findOpenPayments(
  db: Db,
  end_customer_id: string,
  after: string | null,
): Promise<readonly OpenBankMovement[]> {
  return findPayments(db, end_customer_id, after, [])
}

/** Of these, those that are all of their bank entry, and of which nothing is booked: a supplier may have paid them. */
export function findUntouchedCredits(
  db: Db,
  end_customer_id: string,
  after: string | null,
): Promise<readonly OpenBankMovement[]> {
  return findPayments(db, end_customer_id, after, [
    sql.fragment`booked_by is null and exists (
      select from camt053_entries whole
      where whole.end_customer_id = payments.end_customer_id and whole.entry_id = payments.entry_id
        and whole.amount_minor = payments.open_amount_minor and whole.used_minor = 0
    )`,
  ])
}

function findPayments(
  db: Db,
  end_customer_id: string,
  after: string | null,
  more: readonly Fragment[],
): Promise<readonly OpenBankMovement[]> {
  return db.any(sql.type(row<OpenBankMovement>())`
    select payment_id as id, entry_id, import_id, currency, open_amount_minor as amount_minor,
      payment_references as references, left(remittance_text, ${MOST_TEXT}) as text,
      left(debtor_name, ${MOST_NAME}) as name,
      ${PAYMENT_DAY} as day, value_date as value_day, debtor_account as account_of_other
    from payments
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id} and open_amount_minor > 0`,
        isAllocatable,
        ...more,
      ],
      key: 'payment_id',
      after,
      limit: MOVEMENTS,
    })}
  `)
}

/** A row of `camt053_entries` that has moved money, of which something is not booked. */
export const isOpenDebit = sql.fragment`(
  is_booked and credit_debit = 'DBIT' and not is_reversal and used_minor < amount_minor and dismissed_by is null
  and coalesce(repeat_state = 'new', true) and not ${bringsBack}
)`

/** The same, but that it may repeat another one, and nobody has decided that. */
export const isDebitInDoubt = sql.fragment`(
  is_booked and credit_debit = 'DBIT' and not is_reversal and used_minor < amount_minor and dismissed_by is null
  and repeat_state is not null and repeat_state = 'undecided' and not ${bringsBack}
)`

/** The references that details name. */
export function referencesIn(details: Fragment): Fragment {
  return sql.fragment`array(
    select ref ->> 'ref'
    from jsonb_array_elements(${details}) tx, jsonb_array_elements(tx -> 'creditor_refs') ref
    where ref ->> 'ref' is not null
  )`
}

/** The documents that one payment `tx` of a bank entry refers to: numbers of invoices, but that of a purchase order. */
export const documentsOf = (tx: Fragment) => sql.fragment`(
  select string_agg(concat_ws(' ', case when document ->> 'type' = 'PUOR' then 'ORDER' else 'INVOICE' end, document ->> 'number'), E'\\n')
  from jsonb_array_elements(${tx} -> 'referred_documents') document
  where document ->> 'number' is not null
)`

/** All that one payment `tx` of a bank entry says. */
export const textsOf = (
  tx: Fragment,
) => sql.fragment`concat_ws(E'\\n', ${tx} ->> 'end_to_end_id', ${tx} ->> 'additional_info', (
  select string_agg(line, E'\\n') from jsonb_array_elements_text(${tx} -> 'unstructured') line
), ${documentsOf(tx)})`

/** All that a debit and its `details` say. */
export const textOfDebit = sql.fragment`concat_ws(E'\\n', entry ->> 'additional_info', (
  select string_agg(${textsOf(sql.fragment`tx`)}, E'\\n') from jsonb_array_elements(details) tx
))`

/** Booked debits of the bank that nothing has used up and nobody has dismissed, a page at a time; what it takes back is none. */
export function findOpenDebits(
  db: Db,
  end_customer_id: string,
  after: string | null,
  isMeant: Fragment = isOpenDebit,
): Promise<readonly OpenDebit[]> {
  return db.any(sql.type(row<OpenDebit>())`
    select entry_id as id, entry_id, import_id, currency, amount_minor - used_minor as amount_minor,
      ${referencesIn(sql.fragment`details`)} as references, left(${textOfDebit}, ${MOST_TEXT}) as text,
      left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name, amount_minor as booked_minor,
      ${accountOfOther(sql.fragment`details`)} as account_of_other,
      ${instructedIn('currency')} as instructed_currency, ${instructedIn('amount_minor')}::bigint as instructed_minor,
      ${ROW_DAY} as day, entry ->> 'value_date' as value_day, bank_account_of(end_customer_id, account) as bank_account,
      ${endToEndIdsOf} as end_to_end_ids, ${paymentInformationIdsOf} as payment_information_ids,
      jsonb_array_length(details) > 1 as is_collective
    from camt053_entries
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`, isMeant],
      key: 'entry_id',
      after,
      limit: MOVEMENTS,
    })}
  `)
}

/** What was ordered of a debit with one payment, where the bank tells that. */
export function instructedIn(member: 'currency' | 'amount_minor'): Fragment {
  return sql.fragment`case when jsonb_array_length(details) <= 1 then coalesce(
    details #>> ${sql.array(['0', 'amount_details', 'instructed', member], 'text')},
    entry #>> ${sql.array(['amount_details', 'instructed', member], 'text')}
  ) end`
}

export type DiscountTerms = DiscountedDocument['discount_terms']

/** The terms of these open items, by id, where the documents that opened them have any. */
export async function findDiscountTerms(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DiscountTerms>> {
  const found = await db.any(sql.type(row<{ id: string; discount_terms: DiscountTerms }>())`
    select open_item_id as id, fact.request #> '{payload,discount_terms}' as discount_terms
    from open_items join source_facts fact using (end_customer_id, source_fact_id)
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and fact.request #> '{payload,discount_terms}' is not null
  `)
  return new Map(found.map(({ id, discount_terms }) => [id, discount_terms]))
}

/** Of these end customers, those that have bank entries. */
export function findCustomersWithBankEntries(db: Db, end_customer_ids: readonly string[]): Promise<readonly string[]> {
  return db.anyFirst(sql.prepared('customers_with_bank_entries', row<{ id: string }>())`
    select customer.id from unnest(${sql.array(end_customer_ids, 'uuid')}) as customer (id)
    where exists (select from camt053_entries where camt053_entries.end_customer_id = customer.id)
  `)
}

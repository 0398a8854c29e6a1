import type { PayableToOrder } from '../../../accounting/orders/order-terms.ts'
import { withoutBlanks } from '../../../accounting/orders/payment-to-order.ts'
import { isNameIn, numbersIn } from '../../../camt053/matching/compare-texts.ts'
import { tellsCreditor } from '../../../camt053/matching/orders/references-in-text.ts'
import { eachInSteps, inTurns } from '../../../process/in-turns.ts'
import { toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { MOST_TEXT, referencesIn, textOfDebit } from '../../bank/open-movements.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { namesOurs } from '../../open-items/ids-of-debits.ts'
import { bareNumber, compacted, ibanOfDocument } from '../../open-items/named/compacted.ts'
import { paidItems } from './given-debits.ts'
import { type DebitElsewhere, isBackAsWhole, isMoneyOut } from './named-elsewhere.ts'

type PayableOfCreditor = Pick<
  PayableToOrder,
  | 'supplier_payable_id'
  | 'partner_name'
  | 'partner_key'
  | 'creditor_iban'
  | 'currency'
  | 'open_amount_minor'
  | 'document_date'
>

/** A debit that names nobody in a place of its own. */
type ToldInText = {
  /** CHF 10000. */
  readonly amount: string
  readonly day: string
  readonly text: string
  /** Of the partners that it is booked for, and their keys. */
  readonly names: readonly string[]
  readonly partners: readonly string[]
}
type FoundDebit = {
  readonly supplier_payable_id: string | null
  readonly entry_id: string
  readonly told: ToldInText | null
  /** Of the payable, bare, where it stands in the text and nothing else tells it. */
  readonly number: string | null
  readonly text: string | null
}

/** Of those that name nobody, the newest. */
const MOST_UNNAMED = 200
/** Shorter ones stand in texts by chance; beside the amount, proposals have shorter ones too. */
const LEAST_OF_NUMBER = 5
const LEAST_BESIDE_AMOUNT = 3
/** Of an order of hundreds of equal payables. */
const MOST_PAIRS = 5_000

/** With blanks for all signs, and around it. */
const inWords = (text: Fragment) =>
  sql.fragment`concat(' ', btrim(regexp_replace(upper(${text}), '[^[:alnum:]]+', ' ', 'g')), ' ')`

/** A debit names an `item` that it is booked for, by its reference or by its number: whoever got the money, it has paid that. */
const namesItem = sql.fragment`(
  length(${bareNumber(sql.fragment`item.document_number`)}) >= ${LEAST_OF_NUMBER}::integer
    and strpos(${inWords(textOfDebit)}, ${inWords(sql.fragment`item.document_number`)}) > 0
  or exists (
    select from unnest(${referencesIn(sql.fragment`details`)}) ref
    where ${compacted(sql.fragment`ref`)} = ${compacted(sql.fragment`item.payment_reference`)}
  )
)`

const told = sql.fragment`
  item.partner_name, partner_name_key(item.partner_name) as name, partner_key(item.partner_reference, item.partner_name) as partner,
  ${ibanOfDocument('item')} as iban
`

/** The items that a debit is booked for. Each explains a debit that names it, or goes to its account, or, where not both accounts are known, to its name or supplier. */
const given = sql.fragment`
  select coalesce(bool_or(
      item.iban = debit.account or (debit.account is null or item.iban is null) and item.name = debit.name or ${namesItem}
    ), false) as explains, array_agg(item.partner) filter (where debit.account is null or item.iban is null) as partners, count(*) as items,
    array_agg(item.partner_name) as names
  from (
    select ${told}, item.document_number, item.payment_reference from (${paidItems}) paid
    join open_items item
      on item.end_customer_id = camt053_entries.end_customer_id and item.open_item_id = paid.open_item_id
  ) item
`

/**
 * Debits of just the amount of these payables, since their documents, that go to their accounts or to the whole names of their suppliers or have their numbers, and are booked for
 * other items that do not explain them. Where the bank names nobody in a place of its own, its text tells the creditor. The index of used debits finds them by their amounts; each is
 * taken apart once.
 */
export async function findDebitsOfCreditors(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableOfCreditor[],
): Promise<readonly DebitElsewhere[]> {
  const ids = payables.map(({ supplier_payable_id }) => supplier_payable_id)
  const found = await db.any(sql.type(row<FoundDebit>())`
    with wanted as materialized (
      select item.open_item_id, item.open_amount_minor, item.currency, item.document_date, ${told},
        ${bareNumber(sql.fragment`item.document_number`)} as number
      from open_items item
      where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(ids, 'uuid')})
    ), debit as materialized (
      select entry_id, amount_minor, currency, debit.day, debit.account, debit.name, given.partners, given.names,
        debit.account is null and debit.name is null as is_unnamed, text, upper(regexp_replace(text, '[^[:alnum:]]', '', 'g')) as letters
      from camt053_entries
      -- sql.md: offset 0
      cross join lateral (select ${toldDetails} as details offset 0) told
      cross join lateral (
        select ${ROW_DAY} as day, ${compacted(sql.fragment`details #>> '{0,creditor_account,iban}'`)} as account,
          partner_name_key(details #>> '{0,creditor_name}') as name, left(${textOfDebit}, ${MOST_TEXT}) as text
      ) debit
      cross join lateral (${given}) given
      where end_customer_id = ${end_customer_id} and credit_debit = 'DBIT' and used_minor > 0
        and amount_minor = any(array(select open_amount_minor from wanted)) and ${isMoneyOut}
        and debit.day >= (select min(document_date) from wanted) and not ${isBackAsWhole}
        and jsonb_array_length(details) <= 1 and not ${namesOurs} and given.items > 0 and not given.explains
    )
    (
      select wanted.open_item_id as supplier_payable_id, debit.entry_id, null::jsonb as told,
        case when not is_to_creditor then wanted.number end as number, case when not is_to_creditor then debit.text end as text
      from debit
      join wanted on wanted.open_amount_minor = debit.amount_minor and wanted.currency = debit.currency
        and debit.day >= wanted.document_date and (wanted.partner = any(debit.partners)) is not true
      cross join lateral (
        select coalesce(
          wanted.iban = debit.account or wanted.name = debit.name and (debit.account is null or wanted.iban is null), false
        ) as is_to_creditor
      ) party
      where is_to_creditor or length(wanted.number) >= ${LEAST_BESIDE_AMOUNT}::integer
        and strpos(debit.letters, wanted.number) > 0
      order by debit.entry_id desc
      limit ${MOST_PAIRS}
    ) union all (
      select null, entry_id, jsonb_build_object(
        'amount', currency || ' ' || amount_minor, 'day', day, 'text', text, 'names', names, 'partners', partners
      ), null, null
      from debit
      where is_unnamed and text <> ''
      order by entry_id desc
      limit ${MOST_UNNAMED}
    )
  `)
  const tellsOf = createTextLook(payables)
  const pairs = eachInSteps(found, ({ supplier_payable_id: id, entry_id, told: by_text, number, text }) => {
    // Letters of several words are the number by chance.
    if (number !== null && !numbersIn(text ?? '').has(number)) return []
    const own = id === null ? tellsOf(by_text) : [id]
    return own.map((supplier_payable_id) => ({ supplier_payable_id, entry_id, is_dismissed: false }))
  })
  return (await inTurns(pairs)).flat()
}

/** The payables of just its amount whose creditors a text tells, and not those whose items the debit is booked for. */
function createTextLook(payables: readonly PayableOfCreditor[]): (debit: ToldInText | null) => readonly string[] {
  const byAmount = Map.groupBy(payables, ({ currency, open_amount_minor }) => `${currency} ${open_amount_minor}`)
  return (debit) => {
    if (debit === null || debit.names.some((name) => isNameIn(debit.text, name))) return []
    const tells = new Map<string, boolean>()
    const isTold = ({ partner_name, creditor_iban }: PayableOfCreditor) => {
      const key = `${creditor_iban} ${partner_name}`
      const known = tells.get(key) ?? tellsCreditor(debit.text, { partner_name, iban: withoutBlanks(creditor_iban) })
      tells.set(key, known)
      return known
    }
    return (byAmount.get(debit.amount) ?? [])
      .filter((one) => debit.day >= one.document_date && !debit.partners.includes(one.partner_key) && isTold(one))
      .map(({ supplier_payable_id }) => supplier_payable_id)
  }
}

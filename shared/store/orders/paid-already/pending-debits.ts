import { lastTold, stillPendingInSteps, type ToldDebit } from '../../../camt053/notifications/still-pending.ts'
import { inTurns } from '../../../process/in-turns.ts'
import {
  instructedIn,
  MOST_NAME,
  MOST_TEXT,
  type OpenDebit,
  referencesIn,
  textOfDebit,
} from '../../bank/open-movements.ts'
import { accountOfOther } from '../../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { endToEndIdsIn, paymentInformationIdsIn } from '../../open-items/ids-of-debits.ts'
import { compacted } from '../../open-items/named/compacted.ts'
import { tellsDebit } from '../notified-payments.ts'
import {
  announcedDebits,
  debitsOfNotifications,
  debitsOfStatements,
  isStillAwaited,
  type KindOfTold,
} from './announced-debits.ts'
import { isPartOfNoOrder, type PartOfDebit, partOfDebit } from './parts-of-debits.ts'

export type PendingDebit = OpenDebit & ToldDebit & { readonly kind: KindOfTold }

const MOST_PENDING = 2_000
const MOST_BOOKED = 5_000
const MOST_PARTS = 5_000

const endToEndIds = endToEndIdsIn(sql.fragment`details`)
const paymentInformationIds = paymentInformationIdsIn(sql.fragment`entry`)
const names = sql.fragment`array_append(array(
  select name from jsonb_array_elements(details) tx, unnest(array[tx ->> 'uetr', tx ->> 'end_to_end_id', tx ->> 'acct_svcr_ref']) name
  where name is not null
), entry ->> 'acct_svcr_ref')`

/** Files follow each other by their ids, and the bank statements of one by their numbers. */
const toldIn = sql.fragment`import_id || coalesce((
  select '/' || lpad(min(listed.statement_number)::text, 6, '0')
  from camt053_statement_entries listed
  where listed.end_customer_id = told.end_customer_id and listed.import_id = told.import_id and listed.entry_id = told.id
), '')`

const told = sql.fragment`
  kind, id, ${toldIn} as told_in, currency, amount_minor as booked_minor, day, entry ->> 'value_date' as value_day, bank_account_of(end_customer_id, account) as bank_account,
  ${accountOfOther(sql.fragment`details`)} as account_of_other, ${referencesIn(sql.fragment`details`)} as references,
  ${names} as names, left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name
`

/**
 * Debits that the bank has announced, in a bank statement or a notification, and that are neither booked since nor told as booked by a notification.
 *
 * @param today they are awaited for some days
 */
export async function findPendingDebits(
  db: Db,
  end_customer_id: string,
  today: string,
): Promise<readonly PendingDebit[]> {
  const found = await db.any(sql.type(row<PendingDebit>())`
    select ${told}, id as entry_id, amount_minor, left(${textOfDebit}, ${MOST_TEXT}) as text,
      ${instructedIn('currency')} as instructed_currency, ${instructedIn('amount_minor')}::bigint as instructed_minor,
      ${endToEndIds} as end_to_end_ids, ${paymentInformationIds} as payment_information_ids,
      jsonb_array_length(details) > 1 as is_collective
    from (${announcedDebits(end_customer_id)}) told
    cross join lateral (select entry -> 'tx_details' as details) of_it
    where ${isStillAwaited(today)}
    order by id desc
    limit ${MOST_PENDING}
  `)
  if (found.length === 0) return []
  const booked = await findBookedSince(db, end_customer_id, found)
  const inStatements = found.filter(({ kind }) => kind === 'camt053_entry')
  const notified = found.filter(({ kind }) => kind === 'camt054_entry')
  const listed = lastTold(inStatements)
  const ofStatements = await inTurns(stillPendingInSteps(listed, booked))
  return [...ofStatements, ...(await inTurns(stillPendingInSteps(notified, [...booked, ...listed])))]
}

/** Booked debits that may be one of these, by their amounts and by what the bank calls them. */
function findBookedSince(
  db: Db,
  end_customer_id: string,
  pending: readonly PendingDebit[],
): Promise<readonly ToldDebit[]> {
  const amounts = sql.array([...new Set(pending.map(({ booked_minor }) => String(booked_minor)))], 'int8')
  const called = sql.array([...new Set(pending.flatMap((one) => one.names.flatMap((name) => name ?? [])))], 'text')
  const first = pending.map(({ day }) => day).sort()[0] ?? null
  const isOfAmount = sql.fragment`amount_minor = any(${amounts}) and (
    booking_date is null or booking_date >= ${first}::date - ${DAYS_PENDING}::integer
  )`
  const isCalled = sql.fragment`entry_id in (
    select named.entry_id from bank_entry_names named
    where named.end_customer_id = ${end_customer_id}
      and named.name in (select ${compacted(sql.fragment`name`)} from unnest(${called}) name)
  )`
  const booked = sql.fragment`
    ${debitsOfStatements(end_customer_id, sql.fragment`is_booked and ${isOfAmount}`)}
    union all
    ${debitsOfStatements(end_customer_id, sql.fragment`is_booked and ${isCalled} and not coalesce(${isOfAmount}, false)`)}
    union all
    ${debitsOfNotifications(end_customer_id, tellsDebit)}
  `
  return db.any(sql.type(row<ToldDebit>())`
    select ${told}
    from (${booked}) told
    cross join lateral (select entry -> 'tx_details' as details) of_it
    order by day, id
    limit ${MOST_BOOKED}
  `)
}

/** A booking lies some days before the day that was announced, at most. */
const DAYS_PENDING = 10

/** The payments of these, where they have several; none that names a payment or batch of ours. */
export async function findPartsOfPending(
  db: Db,
  end_customer_id: string,
  pending: readonly PendingDebit[],
): Promise<readonly PartOfDebit[]> {
  const collective = pending.filter(({ is_collective }) => is_collective)
  if (collective.length === 0) return []
  return db.any(sql.type(row<PartOfDebit>())`
    select ${partOfDebit(sql.fragment`pending.id`)}, day, entry ->> 'value_date' as value_day
    from (${announcedDebits(end_customer_id)}) pending
    cross join lateral (select entry -> 'tx_details' as details) told
    cross join lateral jsonb_array_elements(details) with ordinality as listed (payment, place)
    where pending.id = any(${sql.array(
      collective.map(({ id }) => id),
      'uuid',
    )})
      and ${isPartOfNoOrder(paymentInformationIds)}
    order by pending.id desc, place
    limit ${MOST_PARTS}
  `)
}

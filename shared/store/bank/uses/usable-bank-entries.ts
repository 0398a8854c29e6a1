import type { BankLeg, GivenCredit, UsableBankEntry } from '../../../accounting/bank/bank-entry-state.ts'
import type { NamedByVoucher } from '../../../accounting/facts/wanted-by-facts.ts'
import { publicId, uuidOf } from '../../../process/ids.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { isBeingReversed } from '../../open-items/named/named.ts'
import { ENTRY_DAY } from '../entry-day.ts'
import {
  type Holder,
  holdersOf,
  presentHolders,
  type RefusalColumns,
  refusalColumns,
  refusalOf,
} from './bank-entry-holders.ts'
import { usesByDay } from './room-of-bank-entries.ts'

const NAMED = { end_customer_id: 'uuid', entry_id: 'uuid', canonical_entry_hash: 'text', payment_id: 'uuid' } as const

type UsableRow = Omit<
  UsableBankEntry,
  'public_id' | 'refusal' | 'payments' | 'holders' | 'legs' | 'credits' | 'changes' | 'evidence_for'
> &
  RefusalColumns & {
    /** Their amounts are text. */
    readonly payments: readonly { payment_id: string; amount_minor: string; used_minor: string }[]
    readonly legs: readonly AsText<BankLeg, 'credited'>[]
    readonly credits: readonly AsText<GivenCredit, 'debited'>[]
    readonly holders: readonly Holder[]
    readonly evidence_for: readonly { source_fact_id: string; amount_minor: string; is_named: boolean }[]
    readonly changes: readonly { date: string; payment_id: string | null; amount_minor: string }[]
  }

/** Amounts as PostgreSQL writes them into JSON. */
type AsText<Row, Moved extends string> = Omit<Row, 'amount_minor' | Moved> & {
  readonly amount_minor: string
} & Readonly<Record<Moved, readonly { account_code: string; amount_minor: string }[]>>

/** Locks the bank entries that vouchers name, before they are read. sql.md: lock, then read */
export async function lockNamedBankEntries(tx: Tx, named: readonly NamedByVoucher[]): Promise<void> {
  if (named.length === 0) return
  await tx.query(sql.type(row())`
    ${wantedBy(named)}
    select from camt053_entries
    where (end_customer_id, entry_id) in (select end_customer_id, entry_id from found)
    order by end_customer_id, entry_id
    for update
  `)
}

/** The bank entries that vouchers name, with what has used them; none for names of nothing. */
export async function findNamedBankEntries(db: Db, named: readonly NamedByVoucher[]): Promise<UsableBankEntry[]> {
  if (named.length === 0) return []
  const rows = await db.any(sql.type(row<UsableRow>())`
    ${wantedBy(named)}
    select end_customer_id, entry_id, canonical_entry_hash, import_id, ${ENTRY_DAY} as day, account as bank_account, currency, credit_debit, is_booked,
      amount_minor, used_minor,
      ${refusalColumns(sql.fragment`entry`)},
      payment_count::integer, payments, ${legs} as legs, ${credits} as credits, ${holdersOf(sql.fragment`entry`)} as holders, ${changes} as changes,
      ${evidenceFor} as evidence_for
    from camt053_entries entry
    cross join lateral (
      select count(*) as payment_count, coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', payment_id, 'amount_minor', amount_minor::text, 'used_minor', ${usedOfPayment}::text
      )) filter (where transaction_number = 0 or payment_id in (select payment_id from wanted)), '[]') as payments
      from payments payment
      where payment.end_customer_id = entry.end_customer_id and payment.entry_id = entry.entry_id
        and superseded_by is null
    ) paid
    where (end_customer_id, entry_id) in (select end_customer_id, entry_id from found)
  `)
  return rows.map(usableBankEntry)
}

function wantedBy(named: readonly NamedByVoucher[]) {
  return sql.fragment`
    with wanted as materialized (
      select end_customer_id, entry_id, canonical_entry_hash, payment_id
      from ${recordset('named', NAMED, named.map(namedRow))}
    ), found as materialized (
      select end_customer_id, entry_id from wanted where entry_id is not null
      union
      select end_customer_id, known.entry_id
      from wanted join camt053_entries known using (end_customer_id, canonical_entry_hash)
      union
      select end_customer_id, payments.entry_id
      from wanted join payments using (end_customer_id, payment_id)
      where wanted.entry_id is null and canonical_entry_hash is null
    )
  `
}

const usedOfPayment = sql.fragment`(
  select coalesce(sum(used.amount_minor), 0) from bank_entry_uses used
  where used.end_customer_id = payment.end_customer_id and used.entry_id = payment.entry_id
    and used.payment_id = payment.payment_id and state <> 'released'
)`

function namedRow({ end_customer_id, named, payment_id }: NamedByVoucher) {
  const entry_id = named && uuidOf('camt053_entry', named)
  const canonical_entry_hash = entry_id === null ? named : null
  return { end_customer_id, entry_id, canonical_entry_hash, payment_id: payment_id && uuidOf('payment', payment_id) }
}

/** A use whose journal entry is about to be reversed books nothing any more. */
const legs = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'payment_id', used.payment_id, 'amount_minor', used.amount_minor::text, 'source_fact_id', posted.source_id,
    'credited', (
      select coalesce(jsonb_agg(jsonb_build_object('account_code', account_code, 'amount_minor', amount::text)), '[]')
      from (
        -- A line in another currency brings what is used, at most.
        select account_code,
          sum(case transaction_currency when entry.currency then transaction_minor else used.amount_minor end) as amount
        from journal_lines line
        where line.end_customer_id = posted.end_customer_id and line.entry_number = posted.entry_number
          and credit_minor > 0
        group by account_code
      ) credited
    )
  )), '[]')
  from bank_entry_uses used
  join journal_entries posted
    on posted.end_customer_id = used.end_customer_id and posted.journal_entry_id = used.journal_entry_id
  where used.end_customer_id = entry.end_customer_id and used.entry_id = entry.entry_id and used.state = 'posted'
    and used_by in ('voucher', 'link')
    and not ${isBeingReversed(sql.fragment`posted.end_customer_id`, sql.fragment`posted.source_id`)}
)`

const credits = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'payment_id', payment_id, 'amount_minor', given_minor::text, 'source_fact_id', source_fact_id, 'debited', (
      select coalesce(jsonb_agg(jsonb_build_object('account_code', account_code, 'amount_minor', amount::text)), '[]')
      from (
        select account_code, sum(transaction_minor) as amount from journal_lines line
        where line.end_customer_id = posted.end_customer_id and line.entry_number = posted.entry_number
          and debit_minor > 0 and transaction_currency = entry.currency
        group by account_code
      ) debited
    )
  ) order by posted.entry_number), '[]')
  from credits_by_facts(entry.end_customer_id, entry.entry_id) credit
  join journal_entries posted
    on posted.end_customer_id = entry.end_customer_id and posted.journal_entry_id = credit.journal_entry_id
)`

/** No other row is read where nothing was given back: of hardly any bank entry something was. */
const changes = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'date', date, 'payment_id', payment_id, 'amount_minor', amount_minor::text
  )), '[]')
  from ${usesByDay(sql.fragment`entry.end_customer_id`, sql.fragment`entry.entry_id`)} used
  where exists (
    select from bank_entry_uses given
    where given.end_customer_id = entry.end_customer_id and given.entry_id = entry.entry_id
      and given_back_on is not null and posting_date < given_back_on
  )
)`

const evidenceFor = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'source_fact_id', source_fact_id, 'amount_minor', amount_minor::text, 'is_named', is_named
  ) order by source_fact_id), '[]')
  from (
    select source_fact_id, sum(proposal.amount_minor) as amount_minor, false as is_named
    from open_link_proposals(entry.end_customer_id, entry.entry_id) proposal
    group by source_fact_id
    union all
    select source_id, sum(line.amount_minor), true
    from lines_to_link(entry.end_customer_id, entry.entry_id) line
    where source_type = 'journal_voucher'
    group by source_id
  ) older
)`

function usableBankEntry({
  payments,
  holders,
  legs,
  credits,
  changes,
  evidence_for,
  ...bankEntry
}: UsableRow): UsableBankEntry {
  return {
    ...bankEntry,
    refusal: refusalOf(bankEntry),
    public_id: publicId('camt053_entry', bankEntry.entry_id),
    payments: payments.map(({ payment_id, amount_minor, used_minor }) => ({
      payment_id,
      public_id: publicId('payment', payment_id),
      amount_minor: BigInt(amount_minor),
      used_minor: BigInt(used_minor),
    })),
    legs: legs.map((leg) => ({ ...exact(leg), credited: leg.credited.map(exact) })),
    credits: credits.map((credit) => ({ ...exact(credit), debited: credit.debited.map(exact) })),
    holders: presentHolders(holders),
    changes: changes.map(exact),
    evidence_for: evidence_for.map(({ source_fact_id, amount_minor, is_named }) => ({
      is_named,
      public_id: publicId('source_fact', source_fact_id),
      amount_minor: BigInt(amount_minor),
    })),
  }
}

function exact<Row extends { readonly amount_minor: string }>(row: Row) {
  return { ...row, amount_minor: BigInt(row.amount_minor) }
}

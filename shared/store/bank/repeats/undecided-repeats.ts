import { type Db, row, sql } from '../../db/database.ts'

/** A bank entry that may repeat another one, with the bank statements of both: `import:number`. */
export type UndecidedRepeat = {
  readonly entry_id: string
  readonly import_id: string
  readonly first_hash: string
  readonly bank_references: readonly string[]
  readonly booking_date: string | null
  readonly amount_minor: bigint
  readonly credit_debit: 'CRDT' | 'DBIT'
  readonly statement_keys: readonly string[]
  readonly possible_repeat_of: string
  readonly keys_of_other: readonly string[]
}

/** How many are looked at after an import; a reviewer decides about the others, or a later import. */
const MOST_UNDECIDED = 2_000

/** Those of an import first. */
export function findUndecidedRepeats(
  db: Db,
  end_customer_id: string,
  import_id: string,
  bank_accounts: readonly string[],
): Promise<readonly UndecidedRepeat[]> {
  return db.any(sql.type(row<UndecidedRepeat>())`
    select entry_id, import_id, first_hash, bank_references, booking_date, amount_minor, credit_debit, possible_repeat_of,
      ${keysOf(end_customer_id, 'entry_id')} as statement_keys,
      ${keysOf(end_customer_id, 'possible_repeat_of')} as keys_of_other
    from camt053_entries
    where end_customer_id = ${end_customer_id} and repeat_state = 'undecided' and first_hash is not null
      and account = any(${sql.array(bank_accounts, 'text')})
    order by import_id = ${import_id} desc, entry_id desc
    limit ${MOST_UNDECIDED}
  `)
}

function keysOf(end_customer_id: string, column: string) {
  return sql.fragment`array(
    select distinct linked.import_id || ':' || linked.statement_number
    from camt053_statement_entries linked
    where linked.end_customer_id = ${end_customer_id}
      and linked.entry_id = ${sql.identifier(['camt053_entries', column])}
    limit 100
  )`
}

/** Bank entries that two bank statements have in common for certain; each is a list of pages. */
export function sumCommonEntries(
  db: Db,
  end_customer_id: string,
  keys: readonly string[],
  other_keys: readonly string[],
): Promise<{ count: number; net_minor: string }> {
  return db.one(sql.type(row<{ count: number; net_minor: string }>())`
    select count(*)::integer as count,
      coalesce(sum(case credit_debit when 'CRDT' then amount_minor else -amount_minor end) filter (where is_booked), 0)::text
        as net_minor
    from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (
      ${entriesOf(end_customer_id, keys)} intersect ${entriesOf(end_customer_id, other_keys)}
    )
  `)
}

/** Ids of the bank entries of pages of bank statements. */
export function entriesOf(end_customer_id: string, keys: readonly string[]) {
  const pairs = keys.map((key) => key.split(':'))
  const imports = sql.array(
    pairs.map(([import_id = '']) => import_id),
    'uuid',
  )
  const numbers = sql.array(
    pairs.map(([, number]) => Number(number)),
    'int4',
  )
  return sql.fragment`
    select linked.entry_id
    from unnest(${imports}, ${numbers}) as page (import_id, statement_number)
    join camt053_statement_entries linked
      on linked.end_customer_id = ${end_customer_id} and linked.import_id = page.import_id
        and linked.statement_number = page.statement_number
  `
}

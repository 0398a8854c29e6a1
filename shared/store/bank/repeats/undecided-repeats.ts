import { type Db, row, sql } from '../../db/database.ts'

/** A bank entry that may repeat another one, with the bank statements that have it: `import:number`. */
export type UndecidedRepeat = {
  readonly entry_id: string
  readonly import_id: string
  readonly first_hash: string
  readonly bank_references: readonly string[]
  readonly booking_date: string | null
  readonly amount_minor: bigint
  readonly statement_keys: readonly string[]
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
    select entry_id, import_id, first_hash, bank_references, booking_date, amount_minor, array(
      select distinct linked.import_id || ':' || linked.statement_number
      from camt053_statement_entries linked
      where linked.end_customer_id = ${end_customer_id} and linked.entry_id = camt053_entries.entry_id
      limit 100
    ) as statement_keys
    from camt053_entries
    where end_customer_id = ${end_customer_id} and repeat_state = 'undecided' and first_hash is not null
      and account = any(array(
        select unnest(bank_account_names(${end_customer_id}, name)) from unnest(${sql.array(bank_accounts, 'text')}) name
      ))
    order by import_id = ${import_id} desc, entry_id desc
    limit ${MOST_UNDECIDED}
  `)
}

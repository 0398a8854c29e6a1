import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import { BANK_ENTRY_RULE_VERSION } from '../../camt053/bank-entry/canonical-bank-entry.ts'
import { isReturned } from '../../camt053/bank-entry/incoming-payments.ts'
import { payeeAccountOf } from '../../camt053/bank-entry/payee-account.ts'
import type { BankReferences } from '../../camt053/repeats/bank-references.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { amountsAsText } from '../db/json.ts'
import { recordset } from '../db/recordset.ts'

/** A bank entry as a bank statement has it. */
export type ReadBankEntry = {
  readonly statement_number: number
  readonly position: number
  readonly bank_account: string
  readonly statement_id: string | null
  readonly page: string | null
  /** Its hash as the first of its kind. */
  readonly first_hash: string
  readonly bank_references: BankReferences
  readonly entry_id: string
  readonly is_booked: boolean
  readonly bank_entry: BankEntry
}

/** A bank entry that nobody has brought before. */
export type NewBankEntry = ReadBankEntry & {
  readonly canonical_entry_hash: string
  readonly occurrence: number
  readonly possible_repeat_of: string | null
}

/** The place of a bank entry in its bank statement: `entry_id` is that of the one that is kept. */
export type BankEntryPlace = Pick<ReadBankEntry, keyof typeof PLACE>

const PLACE = {
  statement_number: 'int4',
  position: 'int4',
  bank_account: 'text',
  statement_id: 'text',
  page: 'text',
  first_hash: 'text',
  entry_id: 'uuid',
} as const

const NEW_BANK_ENTRY = {
  statement_number: 'int4',
  bank_account: 'text',
  rule_version: 'int2',
  first_hash: 'text',
  canonical_entry_hash: 'text',
  occurrence: 'int4',
  bank_references: 'jsonb',
  possible_repeat_of: 'uuid',
  entry_id: 'uuid',
  is_booked: 'bool',
  booking_date: 'date',
  currency: 'text',
  amount_minor: 'int8',
  credit_debit: 'text',
  is_reversal: 'bool',
  payee_account: 'text',
  says_return: 'bool',
  bank_entry: 'json_document',
} as const

export type ImportKey = { readonly end_customer_id: string; readonly import_id: string }

export async function insertBankEntries(
  tx: Tx,
  { end_customer_id, import_id }: ImportKey,
  bankEntries: readonly NewBankEntry[],
): Promise<void> {
  if (bankEntries.length === 0) return
  const isUndated = bankEntries.some(({ bank_entry }) => bank_entry.booking_date === null)
  const { name, statedDay, statements } = isUndated ? withStatedDays(end_customer_id, import_id) : WITHOUT_STATED_DAYS
  const rows = bankEntries.map(({ bank_entry, ...rest }) => {
    const { booking_date, currency, amount_minor, credit_debit, reversal: is_reversal } = bank_entry
    const figures = { booking_date, currency, amount_minor, credit_debit, is_reversal }
    const payee_account = payeeAccountOf(bank_entry)
    const says_return = bank_entry.tx_details.some(isReturned)
    return {
      ...rest,
      ...figures,
      payee_account,
      says_return,
      rule_version: BANK_ENTRY_RULE_VERSION,
      bank_entry: amountsAsText(bank_entry),
    }
  })
  await tx.query(sql.prepared(name, row())`
    insert into camt053_entries (
      end_customer_id, entry_id, import_id, rule_version, canonical_entry_hash, first_hash, occurrence, bank_references,
      possible_repeat_of, repeat_state, account, booking_date, currency, amount_minor, credit_debit, is_booked, is_reversal,
      payee_account, says_return, entry, created_at, stated_day
    )
    select ${end_customer_id}, entry_id, ${import_id}, rule_version, canonical_entry_hash, first_hash, occurrence,
      array(select jsonb_array_elements_text(bank_references)), possible_repeat_of,
      case when possible_repeat_of is not null then 'undecided' end, bank_account, booking_date, currency, amount_minor,
      credit_debit, is_booked, is_reversal, payee_account, says_return, bank_entry, now(), ${statedDay}
    from ${recordset('created', NEW_BANK_ENTRY, rows)}
    ${statements}
  `)
}

const WITHOUT_STATED_DAYS = {
  name: 'insert_bank_entries',
  statedDay: sql.fragment`null`,
  statements: sql.fragment``,
}

/** Bank entries without booking date have a day that their bank statement says. Most banks give a date to all of them. */
function withStatedDays(end_customer_id: string, import_id: string) {
  return {
    name: 'insert_undated_bank_entries',
    statedDay: sql.fragment`case when booking_date is null
      then stated_day(bank_entry ->> 'value_date', coalesce(figures, '{}'), file_created) end`,
    statements: sql.fragment`
      left join lateral (
        select ordinality::integer - 1 as of_statement, element as figures, message ->> 'created' as file_created
        from camt053_imports, jsonb_array_elements(statements) with ordinality as one (element, ordinality)
        where end_customer_id = ${end_customer_id} and import_id = ${import_id}
        offset 0
      ) statement on of_statement = statement_number
    `,
  }
}

/** Which bank statement has which bank entry, and where. */
export async function insertBankEntryPlaces(
  tx: Tx,
  { end_customer_id, import_id }: ImportKey,
  places: readonly BankEntryPlace[],
): Promise<void> {
  await tx.query(sql.prepared('insert_bank_entry_places', row())`
    insert into camt053_statement_entries (
      end_customer_id, import_id, statement_number, position, account, statement_id, page, content_hash, entry_id
    )
    select ${end_customer_id}, ${import_id}, statement_number, position, bank_account, statement_id, page, first_hash,
      entry_id
    from ${recordset('place', PLACE, places)}
  `)
}

import type { Arithmetic, Sums } from '../../camt053/arithmetic.ts'
import type { BankBalance, BankStatementHeader, MessageHeader } from '../../camt053/bank-statement.ts'
import type { ImportState } from '../../contract/bank/camt053-imports.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { type Visibility, visibleTo } from '../db/filters.ts'
import type { AmountsAsText } from '../db/json.ts'

/** A bank statement with its figures; amounts are text. */
export type BankStatementFigures = BankStatementHeader & {
  readonly balances: readonly AmountsAsText<BankBalance>[]
  readonly opening: AmountsAsText<BankBalance> | null
  readonly closing: AmountsAsText<BankBalance> | null
  readonly entry_count: number
  readonly sums: readonly ({ readonly currency: string } & AmountsAsText<Sums>)[]
  readonly holds: Arithmetic['holds']
  readonly difference_minor: string | null
  readonly reason: string | null
  /** Missing in what was read before these were made. */
  readonly entries_digest?: string
  readonly first_day?: string | null
  readonly last_day?: string | null
  /** Its balances are those of all pages, and some of them were not in its message. */
  readonly awaits_pages?: true
  /** The account that its QR-IBAN means; it is no part of what is kept. */
  readonly bank_account?: string
}

export type ImportRow = {
  end_customer_id: string
  import_id: string
  state: ImportState
  file_sha256: string
  size_bytes: bigint
  message: MessageHeader | null
  statements: BankStatementFigures[]
  new_entry_count: number | null
  linked_entry_count: number | null
  payment_count: number | null
  possible_repeat_count: number | null
  reason: string | null
  is_test_file: boolean
  difference_justification: string | null
  difference_accepted_by: string | null
  difference_accepted_at: string | null
  actor_id: string
  request_id: string
  created_at: string
  completed_at: string | null
}
type Count = 'new_entry_count' | 'linked_entry_count' | 'payment_count' | 'possible_repeat_count'
export type NewImport = Omit<ImportRow, Count | 'completed_at'>

const columns = sql.fragment`
  end_customer_id, import_id, state, file_sha256, size_bytes, message, statements, new_entry_count, linked_entry_count,
  payment_count, possible_repeat_count, reason, is_test_file, difference_justification, difference_accepted_by,
  difference_accepted_at, actor_id, request_id, created_at, completed_at
`

export async function insertImport(tx: Tx, bankImport: NewImport): Promise<void> {
  await tx.query(sql.type(row())`
    insert into camt053_imports (
      end_customer_id, import_id, state, file_sha256, size_bytes, message, statements, reason, is_test_file,
      difference_justification, difference_accepted_by, difference_accepted_at, actor_id, request_id, created_at,
      completed_at
    ) values (
      ${bankImport.end_customer_id}, ${bankImport.import_id}, ${bankImport.state}, ${bankImport.file_sha256},
      ${bankImport.size_bytes}, ${JSON.stringify(bankImport.message)}::jsonb,
      ${JSON.stringify(bankImport.statements)}::jsonb, ${bankImport.reason}, ${bankImport.is_test_file},
      ${bankImport.difference_justification}, ${bankImport.difference_accepted_by},
      ${bankImport.difference_accepted_at}::timestamptz, ${bankImport.actor_id}, ${bankImport.request_id},
      ${bankImport.created_at}::timestamptz,
      ${bankImport.state === 'received' ? null : bankImport.created_at}::timestamptz
    )
  `)
}

/** A piece of the file as it came; together they are the evidence. */
export async function insertChunk(
  tx: Tx,
  { end_customer_id, import_id }: Pick<ImportRow, 'end_customer_id' | 'import_id'>,
  chunk_number: number,
  bytes: Buffer,
): Promise<void> {
  await tx.query(sql.prepared('insert_chunk', row())`
    insert into camt053_chunks (end_customer_id, import_id, chunk_number, bytes)
    values (${end_customer_id}, ${import_id}, ${chunk_number}, ${sql.binary(bytes)})
  `)
}

/** The file, piece by piece and in order. */
export async function* readChunks(
  db: Db,
  { end_customer_id, import_id }: Pick<ImportRow, 'end_customer_id' | 'import_id'>,
): AsyncGenerator<Buffer> {
  for (let chunk_number = 0; ; chunk_number += 1) {
    const bytes = await db.maybeOneFirst(sql.prepared('read_chunk', row<{ bytes: Buffer }>())`
      select bytes from camt053_chunks
      where end_customer_id = ${end_customer_id} and import_id = ${import_id} and chunk_number = ${chunk_number}
    `)
    if (!bytes) return
    yield bytes
  }
}

/** An import that waits to be read in; null when another job has done it already. */
export function lockReceivedImport(tx: Tx, end_customer_id: string, import_id: string): Promise<ImportRow | null> {
  return tx.maybeOne(sql.type(row<ImportRow>())`
    select ${columns} from camt053_imports
    where end_customer_id = ${end_customer_id} and import_id = ${import_id} and state = 'received'
    for update
  `)
}

/** The bank statements of an import, in the order of its file. */
export async function listStatementsOfImport(db: Db, end_customer_id: string, import_id: string) {
  return db.oneFirst(sql.type(row<Pick<ImportRow, 'statements'>>())`
    select statements from camt053_imports where end_customer_id = ${end_customer_id} and import_id = ${import_id}
  `)
}

export type ImportCounts = {
  new_entry_count: number
  linked_entry_count: number
  payment_count: number
  possible_repeat_count: number
}

/** @param notes what was not looked at, in sentences */
export async function completeImport(
  tx: Tx,
  bankImport: ImportRow,
  counts: ImportCounts,
  notes: readonly string[],
): Promise<void> {
  const note = notes.length === 0 ? null : notes.join(' ')
  await tx.query(sql.type(row())`
    update camt053_imports
    set state = 'imported', new_entry_count = ${counts.new_entry_count},
      linked_entry_count = ${counts.linked_entry_count}, payment_count = ${counts.payment_count},
      possible_repeat_count = ${counts.possible_repeat_count}, completed_at = now(),
      reason = nullif(concat_ws(' ', reason, ${note}::text), '')
    where end_customer_id = ${bankImport.end_customer_id} and import_id = ${bankImport.import_id}
  `)
}

/** An import that the pages of other files contradict. */
export async function rejectImport(tx: Tx, { end_customer_id, import_id }: ImportRow, reason: string): Promise<void> {
  await tx.query(sql.type(row())`
    update camt053_imports set state = 'rejected', reason = ${reason}, completed_at = now()
    where end_customer_id = ${end_customer_id} and import_id = ${import_id}
  `)
}

/** A rejected import, to accept its difference. */
export function lockImport(tx: Tx, end_customer_id: string, import_id: string): Promise<ImportRow | null> {
  return tx.maybeOne(sql.type(row<ImportRow>())`
    select ${columns} from camt053_imports where end_customer_id = ${end_customer_id} and import_id = ${import_id}
    for update
  `)
}

export async function acceptDifference(
  tx: Tx,
  { end_customer_id, import_id }: ImportRow,
  justification: string,
  accepted_by: string,
): Promise<void> {
  await tx.query(sql.type(row())`
    update camt053_imports
    set state = 'received', completed_at = null, difference_justification = ${justification},
      difference_accepted_by = ${accepted_by}, difference_accepted_at = now()
    where end_customer_id = ${end_customer_id} and import_id = ${import_id}
  `)
}

export function findImport(db: Db, import_id: string, visible: Visibility): Promise<ImportRow | null> {
  return db.maybeOne(sql.type(row<ImportRow>())`
    select ${columns} from camt053_imports where import_id = ${import_id} and ${visibleTo(visible)}
  `)
}

/** Whether its entries are taken over, or it is rejected. An import is read whole once it is: who waits asks many times. */
export function isImportOver(db: Db, end_customer_id: string, import_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from camt053_imports
    where end_customer_id = ${end_customer_id} and import_id = ${import_id} and state <> 'received'
  `)
}

import assert from 'node:assert/strict'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type BankEntry, isBooked } from '../../shared/camt053/bank-entry/bank-entry.ts'
import {
  bankAccountKey,
  hashInSteps,
  type WrittenAccount,
} from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import type { BankStatementHeader } from '../../shared/camt053/bank-statement.ts'
import type { BankMessageEvent } from '../../shared/camt053/reader/bank-message-event.ts'
import { createBankMessageReader } from '../../shared/camt053/reader/bank-message-reader.ts'
import { type BankMessage, CAMT053 } from '../../shared/camt053/reader/message-type.ts'
import { bankReferencesOf } from '../../shared/camt053/repeats/bank-references.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import { type ImportRow, readChunks } from '../../shared/store/bank/camt053-imports.ts'
import type { ReadBankEntry } from '../../shared/store/bank/insert-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'

const BATCH = 500
/** Of a file, after which a batch ends too: a bank entry may have megabytes, and a batch is one query. */
const PIECES_OF_BATCH = 32
/** What is parsed in one piece. Other jobs of the process, and its heartbeat, go on in between. */
const PIECE_BYTES = 65_536

/** Makes a located bank entry of the next one that the file has. */
type Locate = (bankEntry: BankEntry) => Promise<ReadBankEntry>

/** A file that is kept, with the accounts at the bank of its bank statements. */
export type ReadableImport = Pick<ImportRow, 'end_customer_id' | 'import_id'> & {
  readonly statements: readonly WrittenAccount[]
}

/** Reads the bank entries of an import, with their places in the file, some hundred at a time. */
export async function* readBankEntriesOfImport(
  tx: Tx,
  received: ReadableImport,
  message: BankMessage = CAMT053,
): AsyncGenerator<readonly ReadBankEntry[]> {
  let locate: Locate | null = null
  let statement_number = -1
  let batch: ReadBankEntry[] = []
  let pieces = 0
  for await (const events of readEvents(tx, received, message)) {
    pieces += 1
    for (const event of events) {
      if (event.kind === 'bank_statement') {
        statement_number += 1
        locate = beginBankStatement(
          event.header,
          received.statements[statement_number] ?? event.header,
          statement_number,
        )
      }
      if (event.kind === 'bank_entry') {
        assert(locate, 'a bank entry stands in a bank statement')
        batch.push(await locate(event.bankEntry))
      }
      if (batch.length === 0 || (batch.length < BATCH && pieces < PIECES_OF_BATCH)) continue
      yield batch
      batch = []
      pieces = 0
    }
  }
  if (batch.length > 0) yield batch
}

async function* readEvents(
  tx: Tx,
  received: ReadableImport,
  message: BankMessage,
): AsyncGenerator<readonly BankMessageEvent[]> {
  const reader = createBankMessageReader(message)
  for await (const chunk of readChunks(tx, received)) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      yield reader.write(chunk.subarray(at, at + PIECE_BYTES))
      await othersTurn()
    }
  }
  yield reader.end()
}

function beginBankStatement(header: BankStatementHeader, named: WrittenAccount, statement_number: number): Locate {
  const bank_account = bankAccountKey(named)
  const { statement_id } = header
  const page = header.page?.page ?? null
  let position = 0
  return async (bank_entry) => {
    position += 1
    return {
      statement_number,
      position,
      bank_account,
      statement_id,
      page,
      first_hash: await inTurns(hashInSteps(bank_account, bank_entry, 1)),
      bank_references: bankReferencesOf(bank_entry),
      entry_id: newUuid(),
      is_booked: isBooked(bank_entry),
      bank_entry,
    }
  }
}

import type { FileHandle } from 'node:fs/promises'
import { insertChunk } from '../../../shared/store/bank/camt053-imports.ts'
import type { ImportKey } from '../../../shared/store/bank/insert-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'

const CHUNK_BYTES = 262_144

/** Keeps a file of the bank as it came, piece by piece. */
export async function keepFile(tx: Tx, imported: ImportKey, file: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(CHUNK_BYTES)
  for (let chunk_number = 0, kept = 0; ; chunk_number += 1) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, kept)
    if (bytesRead === 0) return
    await insertChunk(tx, imported, chunk_number, buffer.subarray(0, bytesRead))
    kept += bytesRead
  }
}

import { bankAccountKey } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import type { LinkedPlace } from '../../shared/camt053/repeats/links/disputed-links.ts'
import { createAccountOf, listBankAccounts } from '../../shared/store/bank/accounts/bank-accounts.ts'
import { listStatementsOfImport } from '../../shared/store/bank/camt053-imports.ts'
import type { ReadBankEntry } from '../../shared/store/bank/insert-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { readBankEntriesOfImport } from './read-bank-entries.ts'

/**
 * Reads places in bank statements once more. What was linked has left nothing but its place, and the file is the evidence.
 *
 * @returns bank entries by `import:statement:position`
 */
export async function readPlacesAgain(
  tx: Tx,
  end_customer_id: string,
  places: readonly LinkedPlace[],
): Promise<ReadonlyMap<string, ReadBankEntry>> {
  const found = new Map<string, ReadBankEntry>()
  const accountOf = createAccountOf(await listBankAccounts(tx, end_customer_id))
  for (const [import_id, some] of Map.groupBy(places, (place) => place.import_id)) {
    const wanted = new Set(some.map(({ statement_number, position }) => `${statement_number}:${position}`))
    const statements = (await listStatementsOfImport(tx, end_customer_id, import_id)).map((figures) => ({
      ...figures,
      bank_account: accountOf(bankAccountKey(figures)),
    }))
    for await (const batch of readBankEntriesOfImport(tx, { end_customer_id, import_id, statements })) {
      for (const read of batch) {
        const name = `${read.statement_number}:${read.position}`
        if (wanted.delete(name)) found.set(`${import_id}:${name}`, read)
      }
      if (wanted.size === 0) break
    }
  }
  return found
}

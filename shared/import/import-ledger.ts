import { knownMigrations } from '../store/databases/known-migrations.ts'
import { openPool, type Pool } from '../store/db/database.ts'
import { findTableInUse, listTablesInOrder } from '../store/import/copied-tables.ts'
import { migrate } from '../store/migrate.ts'
import type { Report } from '../verify/verify-chain.ts'
import { verifyExport } from '../verify/verify-export.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { checksTokens, SIGNED, type TokenCheck } from '../verify/verify-stamps.ts'
import { type AddToCopy, copyLedger, notEmpty } from './copy-ledger.ts'
import { loadExport } from './load-export.ts'
import { withScratchDatabase } from './with-scratch-database.ts'

/** The release that wrote exports before they said which. */
const FIRST_SCHEMA = 22

export type ImportedLedger = {
  readonly end_customer_id: string
  readonly entries: number
  readonly stamped_entries: number
}

type ImportOptions = {
  /** Knows the certificates that stamps have to lead to. */
  readonly checkToken?: TokenCheck
  readonly addToCopy?: AddToCopy
  /** Is told what is waited for. */
  readonly say?: (line: string) => void
}

/**
 * Reads an export into a database where nothing of its end customer is. It is verified before, loaded into a scratch database
 * with the tables of its release, migrated there, verified once more, and copied over in one transaction.
 *
 * @param owner_url of the role that owns the tables
 * @param open reads the lines of the file from the beginning
 * @throws Error with one sentence; nothing is imported then
 */
export async function importLedger(
  owner_url: string,
  open: () => AsyncIterable<string>,
  { checkToken = checksTokens(null), addToCopy = async () => {}, say = () => {} }: ImportOptions = {},
): Promise<ImportedLedger> {
  const { end_customer_id, entries, stamped_entries, schema = FIRST_SCHEMA } = await requireWhole(open(), checkToken)
  requireKnown(schema)
  const target = await openPool(owner_url, { pool_size: 2, statement_timeout_ms: 600_000 })
  try {
    const found = await findTableInUse(target, await listTablesInOrder(target), end_customer_id)
    if (found !== null) throw notEmpty(end_customer_id, found)
    await withScratchDatabase(schema, async (scratch) => {
      await loadExport(scratch.pool, open())
      await migrate(scratch)
      await requireInOrder(scratch.pool, end_customer_id, checkToken)
      await copyLedger(scratch.migration_database_url, target, end_customer_id, addToCopy, { say })
    })
  } finally {
    await target.end()
  }
  return { end_customer_id, entries, stamped_entries }
}

async function requireWhole(lines: AsyncIterable<string>, checkToken: TokenCheck) {
  const findings: Damage[] = []
  const report: Report = (check, subject, _, found) => findings.push({ check, subject, found: String(found) })
  const verified = await verifyExport(lines, report, checkToken)
  const [finding] = findings
  if (finding && findings.every(({ check }) => check === SIGNED))
    throw new Error(`Nothing was imported, as a stamp does not hold (${finding.subject}): ${finding.found}.`)
  if (finding)
    throw new Error(`The file is damaged, so nothing was imported. What does not hold: ${first(findings.map(nameOf))}.`)
  return verified
}

type Damage = { readonly check: string; readonly subject: string; readonly found: string }

function nameOf({ check, subject }: Pick<Damage, 'check' | 'subject'>): string {
  return `${check} (${subject})`
}

function first([finding, ...others]: readonly string[]): string {
  return others.length === 0 ? `${finding}` : `${finding}, and ${others.length} more`
}

/** @param schema how many migrations the database of the export had */
function requireKnown(schema: number): void {
  if (schema > knownMigrations())
    throw new Error(`The export is of a newer release (schema ${schema}). Import it with that release or a later one.`)
}

async function requireInOrder(pool: Pool, end_customer_id: string, checkToken: TokenCheck): Promise<void> {
  const findings = await verifyLedger(pool, end_customer_id, () => {}, checkToken)
  if (findings.length === 0) return
  throw new Error(`The books of the export are not in order, so nothing was imported: ${first(findings.map(nameOf))}.`)
}

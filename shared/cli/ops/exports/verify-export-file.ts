import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../../process/config.ts'
import { readTrusted } from '../../../proof/tokens/read-trusted.ts'
import { LEDGER_FILE, MANIFEST_FILE, verifyPackage } from '../../../verify/audit-package.ts'
import { linesOfExport } from '../../../verify/lines-of-export.ts'
import type { Report } from '../../../verify/verify-chain.ts'
import { verifyExport } from '../../../verify/verify-export.ts'
import { checksTokens } from '../../../verify/verify-stamps.ts'
import { printTable } from '../../print-table.ts'
import { warnOfStamps } from '../warn-of-stamps.ts'

type VerifiedExport = {
  readonly end_customer_id: string
  readonly entries: number
  readonly stamped_entries: number
  /** Null for a file: only a folder has a manifest. */
  readonly manifest_sha256: string | null
  readonly findings: readonly Record<string, string>[]
}

/** Checks a file or a folder that `export` has written; no database is needed. @returns the exit code: 1 when anything was found */
export async function verifyExportFile(file: string, options: { json?: boolean }): Promise<number> {
  const findings: Record<string, string>[] = []
  const report: Report = (check, subject, expected, found) =>
    findings.push({ check, subject, expected: String(expected), found: String(found) })
  try {
    const trusted = await readTrusted(readConfig().timestamp_ca_file)
    const is_package = (await stat(file)).isDirectory()
    const ledger = is_package ? join(file, LEDGER_FILE) : file
    const verified = await verifyExport(linesOfExport(ledger), report, checksTokens(trusted))
    const manifest_sha256 = is_package ? await verifyPackage(file, verified, report) : null
    const { end_customer_id, entries, stamped_entries } = verified
    const result = { end_customer_id, entries, stamped_entries, manifest_sha256, findings }
    if (options.json) console.log(JSON.stringify(result, null, 2))
    else printResult(result)
    if (stamped_entries > 0) warnOfStamps(trusted)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
  return findings.length === 0 ? 0 : 1
}

function printResult({ end_customer_id, entries, stamped_entries, manifest_sha256, findings }: VerifiedExport): void {
  if (findings.length > 0) printTable(findings, {})
  const stamped = stamped_entries === 0 ? '' : `, of which ${stamped_entries} are stamped`
  console.log(`${entries} entries of ${end_customer_id} verified${stamped}, ${findings.length} findings`)
  if (manifest_sha256) console.log(`${MANIFEST_FILE} has the SHA-256 ${manifest_sha256}`)
}

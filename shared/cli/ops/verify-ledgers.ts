import { SingleBar } from 'cli-progress'
import type { Deps } from '../../deps/deps.ts'
import { todayInSwitzerland } from '../../process/clock.ts'
import { readTrusted } from '../../proof/tokens/read-trusted.ts'
import { useSnapshotIsolation } from '../../store/statements/ledger-snapshot.ts'
import { listLedgers } from '../../store/verify/journal.ts'
import { findUnassignedLines, type UnassignedLine } from '../../store/verify/legacy-lines.ts'
import { findUnfitRoles, type UnfitRole } from '../../store/verify/mappings.ts'
import { type VerificationFinding, verifyLedger } from '../../verify/verify-ledger.ts'
import { checksTokens, type TokenCheck } from '../../verify/verify-stamps.ts'
import { type PrintOptions, printAnswer, printTable } from '../print-table.ts'
import { printFromBefore } from './print-from-before.ts'
import { printRemedy } from './print-remedy.ts'
import { warnOfStamps } from './warn-of-stamps.ts'

/** Verifies every ledger, each as it is at one moment. @returns the exit code: 1 when anything was found */
export async function verifyLedgers(
  { pool, config }: Deps,
  options: PrintOptions & { endCustomer?: string },
): Promise<number> {
  const trusted = await readTrusted(config.timestamp_ca_file)
  const tokens = countedTokens(checksTokens(trusted))
  const ledgers = await listLedgers(pool, options.endCustomer ?? null)
  if (options.endCustomer && ledgers.length === 0) throw new Error(`There is no end customer ${options.endCustomer}.`)
  const bar = new SingleBar({
    format: 'verifying {bar} {value}/{total} rows, {eta_formatted} left',
    clearOnComplete: true,
  })
  const isShown = process.stderr.isTTY && !options.json
  if (isShown)
    bar.start(
      ledgers.reduce((total, { size }) => total + size, 0),
      0,
    )
  const findings: VerificationFinding[] = []
  const lines: UnassignedLine[] = []
  const roles: UnfitRole[] = []
  for (const { end_customer_id } of ledgers) {
    const of_ledger = await pool.transaction(async (tx) => {
      await useSnapshotIsolation(tx)
      lines.push(...(await findUnassignedLines(tx, end_customer_id)))
      roles.push(...(await findUnfitRoles(tx, end_customer_id, todayInSwitzerland())))
      return verifyLedger(tx, end_customer_id, (count) => bar.increment(count), tokens.check)
    })
    findings.push(...of_ledger)
  }
  if (isShown) bar.stop()
  if (findings.length > 0 || options.json) printTable(findings, options)
  printRemedy(findings, options)
  printFromBefore({ lines, roles }, options)
  if (!options.json) printAnswer(null, `${ledgers.length} ledgers verified, ${findings.length} findings`, options)
  if (tokens.count() > 0) warnOfStamps(trusted)
  return findings.length === 0 ? 0 : 1
}

function countedTokens(checkToken: TokenCheck) {
  let count = 0
  const check: TokenCheck = (...stamp) => {
    count += 1
    return checkToken(...stamp)
  }
  return { check, count: () => count }
}

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Report } from '../../verify/verify-chain.ts'
import { verifyExport } from '../../verify/verify-export.ts'
import { printTable } from '../print-table.ts'

/** Checks a file that `export` has written; no database is needed. @returns the exit code: 1 when anything was found */
export async function verifyExportFile(file: string, options: { json?: boolean }): Promise<number> {
  const findings: Record<string, string>[] = []
  const report: Report = (check, subject, expected, found) =>
    findings.push({ check, subject, expected: String(expected), found: String(found) })
  try {
    const { end_customer_id, entries } = await verifyExport(linesOf(file), report)
    if (findings.length > 0 || options.json) printTable(findings, options)
    if (!options.json) console.log(`${entries} entries of ${end_customer_id} verified, ${findings.length} findings`)
  } catch (error) {
    console.error(`${file} cannot be read to its end: ${error instanceof Error ? error.message : error}.`)
    return 1
  }
  return findings.length === 0 ? 0 : 1
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  for await (const piece of unpacked) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

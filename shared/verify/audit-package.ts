import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, sha256Of } from '../canonical/hash.ts'
import type { Report } from './verify-chain.ts'

export const LEDGER_FILE = 'ledger.ndjson.gz'
export const MANIFEST_FILE = 'manifest.json'

/** The files of an audit package with their SHA-256. */
export type Manifest = {
  readonly end_customer_id: string
  readonly fiscal_year_id: string
  readonly last_entry_number: string
  readonly last_entry_hash: string
  readonly files: Readonly<Record<string, string>>
}

/** Every file of a folder but its manifest, in the order of their names. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name !== MANIFEST_FILE).sort()
  const hashes: Record<string, string> = {}
  for (const name of names) {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(join(folder, name))) hash.update(piece as Buffer)
    hashes[name] = hash.digest('hex')
  }
  return hashes
}

/** What the header of the ledger says of the files beside it. */
export function hashOfPages(files: Readonly<Record<string, string>>): string {
  const { [LEDGER_FILE]: _, ...pages } = files
  return hashOf(pages)
}

/** Verifies that the files of a package are those of its manifest, and this one is of its ledger. @returns the SHA-256 of the manifest @throws Error where there is none */
export async function verifyPackage(
  folder: string,
  ledger: {
    readonly end_customer_id: string
    readonly last_entry_hash: string
    readonly pages_sha256?: string | undefined
  },
  report: Report,
): Promise<string> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new Error(`${folder} has no ${MANIFEST_FILE}: it is no audit package.`)
  })
  const manifest = JSON.parse(text) as Manifest
  const found = await hashFiles(folder)
  for (const name of new Set([...Object.keys(manifest.files), ...Object.keys(found)]))
    if (manifest.files[name] !== found[name])
      report('a file is as it was written', name, manifest.files[name] ?? 'no file', found[name] ?? 'no file')
  for (const member of ['end_customer_id', 'last_entry_hash'] as const)
    if (manifest[member] !== ledger[member])
      report('the pages are of the ledger beside them', member, ledger[member], manifest[member])
  const { pages_sha256 } = ledger
  if (pages_sha256 !== undefined && pages_sha256 !== hashOfPages(found))
    report('the ledger was written with the files beside it', LEDGER_FILE, pages_sha256, hashOfPages(found))
  return sha256Of(text)
}

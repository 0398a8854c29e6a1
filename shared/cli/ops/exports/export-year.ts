import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Of } from '../../../canonical/hash.ts'
import type { Deps } from '../../../deps/deps.ts'
import { readPlaceOfBooks } from '../../../store/verify/export.ts'
import { listLedgers } from '../../../store/verify/journal.ts'
import { hashFiles, hashOfPages, LEDGER_FILE, MANIFEST_FILE, type Manifest } from '../../../verify/audit-package.ts'
import { writeExport } from '../export-ledger.ts'
import { whileUnmoved } from './while-unmoved.ts'

type YearOptions = { endCustomer: string; fiscalYear: string; file: string; json?: boolean }

const WRITE_PAGES = join(import.meta.dirname, '../../../../api/audit/main.ts')

/** Writes a fiscal year into a new folder: pages that open from disk, the whole ledger with its proofs, and a manifest. */
export async function exportYear(deps: Deps, options: YearOptions): Promise<void> {
  const { endCustomer: end_customer_id, fiscalYear: fiscal_year_id, file: folder } = options
  if ((await listLedgers(deps.pool, end_customer_id)).length === 0)
    throw new Error(`There is no end customer ${end_customer_id}.`)
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'EEXIST' ? `${folder} exists already; name a new folder.` : error.message)
  })
  let manifest_sha256: string
  try {
    const { last_entry_number, last_entry_hash } = await whileUnmoved(
      () => readPlaceOfBooks(deps.pool, end_customer_id),
      () => writeFiles(deps, [folder, end_customer_id, fiscal_year_id]),
    )
    const files = await hashFiles(folder)
    const manifest: Manifest = { end_customer_id, fiscal_year_id, last_entry_number, last_entry_hash, files }
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    manifest_sha256 = sha256Of(text)
    await writeFile(join(folder, MANIFEST_FILE), text)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const text = `${folder} has ${fiscal_year_id} of ${end_customer_id}; open index.html, check it with: ops verify-export ${folder}\n${MANIFEST_FILE} has the SHA-256 ${manifest_sha256}; keep it elsewhere, verify-export says it again`
  console.log(options.json ? JSON.stringify({ folder, end_customer_id, fiscal_year_id, manifest_sha256 }) : text)
}

/** The ledger and the pages, in a folder that has nothing of a try before. */
async function writeFiles(
  deps: Deps,
  args: readonly [folder: string, end_customer_id: string, fiscal_year_id: string],
) {
  const [folder, end_customer_id] = args
  for (const name of await readdir(folder)) await rm(join(folder, name))
  await writePages(deps, args)
  const pages_sha256 = hashOfPages(await hashFiles(folder))
  await writeExport(deps, end_customer_id, join(folder, LEDGER_FILE), { pages_sha256 })
}

/** The interface writes its answers itself, in a process of its own: commands know no HTTP. */
async function writePages({ config }: Deps, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DATABASE_URL: config.database_url ?? '' }
  const child = spawn(process.execPath, [WRITE_PAGES, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let reason = ''
  child.stderr.on('data', (chunk) => {
    reason += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(reason.trim() || `The pages could not be written (exit code ${code}).`)
}

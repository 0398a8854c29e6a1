import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerUrls, startOwnServer } from '../support/database.ts'

/** What a process of the suite shares with none that runs beside it: a PostgreSQL and a folder of temporary files. */
export type Place = ServerUrls & { readonly tmp: string }

export type Places = { readonly all: readonly Place[]; close(): Promise<void> }

/** They belong to the process that starts the others: those may die in the middle of a test, and nothing stays behind. */
export async function openPlaces(count: number): Promise<Places> {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-tests-'))
  chmodSync(folder, 0o755) // PostgreSQL may have a user of its own
  const tmps = Array.from({ length: count }, (_, number) => join(folder, String(number)))
  for (const tmp of tmps) mkdirSync(tmp)
  const servers = await Promise.all(tmps.map(startOwnServer))
  return {
    all: servers.map(({ admin_url, process_url }, number) => ({ admin_url, process_url, tmp: tmps[number] ?? folder })),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

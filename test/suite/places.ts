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
  const opened = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const tmp = join(folder, String(number))
      mkdirSync(tmp)
      const { stop, ...urls } = await startOwnServer(tmp)
      return { place: { ...urls, tmp }, stop }
    }),
  )
  return {
    all: opened.map(({ place }) => place),
    async close() {
      await Promise.all(opened.map(({ stop }) => stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

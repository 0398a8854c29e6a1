import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Opens an empty file without a name: it is gone when it is closed, and when the process is killed. */
export async function openNameless(ending: string): Promise<FileHandle> {
  const name = join(tmpdir(), `hauptbuch-${randomUUID()}.${ending}`)
  const file = await open(name, 'wx+', 0o600)
  await rm(name)
  return file
}

import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of temporary files is full, missing or closed to us, or the process has too many files open. */
export class TemporaryFileError extends Error {
  /** That of Node, such as ENOSPC. */
  readonly code: string
  readonly folder = tmpdir()

  constructor(cause: unknown) {
    super('a temporary file cannot be written', { cause })
    this.name = 'TemporaryFileError'
    this.code = String((cause as NodeJS.ErrnoException | undefined)?.code)
  }
}

/**
 * Opens an empty file without a name: it is gone when it is closed, and when the process is killed.
 *
 * @throws TemporaryFileError
 */
export async function openNameless(ending: string): Promise<FileHandle> {
  const name = join(tmpdir(), `hauptbuch-${randomUUID()}.${ending}`)
  const file = await open(name, 'wx+', 0o600).catch(refuse)
  try {
    await rm(name)
    return file
  } catch (error) {
    await file.close()
    return refuse(error)
  }
}

/** @throws TemporaryFileError */
export function appendTo(file: FileHandle, bytes: Uint8Array): Promise<void> {
  return file.appendFile(bytes).catch(refuse)
}

function refuse(error: unknown): never {
  throw new TemporaryFileError(error)
}

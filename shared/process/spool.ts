import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { freeBuffer } from './free-buffer.ts'
import { appendTo, openNameless } from './nameless-file.ts'

/** An answer that is written before it is sent, so that a slow client keeps waiting nothing but these bytes. */
export type Spool = {
  /** @throws TemporaryFileError */
  append(piece: Buffer): Promise<void>
  /** All of it, once. The spool is closed at its end, and when it is destroyed. */
  read(): Readable
  close(): Promise<void>
}

const BYTES_AT_ONCE = 2 ** 18

/**
 * Spools that keep their beginnings in memory, each one and all of them so many bytes, and the rest in a file: most lists
 * are short, and a file is written and read by threads that the processors have to be shared with.
 */
export function createSpools(memory: { readonly of_one: number; readonly of_all: number }): (ending: string) => Spool {
  let bytes_of_all = 0
  return (ending) => {
    const kept: Buffer[] = []
    let bytes = 0
    let file: FileHandle | null = null
    function takeFile(): FileHandle | null {
      const taken = file
      file = null
      return taken
    }
    async function close(): Promise<void> {
      bytes_of_all -= bytes
      bytes = 0
      kept.length = 0
      await takeFile()?.close()
    }
    async function* readAll(): AsyncGenerator<Buffer, void> {
      yield* kept
      // The stream closes the file at its end.
      yield* takeFile()?.createReadStream({ start: 0, highWaterMark: BYTES_AT_ONCE }) ?? []
    }
    return {
      async append(piece) {
        if (!file && bytes + piece.length <= memory.of_one && bytes_of_all + piece.length <= memory.of_all) {
          kept.push(piece)
          bytes += piece.length
          bytes_of_all += piece.length
          return
        }
        file ??= await openNameless(ending)
        await appendTo(file, piece)
        freeBuffer(piece)
      },
      // A generator that has not begun has no end either, so it is the stream that closes.
      read: () => Readable.from(readAll(), { objectMode: false }).once('close', () => close().catch(() => {})),
      close,
    }
  }
}

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { tooSlow } from './pace.ts'
import type { UploadPlace, Uploads } from './uploads.ts'

/** A file that has been received whole. */
export type SpooledFile = { readonly file: FileHandle; readonly size_bytes: number; readonly sha256: string }

/**
 * Writes a body into a file as it comes. Memory holds one piece of it at a time.
 *
 * @throws ApiError payload_too_large, request_timeout, service_unavailable
 */
export function spool(
  request: IncomingMessage,
  file: FileHandle,
  limit_bytes: number,
  place: UploadPlace,
  { watchSender }: Pick<Uploads, 'watchSender'>,
): Promise<SpooledFile> {
  const hash = createHash('sha256')
  let size_bytes = 0
  let writing: Promise<void> | null = null
  return new Promise<SpooledFile>((resolve, reject) => {
    const sender = watchSender(
      () => writing !== null,
      () => fail(tooSlow('file')),
    )
    const fail = (error: unknown) => {
      sender.stop()
      // Nothing of what is discarded behind the answer is kept.
      request.off('data', take).pause()
      // The file is not closed under a write.
      void (writing ?? Promise.resolve()).catch(() => {}).then(() => reject(fromDisk(error)))
    }
    const take = (piece: Buffer) => {
      size_bytes += piece.length
      sender.add(piece.length)
      try {
        if (size_bytes > limit_bytes) throw fileTooLarge(limit_bytes)
        place.addBytes(piece.length)
      } catch (error) {
        fail(error)
        return
      }
      hash.update(piece)
      request.pause()
      writing = file.appendFile(piece)
      writing.then(() => {
        writing = null
        request.resume()
      }, fail)
    }
    request.on('data', take)
    request.once('error', fail)
    // The last piece may still be on its way to the file, although the request is paused.
    request.once('end', () => {
      sender.stop()
      const received = { file, size_bytes, sha256: hash.digest('hex') }
      void (writing ?? Promise.resolve()).then(() => resolve(received), fail)
    })
  })
}

export function fileTooLarge(limit_bytes: number): ApiError {
  return new ApiError('payload_too_large', `The file is larger than ${limit_bytes} bytes.`)
}

/** A disk without room is a state of ours that passes. */
function fromDisk(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ENOSPC') return error
  const message = 'There is no room for the file right now. Nothing was stored: send the same request again later.'
  return new ApiError('service_unavailable', message, [], { 'Retry-After': '60' })
}

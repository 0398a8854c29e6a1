import type { IncomingMessage } from 'node:http'
import type { ApiDeps } from '../api-deps.ts'
import { onHangUp } from '../client/hang-up.ts'
import type { SpooledFile } from './spool.ts'

/** What reading a file asks for between two pieces of it. */
export type Reading = {
  /** Gives way to others where it is time. @throws ApiError when the sender has gone */
  pause(): Promise<void>
  /** Waits, where so much memory is needed that only one may have it. */
  requireMemory(bytes: number): Promise<void>
}

/** Files that need more at any moment are read one after the other. An ordinary one needs some kilobytes. */
const SMALL_BYTES = 4_000_000

/** Runs work on a file that is here whole, in slices. While it waits for its turn, it is dropped if its sender goes. */
export async function readInSlot<Result>(
  { uploads, takeTurns }: Pick<ApiDeps, 'uploads' | 'takeTurns'>,
  key_id: string,
  { sha256, size_bytes }: SpooledFile,
  request: IncomingMessage,
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const { signal, forget } = goneWith(request)
  let leave: (() => void) | null = null
  let leaveLarge: (() => void) | null = null
  try {
    leave = await uploads.reading.enter(key_id, signal)
    return await takeTurns(`${key_id} ${sha256}`, size_bytes, (slice) =>
      work({
        async pause() {
          await slice.pause()
          signal.throwIfAborted()
        },
        async requireMemory(bytes) {
          if (bytes > SMALL_BYTES) leaveLarge ??= await uploads.large.enter(key_id, signal)
        },
      }),
    )
  } finally {
    ;(leaveLarge as (() => void) | null)?.()
    leave?.()
    forget()
  }
}

function goneWith(request: IncomingMessage): { readonly signal: AbortSignal; readonly forget: () => void } {
  const gone = new AbortController()
  return { signal: gone.signal, forget: onHangUp(request, (reason) => gone.abort(reason)) }
}

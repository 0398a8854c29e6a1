import type { IncomingMessage } from 'node:http'
import { onHangUp } from './hang-up.ts'
import { tooSlow, type WatchSender } from './pace.ts'

/** What becomes of a body: `take` gets each piece, and the next one when its promise is settled. */
export type Receiver = {
  readonly what: Parameters<typeof tooSlow>[0]
  readonly watchSender: WatchSender
  take(piece: Buffer): Promise<void> | undefined
}

/**
 * Receives a body. It settles whatever the sender does, also where it has gone before: everything that a request holds is
 * given back behind it.
 *
 * @throws ApiError request_timeout; and what `take` throws
 */
export function receive(request: IncomingMessage, { what, watchSender, take }: Receiver): Promise<void> {
  let taking: Promise<void> | undefined
  const taken = () => taking ?? Promise.resolve()
  return new Promise<void>((resolve, reject) => {
    const sender = watchSender(
      () => taking !== undefined,
      () => fail(tooSlow(what)),
    )
    const stop = () => {
      sender.stop()
      stopListening?.()
      // Nothing of what is discarded behind the answer is kept.
      request.off('data', takeNext).off('error', fail).off('end', end)
    }
    const fail = (error: unknown) => {
      stop()
      // Node would end the process at an error that nobody hears.
      request.on('error', () => {}).pause()
      // A file is not closed under a write.
      void taken()
        .catch(() => {})
        .then(() => reject(error))
    }
    // The last piece may still be on its way to a file, although the request is paused.
    const end = () => {
      stop()
      taken().then(resolve, reject)
    }
    const takeNext = (piece: Buffer) => {
      sender.add(piece.length)
      try {
        taking = take(piece)
      } catch (error) {
        fail(error)
        return
      }
      if (!taking) return
      request.pause()
      taking.then(() => {
        taking = undefined
        request.resume()
      }, fail)
    }
    let stopListening: (() => void) | undefined
    request.on('data', takeNext).on('error', fail).on('end', end)
    stopListening = onHangUp(request, fail)
  })
}

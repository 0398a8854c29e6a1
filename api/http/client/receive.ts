import type { IncomingMessage } from 'node:http'
import { tellToContinue } from '../../../shared/http/awaited-continue.ts'
import { readInTurns } from '../../../shared/http/read-in-turns.ts'
import { onHangUp } from './hang-up.ts'
import { tooSlow, type WatchSender } from './pace.ts'

/** What becomes of a body: `take` gets each piece, and the next one when its promise is settled. */
export type Receiver = {
  readonly what: Parameters<typeof tooSlow>[0]
  readonly watchSender: WatchSender
  take(piece: Buffer): Promise<void> | undefined
}

/** Two milliseconds of the event loop: each byte is copied twice. */
const paced = readInTurns(1_048_576, setImmediate)

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
      body.end()
    }
    const fail = (error: unknown) => {
      stop()
      // Node would end the process at an error that nobody hears.
      request.on('error', ignore).pause()
      // A file is not closed under a write.
      const refuse = () => reject(error)
      taken().then(refuse, refuse)
    }
    // The last piece may still be on its way to a file, although the request is paused.
    const end = () => {
      stop()
      taken().then(resolve, reject)
    }
    const takeNext = (piece: Buffer) => {
      sender.add(piece.length)
      body.count(piece.length)
      let last: Promise<void> | undefined
      try {
        // One read of the socket may bring several pieces, as chunks: they follow each other all the same.
        last = taking ? taking.then(() => take(piece)) : take(piece)
      } catch (error) {
        fail(error)
        return
      }
      taking = last
      if (!last) return
      body.hold()
      last.then(() => {
        if (taking !== last) return
        taking = undefined
        body.release()
      }, fail)
    }
    let stopListening: (() => void) | undefined
    const body = paced(request)
    request.on('data', takeNext).on('error', fail).on('end', end)
    stopListening = onHangUp(request, fail)
    tellToContinue(request)
  })
}

/** Of the module, as one that is made for a request would keep all that was received of it. */
function ignore(): void {}

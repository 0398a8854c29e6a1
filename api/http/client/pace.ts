import { ApiError } from '../../../shared/contract/platform/errors.ts'

/**
 * Watches one sender.
 *
 * @param isOurs whether it is our turn: then the sender is not to blame
 * @param onSlow is called once
 */
export type WatchSender = (isOurs: () => boolean, onSlow: () => void) => Sender
type Sender = { add(bytes: number): void; stop(): void }

type Watched = { readonly bytes: number[]; readonly isOurs: () => boolean; readonly onSlow: () => void }

/**
 * Reports senders that have sent too little in each of the last seconds together. Time passes in ticks and not by a
 * clock: a process that was frozen, or had no processor, has not ticked meanwhile.
 *
 * @param bytes_per_second 0: no limit
 */
export function watchPace(bytes_per_second: number, window_seconds: number, tick_ms: number): WatchSender {
  if (bytes_per_second === 0) return () => ({ add() {}, stop() {} })
  const senders = new Set<Watched>()
  const least = bytes_per_second * window_seconds
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    for (const sender of senders) {
      if (sender.isOurs()) continue
      if (sender.bytes.length < window_seconds) {
        sender.bytes.push(0)
        continue
      }
      if (sum(sender.bytes) < least) {
        senders.delete(sender)
        sender.onSlow()
      }
      sender.bytes.shift()
      sender.bytes.push(0)
    }
  }
  return (isOurs, onSlow) => {
    const sender: Watched = { bytes: [0], isOurs, onSlow }
    senders.add(sender)
    timer ??= setInterval(tick, tick_ms).unref()
    return {
      add(bytes) {
        sender.bytes.push((sender.bytes.pop() ?? 0) + bytes)
      },
      stop() {
        senders.delete(sender)
        if (senders.size > 0) return
        clearInterval(timer)
        timer = undefined
      },
    }
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, bytes) => total + bytes, 0)
}

/** The connection ends with this answer: what the sender means by its next bytes is not certain (RFC 9110, 15.5.9). */
export function tooSlow(what: 'file' | 'body'): ApiError {
  const message = `The ${what} came too slowly, or not at all for a while. Nothing was stored: send the same request again.`
  return new ApiError('request_timeout', message, [], { Connection: 'close' })
}

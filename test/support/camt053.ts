import type { Camt053Event } from '../../shared/camt053/reader/camt053-event.ts'
import { createCamt053Reader } from '../../shared/camt053/reader/camt053-reader.ts'

/** Everything that a document says, fed in pieces of a few bytes so that no border lies where it is convenient. */
export function readAll(bytes: Uint8Array, piece = 997): Camt053Event[] {
  const reader = createCamt053Reader()
  const events: Camt053Event[] = []
  for (let at = 0; at < bytes.length; at += piece) events.push(...reader.write(bytes.subarray(at, at + piece)))
  return [...events, ...reader.end()]
}

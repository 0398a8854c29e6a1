/** So long after its last request a key counts as present. */
const PRESENT_MS = 250

/** Which keys send requests now. */
export type Presence = {
  seen(key_id: string): void
  /** Whether a key other than this one is present. */
  hasOthers(key_id: string): boolean
  /** The other key that was seen last, where it is present. */
  otherOf(key_id: string): string | null
}

/**
 * Two keys are enough to remember: the last one that was seen, and the last one before that was another.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function watchPresence(now = () => performance.now()): Presence {
  let latest = { key_id: '', at: Number.NEGATIVE_INFINITY }
  let before = latest
  function otherOf(key_id: string): string | null {
    const other = latest.key_id === key_id ? before : latest
    return now() - other.at < PRESENT_MS ? other.key_id : null
  }
  return {
    otherOf,
    seen(key_id) {
      if (key_id !== latest.key_id) before = latest
      latest = { key_id, at: now() }
    },
    hasOthers: (key_id) => otherOf(key_id) !== null,
  }
}

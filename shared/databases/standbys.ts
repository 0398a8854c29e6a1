import type { LogPosition } from '../store/databases/log-positions.ts'

/** How far a standby has come, and what reads there; it fails or is null while nothing can be read there. */
export type AskStandby<Reader> = () => Promise<(LogPosition & { readonly reader: Reader }) | null>

export type StandbyGate<Reader> = {
  /** One that has everything that was on the disk of the primary when this was called; null: the primary has to answer. */
  choose(): Promise<Reader | null>
}

/**
 * Lets reads go to standbys that are not behind. Whatever a client has been told was on the disk of the primary before, so a standby that
 * has replayed what is there when a read comes is never older, whichever process told it. Reads that come while the primary is
 * asked share the next question.
 */
export function createStandbyGate<Reader>(
  askPrimary: () => Promise<LogPosition>,
  standbys: readonly AskStandby<Reader>[],
): StandbyGate<Reader> {
  let first = 0
  return {
    choose: shareNext(async () => {
      const wanted = await askPrimary()
      first = (first + 1) % standbys.length
      for (const ask of [...standbys.slice(first), ...standbys.slice(0, first)]) {
        const found = await ask().catch(() => null)
        if (found !== null && isNotBehind(found, wanted)) return found.reader
      }
      return null
    }),
  }
}

/** One that has followed another primary may have what this one never had, however far it has come. */
function isNotBehind(found: LogPosition, wanted: LogPosition): boolean {
  return found.system === wanted.system && found.timeline === wanted.timeline && found.position >= wanted.position
}

/** What is under way may have asked before others came: they wait for the next one, together. */
function shareNext<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let under_way: Promise<Result> | null = null
  let next: Promise<Result> | null = null

  function begin(): Promise<Result> {
    const begun = ask().finally(() => {
      if (under_way === begun) under_way = null
    })
    under_way = begun
    return begun
  }

  return () => {
    if (under_way === null) return begin()
    next ??= under_way
      .catch(() => {})
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}

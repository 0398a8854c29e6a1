import type { FlushedLog, LogPosition } from '../store/databases/log-positions.ts'

/** How far a standby has come, and what reads there; it fails or is null while nothing can be read there. */
export type AskStandby<Reader> = () => Promise<(LogPosition & { readonly reader: Reader }) | null>

export type StandbyChoice<Reader> = {
  readonly reader: Reader
  /**
   * After a read: whether all that it can have seen has been answered to those who wrote it. A commit that waits for a synchronous
   * standby is on the disk of the primary, and reaches other standbys: nobody sees it at the primary, and it may yet be lost.
   */
  isAnswered(): Promise<boolean>
}

export type StandbyGate<Reader> = {
  /** One that has everything that was on the disk of the primary when this was called; null: the primary has to answer. */
  choose(): Promise<StandbyChoice<Reader> | null>
}

/**
 * Lets reads go to standbys that are not behind. Whatever a client has been told was on the disk of the primary before, so a standby that
 * has replayed what is there when a read comes is never older, whichever process told it. Reads that come while the primary is
 * asked share the next question.
 */
export function createStandbyGate<Reader>(
  askPrimary: () => Promise<FlushedLog>,
  standbys: readonly AskStandby<Reader>[],
): StandbyGate<Reader> {
  const asked = standbys.map((ask) => ({ ask, askLater: shareNext(ask) }))
  const askPrimaryLater = shareNext(askPrimary)
  let first = 0
  return {
    choose: shareNext(async () => {
      const wanted = await askPrimary()
      first = (first + 1) % asked.length
      for (const { ask, askLater } of [...asked.slice(first), ...asked.slice(0, first)]) {
        const found = await ask().catch(() => null)
        if (found !== null && isNotBehind(found, wanted))
          return { reader: found.reader, isAnswered: () => isAnswered(wanted, askLater, askPrimaryLater) }
      }
      return null
    }),
  }
}

/** One that has followed another primary may have what this one never had, however far it has come. */
function isNotBehind(found: LogPosition, wanted: LogPosition): boolean {
  return found.system === wanted.system && found.timeline === wanted.timeline && found.position >= wanted.position
}

/** What is answered stays so: the primary is asked again only where the standby went on meanwhile. */
async function isAnswered<Reader>(
  before: FlushedLog,
  askStandby: AskStandby<Reader>,
  askPrimary: () => Promise<FlushedLog>,
): Promise<boolean> {
  if (before.answered === null) return true
  const seen = await askStandby().catch(() => null)
  if (seen === null) return false
  if (seen.timeline === before.timeline && seen.position <= before.answered) return true
  const { timeline, answered } = await askPrimary()
  return seen.timeline === timeline && (answered === null || seen.position <= answered)
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

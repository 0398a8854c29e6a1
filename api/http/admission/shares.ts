import type { Context } from 'koa'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { RightOfWay } from '../../../shared/process/right-of-way.ts'
import type { AnswerBudget } from '../answers/answer-budget.ts'
import { onHangUp, requireClient } from '../client/hang-up.ts'
import { type Abandoned, type FairTurn, fairTurns, type Rest } from './fair-turns.ts'
import type { KeyTimes } from './rest-while-others.ts'
import { LARGE_BYTES, timedWait } from './turns.ts'

/** Runs a piece of the work of a request. A stream has many pieces and runs none while its client reads slowly. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

type WorkSize = 'any' | 'large'

/** Of the work on a body. */
export function sizeOfWork({ length }: Uint8Array): WorkSize {
  return length <= LARGE_BYTES ? 'any' : 'large'
}

export type ExpensiveRequest = {
  readonly inTurn: InTurn
  /** Asked between two parts of a piece. Until it resolves, small work of others goes first, which is no time of this key. */
  readonly giveWay: () => Promise<void>
  leave(): void
}

/** What each API key may use of this process, so that no key can keep the others waiting. */
export type Shares = {
  /**
   * Short work with the database: some pieces of a key at once. Nothing is refused.
   *
   * @param request nothing is begun any more where its client has hung up
   */
  short(key_id: string, request?: Context['req']): InTurn
  /** The transaction of a request that changes something, among the short work of its key. It is as small or large as its request. */
  transaction(key_id: string): InTurn
  /**
   * An expensive request, until it leaves, its answer is sent or its client has hung up: one piece of a key at a time.
   *
   * @param size of its pieces; `large`: never taken for small work, however quiet its key has been
   * @throws ApiError rate_limited when the key has too many of them under way, or too many answers that are not read;
   *   service_unavailable when all keys have; invalid_request when the client has gone
   */
  expensive(key_id: string, ctx: Pick<Context, 'req' | 'res'>, size?: WorkSize): ExpensiveRequest
  counts(): { readonly expensive: number }
}

type ShareLimits = {
  /** Database connections of this process. */
  readonly pool_size: number
  /** Expensive requests of a key, with those that wait. */
  readonly expensive_of_key: number
  /** An answer that may be large must have room. */
  readonly requireRoom: AnswerBudget['requireRoom']
  readonly rest: Rest
  readonly isQuiet: KeyTimes['isQuiet']
  readonly rightOfWay: RightOfWay
}

/**
 * A key uses at most half of the connections, one of them for expensive work. Expensive work of all keys together uses at
 * most the other half. While other keys are present, a key that goes on and on rests after each piece of expensive work for as long as it
 * took: then it has half of the time at most, and the cores and the disk of the database are free for others in between.
 *
 * Short work of other keys goes first, and so does expensive work of a quiet key whose turn comes at once: a small statement now and then
 * is expensive by its route alone. Of a batch, another large body, and a key that sends more than that, each piece waits until these are done, up to a bound.
 */
export function createShares(limits: ShareLimits): Shares {
  const { pool_size, expensive_of_key, requireRoom, rest, rightOfWay } = limits
  const half = Math.max(1, Math.floor(pool_size / 2))
  const short = fairTurns({ of_key: Math.max(1, half - 1), in_all: Number.POSITIVE_INFINITY })
  const expensive = fairTurns({ of_key: 1, in_all: half, rest })
  const under_way = new Map<string, number>()
  return {
    short: (key_id, request) => (work) =>
      short(key_id, () => rightOfWay.first(key_id, work), request && ((listen) => onHangUp(request, listen))),
    transaction: (key_id) => (work) => short(key_id, work),
    counts: () => ({ expensive: [...under_way.values()].reduce((sum, count) => sum + count, 0) }),
    expensive(key_id, { req, res }, size = 'any') {
      // It may have gone while its key was looked up; then its response never closes.
      requireClient(req)
      requireRoom(key_id)
      const count = under_way.get(key_id) ?? 0
      if (count >= expensive_of_key) throw refusal(expensive_of_key)
      under_way.set(key_id, count + 1)
      let has_left = false
      function leave(): void {
        if (has_left) return
        has_left = true
        res.off('close', leave)
        stopListening()
        const left = (under_way.get(key_id) ?? 1) - 1
        if (left === 0) under_way.delete(key_id)
        else under_way.set(key_id, left)
      }
      res.once('close', leave)
      const stopListening = onHangUp(req, leave)
      const { begin, giveWay } = giving(limits, key_id, size)
      const abandoned: Abandoned = (listen) => onHangUp(req, listen)
      return { inTurn: (work) => expensive(key_id, (turn) => begin(work, turn), abandoned), giveWay, leave }
    },
  }
}

/** How the pieces of a request give way to others, before each and within it. */
function giving({ isQuiet, rightOfWay }: ShareLimits, key_id: string, size: WorkSize) {
  let piece: FairTurn | null = null
  const waits = () =>
    timedWait(
      rightOfWay.givesWay(key_id),
      () => performance.now(),
      (ms) => piece?.gave(ms),
    )
  const [waitBefore, waitWithin] = [waits(), waits()]
  async function begin<Result>(work: () => Promise<Result>, turn: FairTurn): Promise<Result> {
    piece = turn
    if (size === 'any' && turn.is_at_once && isQuiet(key_id)) return rightOfWay.first(key_id, work)
    await waitBefore()
    return work()
  }
  return { begin, giveWay: async () => void (await waitWithin()) }
}

function refusal(most: number): ApiError {
  const message = `This API key has ${most} expensive requests under way. Nothing was stored: send the same request again after Retry-After seconds.`
  return new ApiError('rate_limited', message, [], { 'Retry-After': '2' })
}

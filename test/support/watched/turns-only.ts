import { AsyncLocalStorage } from 'node:async_hooks'
import type { InTurn } from '../../../api/http/admission/shares.ts'
import type { ApiDeps } from '../../../api/http/api-deps.ts'

type Turn = { is_over: boolean }

/** One for all databases of a process: a read by id asks several of them in the turn that it has. */
const turns = new AsyncLocalStorage<Turn>()

/**
 * Endpoints that may ask the database in a turn of their key alone, so that no key can keep the others waiting. A query outside
 * is refused, whatever test asks for it; facts are accepted by a queue of their own, and keys and feeds are read for all.
 */
export function inTurnsOnly(deps: ApiDeps): ApiDeps {
  const within: InTurn = (work) => {
    const turn = { is_over: false }
    return turns.run(turn, work).finally(() => {
      turn.is_over = true
    })
  }
  const pool = new Proxy(deps.pool, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const turn = turns.getStore()
        if (!turn || turn.is_over) throw new Error(`pool.${String(name)} outside a turn of the key`)
        return Reflect.apply(member, target, given)
      }
    },
  })
  const { shares, poll } = deps
  return {
    ...deps,
    pool,
    shares: {
      ...shares,
      short: (key_id, request) => {
        const inTurn = shares.short(key_id, request)
        return (work) => inTurn(() => within(work))
      },
      transaction: (key_id) => {
        const inTurn = shares.transaction(key_id)
        return (work) => inTurn(() => within(work))
      },
      expensive(key_id, ctx, size) {
        const request = shares.expensive(key_id, ctx, size)
        return { ...request, inTurn: (work) => request.inTurn(() => within(work)) }
      },
    },
    poll: (key, poll_once, until) => poll(key, () => within(poll_once), until),
  }
}

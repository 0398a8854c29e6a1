import type { Pause } from '../../shared/process/pause.ts'
import type { Caller } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'

/** Runs the work on a statement of thousands of accounts in slices. A key has one in work at a time, beside its large bodies. */
export function inSlicesOf<Result>(
  { takeTurns }: Pick<ApiDeps, 'takeTurns'>,
  { key_id }: Pick<Caller, 'key_id'>,
  work: (pause: Pause) => Promise<Result>,
): Promise<Result> {
  return takeTurns(`${key_id} statement`, Number.POSITIVE_INFINITY, ({ pause }) => work(pause))
}

import type { Deps } from '../../deps/deps.ts'
import { DEAD_LETTERS } from '../../queue/queues.ts'
import { bossDb } from '../../queue/slonik-adapter.ts'
import { type DeadLetterFilter, listDeadLetters } from '../../store/platform/dead-letters.ts'
import { type PrintOptions, printAnswer, printTable } from '../print-table.ts'

/** Sends the dead letters that the filter matches back to their queues; without `yes` it only lists them. */
export async function redriveDeadLetters(
  deps: Deps,
  options: DeadLetterFilter & PrintOptions & { yes?: boolean },
): Promise<void> {
  const deadLetters = await listDeadLetters(deps.pool, options)
  const ids = deadLetters.map(({ id }) => id)
  const redriven = options.yes && ids.length > 0 ? await redrive(deps, ids) : 0
  if (!options.json) printTable(deadLetters, options)
  const done = `${redriven} redriven${left(ids.length - redriven)}`
  printAnswer(
    { done: options.yes ?? false, redriven, dead_letters: deadLetters },
    options.yes ? done : `${ids.length} would be redriven; add --yes to do it`,
    options,
  )
}

/** pg-boss marks dead letters that it leaves out as failed, and passes these over until they are retried. */
function redrive({ pool, boss }: Deps, ids: string[]): Promise<number> {
  return pool.transaction(async (tx) => {
    await boss.retry(DEAD_LETTERS, ids, { db: bossDb(tx) })
    return boss.redrive(DEAD_LETTERS, { ids, limit: ids.length, db: bossDb(tx) })
  })
}

/** Work that waits in a `short` queue already, under the same key, is not doubled. */
function left(not_redriven: number): string {
  return not_redriven > 0 ? `; ${not_redriven} stay dead letters, because the same work is waiting already` : ''
}

import type { Deps } from '../../deps.ts'
import { DEAD_LETTERS } from '../../jobs.ts'
import { type DeadLetterFilter, listDeadLetters } from '../../store/operations.ts'
import { printTable } from '../print-table.ts'

/** Sends the dead letters that the filter matches back to their queues; without `yes` it only says which. */
export async function redriveLetters(
  { pool, boss }: Deps,
  options: DeadLetterFilter & { yes?: boolean; json?: boolean },
): Promise<void> {
  const letters = await listDeadLetters(pool, options)
  const ids = letters.map(({ id }) => id)
  const redriven = options.yes && ids.length > 0 ? await boss.redrive(DEAD_LETTERS, { ids, limit: ids.length }) : 0
  if (options.json) {
    console.log(JSON.stringify({ done: options.yes ?? false, redriven, dead_letters: letters }, null, 2))
    return
  }
  printTable(letters, {})
  if (!options.yes) console.log(`${ids.length} would be redriven; add --yes to do it`)
  else console.log(`${redriven} redriven${left(ids.length - redriven)}`)
}

/** pg-boss leaves out what a `short` queue has waiting already under the same key, and marks the letter as failed. */
function left(not_redriven: number): string {
  return not_redriven > 0
    ? `; ${not_redriven} not, because the same work is waiting already: jobs --queue dead_letters --state failed`
    : ''
}

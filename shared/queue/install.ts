import type { Queue } from 'pg-boss'
import { bossFor } from './boss.ts'
import { DEAD_LETTER_OPTIONS, DEAD_LETTERS, QUEUES } from './queues.ts'

/**
 * Installs the schema of pg-boss and the queues, or brings both up to date. Safe to repeat. Indexes that have grown far
 * beyond their jobs are made anew: the role of the processes, where pg-boss would do that, does not own them.
 */
export async function installQueues(database_url: string): Promise<void> {
  const boss = bossFor(database_url, { migrate: true, createSchema: true })
  boss.on('error', () => {}) // start() rejects with the same error
  await boss.start()
  try {
    await boss.createQueue(DEAD_LETTERS, { policy: 'standard' })
    await boss.updateQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS)
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, options as Queue)
      const { policy, ...changeable } = options
      await boss.updateQueue(name, changeable)
    }
    for (const reindex of await boss.getReindexCommands()) await boss.getDb().executeSql(reindex)
  } finally {
    await boss.stop({ graceful: false })
  }
}

import { readConfig } from '../shared/config.ts'
import { closeDeps, openDeps } from '../shared/deps.ts'
import { runUntilStopped } from '../shared/process.ts'
import { createBooksCache } from './books-cache.ts'
import { startWork } from './jobs.ts'

/** Only the worker supervises the queue: it notices dead workers, retries, expires and runs schedules. */
const SUPERVISION = {
  supervise: true,
  schedule: true,
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  useListenNotify: true,
  max: 6,
}

await runUntilStopped('worker', async () => {
  const config = readConfig()
  const deps = await openDeps(config, 'worker', SUPERVISION)
  const unfollow = await startWork({ ...deps, books: createBooksCache() })
  deps.log.info('the worker is working')
  return () => {
    unfollow()
    return closeDeps(deps, config.shutdown_timeout_ms)
  }
})

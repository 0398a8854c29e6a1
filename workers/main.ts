import { Command } from 'commander'
import { closeDeps, openDeps } from '../shared/deps/deps.ts'
import { serveMetrics } from '../shared/http/metrics-server.ts'
import { type Config, readConfig } from '../shared/process/config.ts'
import { runUntilStopped } from '../shared/process/run-until-stopped.ts'
import { workInDatabases } from './work-in-databases.ts'

/** Only the worker supervises the queue: it notices dead workers, retries, expires and runs schedules. */
const SUPERVISION = {
  supervise: true,
  schedule: true,
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  useListenNotify: true,
  max: 6,
}

new Command('node workers/main.ts')
  .description('Processes the jobs of the queues. Settings: docs/operate/configuration.md.')
  .parse()

await runUntilStopped('worker', async () => {
  const config = readConfig()
  const address = metricsAddress(config)
  const deps = await openDeps(config, 'worker', SUPERVISION)
  const { metrics, end } = await workInDatabases(deps, { boss: SUPERVISION, env: process.env })
  const server = address && (await serveMetrics(metrics.register, address, config, deps.log))
  deps.log.info('the worker is running')
  const stop = async () => {
    await end()
    await closeDeps(deps, config.shutdown_timeout_ms)
    await server?.close()
  }
  return { stop, timeout_ms: config.shutdown_timeout_ms, log: deps.log }
})

/** The address of the metrics, or null without one. The figures of a business need a token. */
function metricsAddress({ host, metrics_port: port, metrics_token: token }: Config) {
  if (port === 0) return null
  if (token === null) throw new Error('METRICS_PORT is set, so METRICS_TOKEN must be set too.')
  return { host, port, token }
}

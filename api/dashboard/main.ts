import { Command } from 'commander'
import { openLog } from '../../shared/deps/log.ts'
import { findRunningPostgres } from '../../shared/embedded/server.ts'
import { createHttpServer, listen } from '../../shared/http/http-server.ts'
import { readConfig } from '../../shared/process/config.ts'
import { runUntilStopped } from '../../shared/process/run-until-stopped.ts'
import { buildDashboard } from './build-dashboard.ts'
import { isRefusal } from './is-refusal.ts'

new Command('npm run dashboard --')
  .description('Shows the queues in a browser. Settings: docs/operate/configuration.md.')
  .parse()

const OFF = 'The dashboard is off: set DASHBOARD_PASSWORD to have it.'

/**
 * The dashboard of pg-boss, in a separate process. Without a password it shows nothing and asks no database; it still
 * listens and answers 503, because a host starts a process that ends by itself again and again.
 */
await runUntilStopped('dashboard', async () => {
  const config = readConfig()
  const { dashboard_password: password } = config
  const log = openLog(config.log_level, 'dashboard')
  // The package prints errors of the driver whole, with their connections; the log takes their messages.
  console.error = (...printed) => {
    if (printed.some(isRefusal)) return
    log.error({ err: printed.find((one) => one instanceof Error) ?? printed[0] }, 'it failed')
  }
  const running = password && !config.database_url ? await findRunningPostgres(config.data_dir) : null
  const database_url = password && (config.database_url ?? running?.database_url ?? null)
  if (password && !database_url) throw new Error('There is no database: set DATABASE_URL, or run npm start beside it.')
  const dashboard = buildDashboard({ database_url, password, log, off: OFF })
  const server = createHttpServer(dashboard.koa.callback(), config, log)
  await listen(server, config)
  const { host, port } = config
  log.info({ host, port }, password ? 'the dashboard is listening' : OFF)
  const stop = async () => {
    server.closeIdleConnections()
    const closed = new Promise((resolve) => server.close(resolve))
    const timer = setTimeout(() => server.closeAllConnections(), config.shutdown_timeout_ms)
    await closed
    clearTimeout(timer)
    await dashboard.close()
  }
  return { stop, timeout_ms: config.shutdown_timeout_ms, log }
})

import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { closeDeps, openDeps } from '../shared/deps/deps.ts'
import { followDatabases } from '../shared/deps/follow-databases.ts'
import { openStandbys } from '../shared/deps/open-standbys.ts'
import { createHttpServer, listen } from '../shared/http/http-server.ts'
import { readConfig } from '../shared/process/config.ts'
import { runUntilStopped } from '../shared/process/run-until-stopped.ts'
import { buildApp } from './app.ts'
import { runCluster } from './http/run-cluster.ts'

new Command('node api/main.ts').description('Serves the HTTP API. Settings: docs/operate/configuration.md.').parse()

const config = readConfigOrExit()
if (cluster.isPrimary && config.web_concurrency > 1) runCluster(config.web_concurrency)
else await runUntilStopped('web', startWeb)

async function startWeb() {
  const deps = await openDeps(config, 'web')
  const databases = followDatabases(deps, process.env)
  const standbys = openStandbys(deps, databases)
  const app = buildApp({ ...deps, databases, standbys })
  const server = createHttpServer(app.koa.callback(), config, deps.log)
  await listen(server, config)
  deps.log.info({ host: config.host, port: config.port }, 'the web process is listening')
  const { shutdown_timeout_ms: timeout_ms } = config
  const stop = async (reason: string) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeout_ms)
    // Routers poll /readyz; until they have seen it refuse they send requests, which are answered.
    // No router sends to a process whose supervisor died, or to a terminal; the port is needed for the next start.
    app.retire()
    if (reason === 'SIGTERM') await sleep(Math.min(config.drain_ms, timeout_ms))
    server.closeIdleConnections()
    await new Promise((resolve) => server.close(resolve))
    clearTimeout(timer)
    await app.close()
    await standbys?.close()
    await databases.close()
    await closeDeps(deps, 1_000)
  }
  return { stop, timeout_ms, log: deps.log }
}

function readConfigOrExit() {
  try {
    return readConfig()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

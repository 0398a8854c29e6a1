import cluster from 'node:cluster'
import { readConfig } from '../shared/config.ts'
import { closeDeps, openDeps } from '../shared/deps.ts'
import { runUntilStopped } from '../shared/process.ts'
import { buildApp } from './app.ts'
import { createHttpServer, listen } from './http-server.ts'
import { runCluster } from './run-cluster.ts'

const config = readConfigOrExit()
if (cluster.isPrimary && config.web_concurrency > 1) runCluster(config.web_concurrency)
else await runUntilStopped('web', startWeb)

async function startWeb() {
  const deps = await openDeps(config, 'web')
  const app = buildApp(deps)
  const server = createHttpServer(app.koa.callback(), config)
  await listen(server, config)
  deps.log.info({ host: config.host, port: config.port }, 'the web process is listening')
  return async () => {
    app.retire()
    server.closeIdleConnections()
    const closed = new Promise((resolve) => server.close(resolve))
    const timer = setTimeout(() => server.closeAllConnections(), config.shutdown_timeout_ms)
    await closed
    clearTimeout(timer)
    await app.close()
    await closeDeps(deps, 1_000)
  }
}

function readConfigOrExit() {
  try {
    return readConfig()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

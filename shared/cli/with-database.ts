import { type Config, ConfigError, readConfig } from '../config.ts'
import { type Deps, openDeps } from '../deps.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../embedded/server.ts'
import { connect } from '../store/migrate.ts'

/**
 * Runs an operator's command against DATABASE_URL, or against the embedded database: the running one, or one that is
 * started for the time of the command. Ends the process with the command's exit code; a failure is one sentence.
 */
export async function withDatabase(command: (deps: Deps) => Promise<number | void>): Promise<never> {
  try {
    const config = readConfig()
    const { database_url, close } = await findDatabase(config)
    await (await connect(database_url)).end()
    // Verifying a large ledger takes its time.
    const settings = { ...config, database_url, log_level: 'fatal', statement_timeout_ms: 600_000 }
    const deps = await openDeps(settings, 'cli')
    const code = await command(deps)
    await deps.boss.stop({ graceful: false })
    await deps.pool.end()
    await close()
    process.exit(code ?? 0)
  } catch (error) {
    console.error(error instanceof Error || error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}

async function findDatabase({ database_url, data_dir }: Config) {
  const close = async () => {}
  if (database_url) return { database_url, close }
  const running = await findRunningPostgres(data_dir)
  if (running) return { database_url: running, close }
  const server = await startEmbeddedPostgres({ data_dir })
  return { database_url: server.database_url, close: () => server.stop() }
}

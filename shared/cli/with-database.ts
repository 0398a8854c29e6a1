import { type Deps, openDeps } from '../deps/deps.ts'
import { isDataFolderMade } from '../embedded/data-folder.ts'
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from '../embedded/server.ts'
import { type Config, readConfig } from '../process/config.ts'
import { migrate } from '../store/migrate.ts'

const HINT = 'Run npm start first, or name another one with DATABASE_URL or HAUPTBUCH_DATA_DIR.'
/** The exit code of a program that was ended by Ctrl-C, as in shells. */
const INTERRUPTED = 130

/**
 * Runs an operator's command against DATABASE_URL, or against the embedded database: the running one, or one that is
 * started for the time of the command. Ends the process with the command's exit code; a failure is one sentence.
 */
export async function withDatabase(command: (deps: Deps) => Promise<number | void>): Promise<never> {
  let code = 1
  try {
    const config = readConfig()
    const { close, ...urls } = await findDatabase(config)
    try {
      code = (await run({ ...config, ...urls }, command)) ?? 0
    } finally {
      await close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  process.exit(code)
}

async function run(config: Config, command: (deps: Deps) => Promise<number | void>) {
  // Verifying a large ledger takes its time.
  const settings = { ...config, log_level: 'fatal', statement_timeout_ms: 600_000 }
  const deps = await openDeps(settings, 'cli')
  try {
    return await command(deps)
  } finally {
    await deps.boss.stop({ graceful: false })
    await deps.pool.end()
  }
}

type FoundDatabase = Pick<Config, 'database_url' | 'migration_database_url'> & { close(): Promise<void> }

/** A database that is started here belongs to no other process, so it is also migrated here. */
async function findDatabase({ database_url, migration_database_url, data_dir }: Config): Promise<FoundDatabase> {
  const close = async () => {}
  if (database_url) return { database_url, migration_database_url, close }
  // A new one would be empty: commands are for a database that is there, perhaps in another place.
  if (!isDataFolderMade(data_dir))
    throw new Error(`There is no database${data_dir ? ` in ${data_dir}` : ''} yet. ${HINT}`)
  const running = await findRunningPostgres(data_dir)
  if (running) return { ...running, close }
  const server = await startForCommand(data_dir)
  try {
    await migrate(server)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    database_url: server.database_url,
    migration_database_url: server.migration_database_url,
    close: () => server.stop(),
  }
}

/** Ctrl-C ends the command, and the server with it: in its separate process group the server would stay. */
async function startForCommand(data_dir: string | null): Promise<EmbeddedPostgres> {
  let server: EmbeddedPostgres | null = null
  let isInterrupted = false
  const interrupt = async () => {
    isInterrupted = true
    await server?.stop()
    if (server) process.exit(INTERRUPTED)
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  server = await startEmbeddedPostgres({ data_dir })
  if (isInterrupted) await interrupt()
  return server
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/server.ts'

export type SupervisedPostgres = Pick<EmbeddedPostgres, 'database_url' | 'migration_database_url' | 'data_dir' | 'stop'>

/** The embedded server, started again when it ends without being asked; web and worker reconnect by themselves. */
export async function supervisePostgres(
  data_dir: string | null,
  say: (line: string) => void,
): Promise<SupervisedPostgres> {
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ data_dir })
  const { database_url, migration_database_url } = server
  let isStopping = false

  const restart = async (): Promise<void> => {
    say('PostgreSQL ended; starting it again')
    try {
      server = await startEmbeddedPostgres({ data_dir: server.data_dir })
      // Web and worker know the old address; a server at another one is of no use to them.
      if (server.database_url !== database_url) throw new Error('its port was taken meanwhile; restart the service.')
      watch()
    } catch (error) {
      say(`PostgreSQL cannot be started: ${error instanceof Error ? error.message : error}`)
      await sleep(2_000)
      if (!isStopping) await restart()
    }
  }
  const watch = () => void server.exited.then(() => (isStopping ? undefined : restart()))
  watch()

  return {
    database_url,
    migration_database_url,
    data_dir: server.data_dir,
    async stop() {
      isStopping = true
      await server.stop()
    },
  }
}

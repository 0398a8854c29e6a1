import type { Database } from '../databases/databases.ts'
import { type FurtherDatabases, openFurther } from '../databases/further-databases.ts'
import { type Watch, watchDatabase } from '../databases/watch-presence.ts'
import type { KnownDatabase } from '../store/databases/known-databases.ts'
import { openProbe } from '../store/databases/probe.ts'
import { urlsOf } from '../store/databases/urls.ts'
import { isAnswer } from '../store/db/database-away.ts'
import { cutConnections } from '../store/db/driver/connected-clients.ts'

/**
 * The databases beside home, each watched from when it is being opened until it is closed. One that is away is null, and what waits there is cut
 * off as soon as it is silent: a server that has gone without a word would keep it for hours.
 */
export function openWatchedFurther(steps: Parameters<typeof openFurther>[0], env: NodeJS.ProcessEnv): FurtherDatabases {
  const watches = new Map<Database, Watch>()
  const further = openFurther({
    ...steps,
    async open(known) {
      const watch = watchKnown(known, env)
      try {
        const database = await steps.open(known)
        watches.set(database, watch)
        return database
      } catch (error) {
        await watch.close()
        throw error
      }
    },
    async close(database) {
      await steps.close(database).finally(() => watches.get(database)?.close())
      watches.delete(database)
    },
  })
  return {
    ...further,
    get(name) {
      const database = further.get(name)
      return database === null || watches.get(database)?.isAway() ? null : database
    },
  }
}

function watchKnown({ url_variable }: KnownDatabase, env: NodeJS.ProcessEnv): Watch {
  const { database_url } = urlsOf({ url_variable, owner_url_variable: null }, env)
  const probe = openProbe(database_url, url_variable)
  const watch = watchDatabase(probe.ask, {
    silent(error) {
      if (!isAnswer(error)) cutConnections(database_url)
    },
  })
  return {
    isAway: watch.isAway,
    async close() {
      await watch.close()
      await probe.close()
    },
  }
}

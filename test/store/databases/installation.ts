import { type AddedDatabase, addDatabase } from '../../../shared/store/databases/add-database.ts'
import { type DatabaseUrls, HOME_VARIABLES } from '../../../shared/store/databases/urls.ts'
import { queryRows } from '../../support/first-build.ts'
import { ownerUrl, service } from '../../support/service.ts'

export type Registered = { readonly name: string; readonly url_variable: string; readonly state: string }

/** The reason why work failed, or that it did not. */
export function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing is wrong',
    (error: Error) => error.message,
  )
}

/** Home, as a release has made it, and the variables by which further databases are known. */
export async function newInstallation() {
  const home = await service().server.createDatabase()
  const env: Record<string, string> = {}
  const urls: DatabaseUrls = {
    database_url: home,
    migration_database_url: ownerUrl(home),
    variables: HOME_VARIABLES,
  }
  return {
    home,
    urls,
    env,
    /** Has `NAME_URL` and `NAME_OWNER_URL` lead to a database. */
    name(name: string, database_url: string): void {
      env[`${name.toUpperCase()}_URL`] = database_url
      env[`${name.toUpperCase()}_OWNER_URL`] = ownerUrl(database_url)
    },
    add: (name: string, say = (_: string) => {}, other: Partial<AddedDatabase> = {}) =>
      addDatabase(urls, { ...variablesOf(name), weight: 1, ...other }, { env, say, known_for_ms: 0 }),
    registered: () => queryRows<Registered>(home, 'select name, url_variable, state from databases order by name'),
  }
}

function variablesOf(name: string) {
  const upper = name.toUpperCase()
  return { name, url_variable: `${upper}_URL`, owner_url_variable: `${upper}_OWNER_URL` }
}

export function identitiesOf(database_url: string): Promise<readonly { name: string }[]> {
  return queryRows<{ name: string; home_id: string }>(database_url, 'select name, home_id from database_identity')
}

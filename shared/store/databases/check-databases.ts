import type { Client } from 'pg'
import { connect } from '../connect.ts'
import { findMisfit } from './identity.ts'
import { type LedgerDatabase, listFurtherDatabases } from './registry.ts'
import { connectAsOwner, type DatabaseUrls, urlsOf } from './urls.ts'

/** Null where nothing is wrong. */
export type CheckedDatabase = { readonly name: string; readonly finding: string | null }

/** Opens each further database as processes and the release do, and says in one sentence what of it does not fit. */
export async function checkDatabases(home_urls: DatabaseUrls, env: NodeJS.ProcessEnv): Promise<CheckedDatabase[]> {
  const home = await connectAsOwner(home_urls)
  const further = await listFurtherDatabases(home).finally(() => home.end())
  const checked: CheckedDatabase[] = []
  for (const database of further)
    checked.push({ name: database.name, finding: await findingOf(database, env).catch(({ message }) => message) })
  return checked
}

async function findingOf(database: LedgerDatabase, env: NodeJS.ProcessEnv): Promise<string | null> {
  const { url_variable, owner_url_variable } = database
  const urls = urlsOf(database, env)
  const ofProcesses = await lookAt(await connect(urls.database_url, url_variable), database, url_variable)
  if (ofProcesses !== null || owner_url_variable === null) return ofProcesses
  return lookAt(await connectAsOwner(urls), database, owner_url_variable)
}

async function lookAt(client: Client, database: LedgerDatabase, variable: string): Promise<string | null> {
  const misfit = await findMisfit(client, database).finally(() => client.end())
  return misfit && `${variable} ${misfit}.`
}

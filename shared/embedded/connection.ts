import { Client } from 'pg'
import { type Cluster, PROCESS_USER, USER } from './cluster.ts'

export const DATABASE = 'hauptbuch'
/** Held on a connection for the supervisor's whole life: a server whose lock is free has lost its supervisor. */
const SUPERVISOR_LOCK = 'select pg_try_advisory_lock(7283002) as is_free'

type Passwords = Pick<Cluster, 'password' | 'process_password'>

export async function tryConnect(
  cluster: Pick<Cluster, 'password'>,
  port: number,
  database: string,
): Promise<Client | null> {
  const client = new Client({ connectionString: urlOf(cluster, port, database), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch {
    await client.end().catch(() => {})
    return null
  }
}

export async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
}

/** A data folder of the release before has one role only; one whose file of the password was lost gets a new password. */
export async function createProcessRole(client: Client, { process_password }: Passwords): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [PROCESS_USER])
  if (rowCount === 0) await client.query(`create role ${PROCESS_USER} login`)
  await client.query(`alter role ${PROCESS_USER} password ${client.escapeLiteral(process_password)}`)
}

export async function holdLock(cluster: Cluster, port: number): Promise<Client> {
  const client = new Client({ connectionString: urlOf(cluster, port, 'postgres') })
  client.on('error', () => {}) // the server's end is seen by its exit
  await client.connect()
  await takeLock(client)
  return client
}

/** @returns false where another connection holds the lock */
export async function takeLock(client: Client): Promise<boolean> {
  return (await client.query(SUPERVISOR_LOCK)).rows[0]?.is_free
}

/** The two URLs of the service: of its processes, and of the role that owns the tables. */
export function databaseUrls(passwords: Passwords, port: number) {
  return {
    database_url: urlOf({ password: passwords.process_password }, port, DATABASE, PROCESS_USER),
    migration_database_url: urlOf(passwords, port, DATABASE),
  }
}

function urlOf({ password }: Pick<Cluster, 'password'>, port: number, database: string, user = USER): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

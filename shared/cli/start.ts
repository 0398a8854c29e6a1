import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { keptSecret } from '../embedded/kept-secret.ts'
import { type Config, readConfig } from '../process/config.ts'
import { openPool } from '../store/db/database.ts'
import { migrateAll } from '../store/migrate.ts'
import { listApiKeys } from '../store/platform/api-keys.ts'
import { issueKey } from '../store/platform/issue-key.ts'
import { type Child, keepRunning } from './child.ts'
import { type DemoUnderWay, findDemo, startDemo } from './demo/fill-once.ts'
import { type SupervisedPostgres, supervisePostgres } from './supervised-postgres.ts'
import { type FirstKeys, welcome, welcomeToDemo } from './welcome.ts'

/** `npm start`: the whole service on one machine, with an embedded PostgreSQL unless DATABASE_URL names another. */

const PROJECT = join(import.meta.dirname, '../..')
const NOT_THERE =
  '--demo books an invented company into the embedded database alone, and DATABASE_URL names another one: start without --demo, or without DATABASE_URL.'

const say = (line: string) => console.log(line)

type RunningService = { postgres: SupervisedPostgres | null; children: Child[]; demo: DemoUnderWay | null }

const running: RunningService = { postgres: null, children: [], demo: null }
let isStopping = false

const { demo } = new Command('npm start')
  .description('Runs the whole service on this machine. Settings: docs/operate/configuration.md.')
  .option('--demo', 'books the demo company, unless it is there, and says where its pages are')
  .parse()
  .opts<{ demo?: true }>()

try {
  const config = readConfig()
  process.on('SIGINT', () => stop(config))
  process.on('SIGTERM', () => stop(config))
  await start(config)
} catch (error) {
  // A stop during the start interrupts the steps in progress; that is not a failure.
  if (!isStopping) {
    console.error(error instanceof Error ? error.message : error)
    await running.postgres?.stop()
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  if (demo && config.database_url !== null) throw new Error(NOT_THERE)
  await requireFreePort(config)
  running.postgres = config.database_url === null ? await supervisePostgres(config.data_dir, say) : null
  const { database_url, migration_database_url } = running.postgres ?? config
  if (!database_url) return
  if (running.postgres) say(`PostgreSQL is running, its data is in ${running.postgres.data_dir}`)
  const further = await migrateAll({ database_url, migration_database_url }, say)
  const known_demo = demo ? await findDemo(database_url) : null
  const is_booking = demo === true && known_demo === null
  const keys = await firstKeys(database_url)
  if (isStopping) return
  const owners = ['MIGRATION_DATABASE_URL', ...further.flatMap(({ owner_url_variable }) => owner_url_variable ?? [])]
  const env = {
    // Nothing that a process has leads to the role that owns the tables.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !owners.includes(name))),
    ...webhookSecretsKey(config),
    ...quietLog(),
    ...{ DATABASE_URL: database_url, HOST: config.host, PORT: String(config.port) },
  }
  for (const [name, args] of [
    ['web', [join(PROJECT, 'api/main.ts')]],
    [
      'worker',
      ['--import', pathToFileURL(join(PROJECT, 'workers/resting-heap.mjs')).href, join(PROJECT, 'workers/main.ts')],
    ],
  ] as const) {
    running.children.push(keepRunning(name, args, env, say))
  }
  const base_url = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
  await untilReady(base_url)
  say(welcome(base_url, keys, 'LOG_LEVEL' in quietLog()))
  if (known_demo) say(welcomeToDemo(base_url, { customer: known_demo, page_pass: null }))
  if (is_booking && !isStopping) await bookDemo(database_url, base_url)
}

/** Without it the service runs on; whoever stops it meanwhile needs no reason. */
async function bookDemo(database_url: string, base_url: string): Promise<void> {
  running.demo = startDemo(database_url, base_url)
  try {
    say(welcomeToDemo(base_url, await running.demo.filled))
  } catch (error) {
    if (!isStopping) say(`\nThe demo company is not complete: ${error instanceof Error ? error.message : error}`)
  }
  running.demo = null
}

/** Somebody tries the service out, and its key and its page pass are shown once: no line for each request runs over them. */
function quietLog(): NodeJS.ProcessEnv {
  return running.postgres !== null && !process.env.LOG_LEVEL ? { LOG_LEVEL: 'warn' } : {}
}

/** With the embedded PostgreSQL webhooks need no setting: their key lies beside the passwords of the database. */
function webhookSecretsKey({ webhook_secrets_key }: Config): NodeJS.ProcessEnv {
  if (webhook_secrets_key !== null || running.postgres === null) return {}
  return { WEBHOOK_SECRETS_KEY: keptSecret(join(running.postgres.data_dir, 'webhook-secrets-key')) }
}

/** Made when there is no key at all; null on every later start. */
async function firstKeys(database_url: string): Promise<FirstKeys | null> {
  const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
  try {
    if ((await listApiKeys(pool)).length > 0) return null
    const key = await issueKey(pool, { client_name: 'first' })
    return { key, page_pass: await issueKey(pool, { client_name: 'first', scopes: ['pages'] }) }
  } finally {
    await pool.end()
  }
}

async function requireFreePort({ host, port }: Config): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`
      reject(new Error(`Port ${port} on ${host} ${reason}. Stop what uses it, or set PORT to another one.`))
    })
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

async function untilReady(base_url: string): Promise<void> {
  while (!isStopping) {
    const isReady = await fetch(`${base_url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
}

/** The key of a demo under way ends first; web and worker finish, then the database; a second Ctrl-C does not wait. */
async function stop(config: Config): Promise<void> {
  if (isStopping) {
    for (const child of running.children) child.kill()
    await running.postgres?.stop()
    process.exit(1)
  }
  isStopping = true
  say('\nstopping …')
  await running.demo?.giveUp().catch(() => {}) // without a database its key is of no use
  await Promise.all(running.children.map((child) => child.stop(config.shutdown_timeout_ms + 3_000)))
  await running.postgres?.stop()
  say('stopped')
  process.exit(0)
}

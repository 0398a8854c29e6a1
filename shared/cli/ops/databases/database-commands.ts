import { type Command, InvalidArgumentError } from 'commander'
import type { Deps } from '../../../deps/deps.ts'
import type { Config } from '../../../process/config.ts'
import { DATABASE_NAME } from '../../../process/settings/setting.ts'
import { type AddedDatabase, addDatabase } from '../../../store/databases/add-database.ts'
import { checkDatabases } from '../../../store/databases/check-databases.ts'
import { readKnownPlaces } from '../../../store/databases/known-databases.ts'
import { claimPlaces } from '../../../store/databases/places.ts'
import { readRegistry } from '../../../store/databases/read-registry.ts'
import type { DatabaseUrls } from '../../../store/databases/urls.ts'
import { requireTakesNew } from '../../each-database.ts'
import { count, uuid } from '../../options.ts'
import { type PrintOptions, printAnswer, printTable } from '../../print-table.ts'
import { withDatabase } from '../../with-database.ts'
import { DRAIN_HELP, drain, remove } from './drain.ts'

const VARIABLE = /^[A-Z][A-Z0-9_]{0,99}$/

/** `ops databases add|list|check|place|drain|remove` */
export function addDatabaseCommands(databases: Command): void {
  verb(databases, 'add', 'make an empty database a ledger database; safe to repeat, also where it was interrupted')
    .argument('<name>', 'how it is called from now on', databaseName)
    .requiredOption('--url-variable <variable>', 'the environment variable that has its URL for the processes')
    .option('--owner-url-variable <variable>', 'the one that has its URL for the role that owns the tables')
    .option('--weight <n>', 'its share of new end customers beside those of the others', weight, 1)
    .action((name, { urlVariable, ownerUrlVariable, weight, json }) =>
      withDatabase(({ config }) =>
        add(
          config,
          { name, url_variable: urlVariable, owner_url_variable: ownerUrlVariable ?? null, weight },
          { json },
        ),
      ),
    )
  verb(
    databases,
    'list',
    'the ledger databases, the variables that lead to them, and how many end customers live in them',
  ).action((options) => withDatabase(async ({ pool }) => printTable(await readRegistry(pool), options)))
  verb(
    databases,
    'check',
    'open each further database and compare it with what home knows; exit code 1 when one does not fit',
  ).action((options) => withDatabase(({ config }) => check(config, options)))
  verb(databases, 'place', 'say where a new end customer will live, before anything is sent for it')
    .argument('<name>', 'the ledger database', databaseName)
    .requiredOption('--end-customer <uuid>', 'the end customer', uuid)
    .action((name, { endCustomer, json }) => withDatabase((deps) => place(deps, name, endCustomer, { json })))
  verb(databases, 'drain', 'move everybody out of a further database, which takes nobody new; safe to repeat')
    .argument('<name>', 'the ledger database', databaseName)
    .option('--to <name>', 'where they go; the least full one each time if missing', databaseName)
    .option('--offline', 'copy everything of each while nobody may write it')
    .option('--longest-pause <ms>', 'go on copying where writes of one would wait for longer; 1000 if missing', count)
    .option('--stop', 'have it take end customers again; who has left stays away')
    .addHelpText('after', DRAIN_HELP)
    .action((name, options) => withDatabase((deps) => drain(deps, name, options)))
  verb(databases, 'remove', 'take a database that was drained out of those that home knows')
    .argument('<name>', 'the ledger database', databaseName)
    .action((name, options) => withDatabase((deps) => remove(deps, name, options)))
}

async function place({ pool }: Deps, name: string, end_customer_id: string, options: PrintOptions): Promise<void> {
  const { databases } = await readKnownPlaces(pool)
  requireTakesNew(databases, name)
  const found = (await claimPlaces(pool, new Map([[end_customer_id, name]]))).get(end_customer_id)
  if (found !== name) throw new Error(`${end_customer_id} lives in ${found} already.`)
  printAnswer({ end_customer_id, database: name }, `${end_customer_id} will live in ${name}`, options)
}

async function add(config: Config, added: AddedDatabase, { json }: PrintOptions): Promise<void> {
  requireVariables(added)
  // Standard output is for the answer.
  const say = (line: string) => console.error(line)
  const state = await addDatabase(urlsOfHome(config), added, { env: process.env, say, log: say })
  const { name } = added
  const text = `${name} is a ledger database${state === 'draining' ? ', and still being drained' : ''}`
  printAnswer({ name, state }, text, { ...(json && { json }) })
}

async function check(config: Config, options: PrintOptions): Promise<number> {
  const checked = await checkDatabases(urlsOfHome(config), process.env)
  printTable(
    checked.map(({ name, finding }) => ({ name, finding: finding ?? (options.json ? null : 'fits') })),
    options,
  )
  return checked.some(({ finding }) => finding !== null) ? 1 : 0
}

function urlsOfHome({ database_url, migration_database_url }: Config): DatabaseUrls {
  if (database_url === null) throw new Error('DATABASE_URL is not set')
  return { database_url, migration_database_url }
}

function verb(databases: Command, name: string, description: string): Command {
  return databases.command(name).description(description).option('--json', 'for scripts')
}

function databaseName(text: string): string {
  if (!DATABASE_NAME.test(text)) throw new InvalidArgumentError('It must be a name like ledgers-2, in lower case.')
  return text
}

/** Commander would repeat what it refuses, and whoever gives the URL itself gives a password. */
function requireVariables({ url_variable, owner_url_variable }: AddedDatabase): void {
  if (![url_variable, owner_url_variable ?? url_variable].every((variable) => VARIABLE.test(variable)))
    throw new Error('A database is added by the names of variables, such as LEDGERS_2_URL, and not by its URL.')
}

function weight(text: string): number {
  if (!/^[1-9]\d{0,2}$|^1000$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 1000.')
  return Number(text)
}

import { Argument, Command, Option } from 'commander'
import { RULES } from '../accounting/facts/blockers.ts'
import type { Deps } from '../deps/deps.ts'
import { DEAD_LETTERS, QUEUES } from '../queue/queues.ts'
import { listDeadLetters } from '../store/platform/dead-letters.ts'
import { listQueues } from '../store/platform/queue-figures.ts'
import { findJobs, JOB_STATES } from '../store/platform/queued-jobs.ts'
import { UNDECIDED_STATES, WORK_KINDS, type WorkKind } from '../store/platform/undecided-work.ts'
import { type CommandIn, eachDatabase, type LedgerOptions, whereItIs } from './each-database.ts'
import { addDatabaseCommands } from './ops/databases/database-commands.ts'
import { exportLedger } from './ops/export-ledger.ts'
import { exportYear } from './ops/exports/export-year.ts'
import { importExport } from './ops/exports/import-export.ts'
import { verifyExportFile } from './ops/exports/verify-export-file.ts'
import { importRates } from './ops/import-rates.ts'
import { MOVE_HELP, move } from './ops/moving/move.ts'
import { PAUSE_HELP, pause, resume } from './ops/pause-queue.ts'
import { rebuildStatements } from './ops/rebuild-statements.ts'
import { redriveDeadLetters } from './ops/redrive-dead-letters.ts'
import { requeueWork } from './ops/requeue-work.ts'
import { cancelJob, retryJob } from './ops/settle-job.ts'
import { showJob, showJobs } from './ops/show-jobs.ts'
import { showWebhooks } from './ops/show-webhooks.ts'
import { takeStamp } from './ops/take-stamp.ts'
import { verifyLedgers } from './ops/verify-ledgers.ts'
import { count, since, until, uuid } from './options.ts'
import { printTable } from './print-table.ts'
import { withDatabase } from './with-database.ts'

const WORK_QUEUES = Object.keys(QUEUES)
const ALL_QUEUES = [...WORK_QUEUES, DEAD_LETTERS]
const REQUEUED_KINDS = 'facts, intents (reversals, allocations, settlements) or imports (bank statements)'

/** `npm run ops -- queues|pause|resume|jobs|job|retry|cancel|dead-letters|redrive|requeue|webhooks|rebuild-statements|verify|stamp|import-rates|export|import|move|verify-export|databases` */
const program = new Command('npm run ops --').description('Inspects and repairs queues and ledgers')

verb('queues', 'jobs of each queue that wait, run, are done and have failed, and which queues are paused').action(
  (options) => inEach(options, async ({ pool }, its) => printTable(await listQueues(pool), its)),
)

verb('pause', 'keep workers from taking jobs of a queue until it is resumed')
  .addArgument(new Argument('<queue>', 'the queue').choices(WORK_QUEUES))
  .option('--reason <text>', 'why; queues shows it')
  .addHelpText('after', PAUSE_HELP)
  .action((queue, options) => inEach(options, (deps, its) => pause(deps, queue, its)))

verb('resume', 'let workers take the jobs of a queue again')
  .addArgument(new Argument('<queue>', 'the queue').choices(WORK_QUEUES))
  .action((queue, options) => inEach(options, (deps, its) => resume(deps, queue, its)))

withFilter(verb('jobs', 'the newest jobs; done jobs are kept for a day'), ALL_QUEUES, 'created')
  .addOption(new Option('--state <state>', 'only jobs in this state').choices(JOB_STATES))
  .option('--limit <n>', 'at most this many', count, 100)
  .action((options) => inEach(options, showJobs))

verb('job', 'one job whole, and its dead letter where it has one')
  .addArgument(jobId())
  .action((id, options) => whereJobIs(id, options, (deps, its) => showJob(deps, id, its)))

verb('retry', 'give a failed job one more attempt now, or put a cancelled one back; a dead letter is for redrive')
  .addArgument(jobId())
  .addOption(inQueue(ALL_QUEUES, 'where jobs of several queues have this id'))
  .action((id, options) => whereJobIs(id, options, (deps, its) => retryJob(deps, id, its)))

verb(
  'cancel',
  'take a job out of its queue; a running handler is not interrupted. Its work is not done: retry puts it back within a day, and requeue brings back facts, intents and imports at any time',
)
  .addArgument(jobId())
  .addOption(inQueue(ALL_QUEUES, 'where jobs of several queues have this id'))
  .action((id, options) => whereJobIs(id, options, (deps, its) => cancelJob(deps, id, its)))

withFilter(verb('dead-letters', 'jobs that failed for good, with their errors'), WORK_QUEUES, 'failed').action(
  (options) => inEach(options, async ({ pool }, its) => printTable(await listDeadLetters(pool, its), its)),
)

withFilter(
  verb('redrive', 'send dead letters back to their queues; without --yes it only lists them'),
  WORK_QUEUES,
  'failed',
)
  .option('--yes', 'do it')
  .action((options) => inEach(options, redriveDeadLetters))

verb('requeue', 'try waiting and blocked work again, also where its job was lost or cancelled; safe to repeat')
  .addArgument(new Argument('[what]', REQUEUED_KINDS).choices(WORK_KINDS).default('facts' satisfies WorkKind))
  .addOption(
    new Option('--state <state>', 'only work that is received (not tried yet) or blocked; default: both').choices(
      UNDECIDED_STATES,
    ),
  )
  .addOption(new Option('--blocker <code>', 'only work with this blocker').choices(RULES.map(({ code }) => code)))
  .option('--end-customer <uuid>', 'only work of this end customer', uuid)
  .option('--dry-run', 'only count')
  .action((what, options) => inEach(options, (deps, { database: _, ...its }) => requeueWork(deps, what, its)))

verb('webhooks', 'subscriptions of webhooks, those that are off or fail first, with how far they are behind').action(
  (options) => inEach(options, showWebhooks),
)

verb('rebuild-statements', 'drop the statement tables and fold the posted lines again; the service goes on meanwhile')
  .option('--end-customer <uuid>', 'only the ledger of this end customer', uuid)
  .action((options) => inEach(options, rebuildStatements))

verb('verify', 'recompute chain, balances, open items and statement tables; exit code 1 when anything is wrong')
  .option('--end-customer <uuid>', 'only the books of this end customer', uuid)
  .action((options) => inEach(options, verifyLedgers))

verb('stamp', 'have the timestamp authority of TIMESTAMP_URL stamp what was posted since the last stamp').action(
  (options) => inEach(options, takeStamp),
)

verb('import-rates', 'take the daily exchange rates that the customs office (BAZG) has published; safe to repeat')
  .argument('<file>', 'the XML file')
  .option('--end-customer <uuid>', 'only for this end customer; without it for all whose books are in CHF', uuid)
  .action((file, options) => inEach(options, (deps, its) => importRates(deps, file, its)))

verb('export', 'write everything of one end customer to a file that can be verified without a database')
  .requiredOption('--end-customer <uuid>', 'the end customer', uuid)
  .requiredOption('--file <path>', 'a new file, gzip with one JSON object a line; with --fiscal-year a new folder')
  .option('--fiscal-year <id>', 'the pages of this fiscal year beside the ledger, which open from disk')
  .action((options) => inEach(options, options.fiscalYear ? exportYear : exportLedger))

verb('import', 'read a file that export has written into this database, where nothing of its end customer is')
  .argument('<file>')
  .action((file, options) => withDatabase((deps) => importExport(deps, file, options)))

bareVerb('move', 'move an end customer into another ledger database; safe to repeat, also where it was interrupted')
  .requiredOption('--end-customer <uuid>', 'the end customer', uuid)
  .option('--to <name>', 'the ledger database')
  .option('--offline', 'copy everything while nobody may write it')
  .option('--longest-pause <ms>', 'go on copying where writes would wait for longer; 1000 if missing', count)
  .option('--take-back', 'leave it where it is, as long as it lives there')
  .option('--target-is-gone', 'with --take-back: the ledger database to move to is gone for good')
  .addHelpText('after', MOVE_HELP)
  .action((options) => withDatabase((deps) => move(deps, options)))

bareVerb('verify-export', 'check a file or a folder that export has written; exit code 1 when anything is wrong')
  .argument('<file>')
  .action(async (file, options) => process.exit(await verifyExportFile(file, options)))

addDatabaseCommands(
  program
    .command('databases')
    .usage('add|list|check|place|drain|remove [options]')
    .description('the ledger databases of an installation, one beside home or more'),
)

await program.parseAsync()

function verb(name: string, description: string): Command {
  return bareVerb(name, description).option('--database <name>', 'only in this ledger database; default: in all')
}

function bareVerb(name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'for scripts')
}

function inEach<Options extends LedgerOptions>(options: Options, command: CommandIn<Options>): Promise<never> {
  return withDatabase((deps) => eachDatabase(deps, options, command))
}

function whereJobIs<Options extends LedgerOptions>(
  id: string,
  options: Options,
  command: CommandIn<Options>,
): Promise<never> {
  const has = async ({ pool }: Deps) => (await findJobs(pool, id)).length > 0
  return withDatabase((deps) => whereItIs(deps, options, has, command))
}

function jobId(): Argument {
  return new Argument('<job_id>', 'a UUID, as jobs and dead-letters show it').argParser(uuid)
}

function inQueue(queues: readonly string[], description: string): Option {
  return new Option('--queue <name>', description).choices(queues)
}

function withFilter(command: Command, queues: readonly string[], happened: string): Command {
  return command
    .addOption(inQueue(queues, 'only jobs of this queue'))
    .option('--end-customer <uuid>', 'only jobs of this end customer', uuid)
    .option('--error <text>', 'only jobs whose error contains this text')
    .option('--since <when>', `only jobs ${happened} on or after this day (UTC) or instant`, since)
    .option('--until <when>', `only jobs ${happened} on or before this day (UTC) or instant`, until)
}

import { Command } from 'commander'
import { DEAD_LETTERS } from '../jobs.ts'
import { listDeadLetters, listQueues } from '../store/operations.ts'
import { exportLedger } from './ops/export-ledger.ts'
import { requeueFacts } from './ops/requeue-facts.ts'
import { verifyExportFile } from './ops/verify-export-file.ts'
import { verifyLedgers } from './ops/verify-ledgers.ts'
import { printTable } from './print-table.ts'
import { withDatabase } from './with-database.ts'

/** `npm run ops -- queues|dead-letters|redrive|requeue|verify` */
const program = new Command('ops').description('Queues and books in the hand of the operator')

program
  .command('queues')
  .description('what waits, runs and has failed in each queue')
  .option('--json', 'for scripts')
  .action((options) => withDatabase(async ({ pool }) => printTable(await listQueues(pool), options)))

withFilter(program.command('dead-letters'))
  .description('jobs that failed for good, with their errors')
  .option('--json', 'for scripts')
  .action((options) => withDatabase(async ({ pool }) => printTable(await listDeadLetters(pool, options), options)))

withFilter(program.command('redrive'))
  .description('send dead letters back to their queues; without --yes it only says which')
  .option('--yes', 'do it')
  .action((options) =>
    withDatabase(async ({ pool, boss }) => {
      const letters = await listDeadLetters(pool, options)
      printTable(letters, {})
      const ids = letters.map(({ id }) => id)
      const moved = options.yes && ids.length > 0 ? await boss.redrive(DEAD_LETTERS, { ids, limit: ids.length }) : 0
      console.log(options.yes ? `${moved} redriven` : `${ids.length} would be redriven; add --yes to do it`)
    }),
  )

program
  .command('requeue')
  .description('have facts evaluated again; safe to repeat')
  .option('--state <state>', 'received or blocked; default: both')
  .option('--blocker <code>', 'only facts with this blocker')
  .option('--end-customer <uuid>', 'only facts of this end customer')
  .action((options) =>
    withDatabase(async (deps) => console.log(`${await requeueFacts(deps, options)} facts are queued for evaluation`)),
  )

program
  .command('verify')
  .description('recompute chain, balances, open items and statement tables; exit code 1 when anything is wrong')
  .option('--end-customer <uuid>', 'only the books of this end customer')
  .option('--json', 'for scripts')
  .action((options) => withDatabase((deps) => verifyLedgers(deps, options)))

program
  .command('export')
  .description('write everything of one end customer to a file that can be verified without a database')
  .requiredOption('--end-customer <uuid>', 'whose')
  .requiredOption('--file <path>', 'a new file, gzip with one JSON object a line')
  .action((options) => withDatabase((deps) => exportLedger(deps, options.endCustomer, options.file)))

program
  .command('verify-export')
  .description('check a file that export has written; exit code 1 when anything is wrong')
  .argument('<file>')
  .option('--json', 'for scripts')
  .action(async (file, options) => process.exit(await verifyExportFile(file, options)))

await program.parseAsync()

function withFilter(command: Command): Command {
  return command
    .option('--queue <name>', 'only jobs of this queue')
    .option('--end-customer <uuid>', 'only jobs of this end customer')
    .option('--error <text>', 'only jobs whose error contains this text')
}

import { Command, Option } from 'commander'
import { newDemoCustomers } from './demo/demo.ts'
import { runDemo } from './demo/run.ts'
import { startProcesses } from './demo/start-processes.ts'
import { count } from './options.ts'

/** `npm run demo [-- --url http://… --key hb_… --documents 400]`: without an address it starts everything itself. */
const program = new Command('npm run demo --')
  .description('Books two years of an invented company over HTTP, prints its statements and checks every figure.')
  .addOption(
    new Option('--url <url>', 'a running service; default: one that is started for the demo').env('HAUPTBUCH_URL'),
  )
  .addOption(new Option('--key <key>', 'an API key of the running service').env('HAUPTBUCH_KEY'))
  .option('--documents <number>', 'expense documents of the year', count, 400)
  .parse()
const { url, key, documents } = program.opts<{ url?: string; key?: string; documents: number }>()
if (url && !key) program.error('error: --url needs --key, the API key of that service')

const running = url && key ? { base_url: url, key, stop: async () => {} } : await startProcesses()

let isStopping = false
const stop = async (code: number) => {
  if (isStopping) return
  isStopping = true
  await running.stop()
  process.exit(code)
}
process.on('SIGINT', () => stop(1))
process.on('SIGTERM', () => stop(1))

try {
  await runDemo(running.base_url, running.key, newDemoCustomers(), documents)
  await stop(0)
} catch (error) {
  if (!isStopping) console.error(`\nThe demo failed: ${error instanceof Error ? error.message : error}`)
  await stop(1)
}

import { parseArgs } from 'node:util'
import { runDemo } from './demo/run.ts'
import { startService } from './demo/service.ts'

/** `npm run demo [-- --url http://… --key hb_… --documents 400]`: without an address it starts everything itself. */

const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, documents: { type: 'string', default: '400' } },
})

const url = values.url ?? process.env.HAUPTBUCH_URL
const key = values.key ?? process.env.HAUPTBUCH_KEY
const service = url && key ? { base_url: url, key, stop: async () => {} } : await startService()

let isStopping = false
const stop = async (code: number) => {
  if (isStopping) return
  isStopping = true
  await service.stop()
  process.exit(code)
}
process.on('SIGINT', () => stop(1))
process.on('SIGTERM', () => stop(1))

try {
  await runDemo(service.base_url, service.key, Number(values.documents))
  await stop(0)
} catch (error) {
  if (!isStopping) console.error(`\nThe demo failed: ${error instanceof Error ? error.message : error}`)
  await stop(1)
}

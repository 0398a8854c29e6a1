import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections and to servers that ask for any. */
const FIRST = 10_000
const OF_EACH_PLACE = 8_000

/**
 * A port that is free now and will be asked for later, also again after a restart. Specs that run beside each other have
 * different ones.
 */
export async function freePort(): Promise<number> {
  const first = FIRST + OF_EACH_PLACE * Number(process.env.TEST_PLACE ?? 0)
  for (;;) {
    const port = first + randomInt(OF_EACH_PLACE)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise((resolve) => server.close(resolve))
  return isListening
}

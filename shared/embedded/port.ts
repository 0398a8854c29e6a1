import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export function savedPort(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'port'), 'utf8'))
  } catch {
    return 0
  }
}

/** The wanted port if it is free, else any free one. */
export async function freePort(wanted: number): Promise<number> {
  for (const port of [wanted, 0]) {
    const server = createServer()
    const found = await new Promise<number>((resolve) => {
      server.once('error', () => resolve(0))
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    await new Promise((resolve) => server.close(resolve))
    if (found) return found
  }
  throw new Error('No free port for PostgreSQL on 127.0.0.1.')
}

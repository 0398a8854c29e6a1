import { eventually } from '../books.ts'
import { at } from '../client.ts'
import { freePort } from '../processes/free-port.ts'
import { runProcess } from '../processes/real-processes.ts'

/** A web and a worker process that work in two databases. */
export async function startBoth(env: Readonly<Record<string, string>>, key: string) {
  const port = await freePort()
  const startWeb = async (its_port: number) => {
    const web = runProcess('api/main.ts', { ...env, HOST: '127.0.0.1', PORT: String(its_port) })
    await eventually(async () => web.text().includes('is listening'), 240)
    return web
  }
  const web = await startWeb(port)
  const worker = runProcess('workers/main.ts', env)
  await eventually(async () => worker.text().includes('works in a further ledger database'), 240)
  return {
    client: at(`http://127.0.0.1:${port}`, key),
    /** Another web process beside the first one, and who asks it. */
    async anotherWeb() {
      const its_port = await freePort()
      return { process: await startWeb(its_port), client: at(`http://127.0.0.1:${its_port}`, key) }
    },
    /** @returns their exit codes */
    stop: () => Promise.all([web.stop(), worker.stop()]),
  }
}

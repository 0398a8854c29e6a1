import { eventually } from '../books.ts'
import { at } from '../client.ts'
import { freePort } from '../processes/free-port.ts'
import { runProcess } from '../processes/real-processes.ts'

/** A web process of a test, when it is ready. */
export async function startWebOfTest(env: Record<string, string>, key: string) {
  const port = await freePort()
  const web = runProcess('api/main.ts', { ...env, HOST: '127.0.0.1', PORT: String(port) })
  const base_url = `http://127.0.0.1:${port}`
  await eventually(
    () =>
      fetch(`${base_url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    60,
  )
  return { web, base_url, client: at(base_url, key) }
}

export function isOfStandby(headers: Headers): boolean {
  return headers.get('Server-Timing') === 'db;desc="standby"'
}

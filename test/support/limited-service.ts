import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, buildApp } from '../../api/app.ts'
import { createHttpServer } from '../../shared/http/http-server.ts'
import type { readConfig } from '../../shared/process/config.ts'
import { service } from './service.ts'

export type LimitedService = {
  readonly base_url: string
  readonly port: number
  /** A figure of /metrics, by its name and labels. */
  figure(name: string): Promise<number>
  stop(): Promise<void>
}

const TOKEN = 'a-token-of-sixteen-characters'

/** Web with limits of its own, on the database of all tests. */
export async function startLimited(limits: Partial<ReturnType<typeof readConfig>>): Promise<LimitedService> {
  const { web } = service()
  const config = { ...web.config, metrics_token: TOKEN, ...limits }
  const app: App = buildApp({ ...web, config })
  const server: Server = createHttpServer(app.koa.callback(), config, web.log)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const base_url = `http://127.0.0.1:${port}`
  return {
    base_url,
    port,
    async figure(name) {
      const answer = await fetch(`${base_url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
      const lines = (await answer.text()).split('\n')
      return Number(
        lines
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      )
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await app.close()
    },
  }
}

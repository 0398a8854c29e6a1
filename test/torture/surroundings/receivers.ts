import { join } from 'node:path'
import { at } from '../../support/client.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { there } from '../../support/there.ts'
import { type Kept, keepProcess } from './processes.ts'

const MOODS = ['steady', 'failing', 'slow'] as const

/** A receiver of webhooks, which has a file with all that it has got. */
export type Receiver = Kept & { readonly file: string; readonly url: string }

/** Receivers that are started again whenever they are killed. */
export function keepReceivers(folder: string): Promise<Receiver[]> {
  return Promise.all(
    MOODS.map(async (mood) => {
      const port = await freePort()
      const file = join(folder, `receiver-${mood}.jsonl`)
      const env = { ...process.env, PORT: String(port), FILE: file, MOOD: mood }
      const kept = keepProcess(`receiver-${mood}`, 'test/torture/surroundings/receiver.ts', env, folder)
      return { ...kept, file, url: `http://127.0.0.1:${port}/` }
    }),
  )
}

/** Subscribes each to everything that happens. @returns their secrets */
export async function subscribeAll(receivers: readonly Receiver[], base_url: string, key: string): Promise<string[]> {
  const { post } = at(base_url, key)
  const made = receivers.map(({ url }) => post('/v1/webhook-subscriptions', { url }))
  return (await Promise.all(made)).map(({ body }) => there(body.secret))
}

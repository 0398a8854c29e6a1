import { randomUUID } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: the demo reads answers as any client does, without our types
export type Body = any
type Reply = { readonly status: number; readonly body: Body; readonly is_replay: boolean }
export type DemoClient = {
  get(path: string): Promise<Body>
  text(path: string): Promise<string>
  /** Sends a bank statement and waits until it is imported. */
  upload(path: string, xml: string): Promise<Body>
  send(method: 'POST' | 'PUT', path: string, body: object, options?: { key?: string; wait?: number }): Promise<Reply>
}

/** An API client as anybody would write it; an answer that is not a success ends the demo with its message. */
export function createClient(base_url: string, api_key: string): DemoClient {
  const authorization = { Authorization: `Bearer ${api_key}` }
  const read = async (response: Response, path: string): Promise<Body> => {
    const body = (await response.json()) as Body
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body.error?.message}`)
    return body
  }
  return {
    async get(path) {
      return read(await fetch(base_url + path, { headers: authorization }), path)
    },
    async text(path) {
      const response = await fetch(base_url + path, { headers: authorization })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return response.text()
    },
    async upload(path, xml) {
      const response = await fetch(base_url + path, {
        method: 'POST',
        headers: {
          ...authorization,
          'Content-Type': 'application/xml',
          'Idempotency-Key': randomUUID(),
          Prefer: 'wait=20',
        },
        body: xml,
      })
      return read(response, path)
    },
    async send(method, path, body, { key = randomUUID(), wait } = {}) {
      const response = await fetch(base_url + path, {
        method,
        headers: {
          ...authorization,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
          ...(wait === undefined ? {} : { Prefer: `wait=${wait}` }),
        },
        body: JSON.stringify(body),
      })
      const is_replay = response.headers.get('Idempotent-Replayed') === 'true'
      return { status: response.status, body: await read(response, path), is_replay }
    },
  }
}

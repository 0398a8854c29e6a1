import type { EventEmitter } from 'node:events'
import type { Client, ClientConfig } from 'pg'

type Stream = { readonly destroyed: boolean; destroy(error: Error): void; unref(): void }

/** What of a client of the driver is used here and is not in its types. */
export type DriverClient = Client & {
  readonly _ending: boolean
  readonly connection: EventEmitter & { readonly stream: Stream }
  readonly password: string
  readonly ssl: ClientConfig['ssl']
}

/** The one method that all connections of the driver pass through. */
export type ConnectingClient = DriverClient & { _connect(callback: (error: Error | null) => void): void }

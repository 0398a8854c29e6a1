import { Client } from 'pg'
import type { ConnectingClient, DriverClient } from './driver-client.ts'

const driver = Client.prototype as unknown as ConnectingClient
const { _connect } = driver
const clients = new Set<DriverClient>()

/** Pools keep their clients to themselves, and those are what waits at a server that has gone without a word. */
driver._connect = function (this: ConnectingClient, callback): void {
  clients.add(this)
  this.once('end', () => clients.delete(this))
  _connect.call(this, callback)
}

/** Ends all that this process has open to the database of this URL, so that nobody goes on waiting for it. */
export function cutConnections(database_url: string): void {
  const { host, port, database } = new Client({ connectionString: database_url })
  for (const client of clients)
    if (client.host === host && client.port === port && client.database === database)
      client.connection.stream.destroy(new ServerIsSilent())
}

class ServerIsSilent extends Error {
  /** Of PostgreSQL: a connection failure. */
  readonly code = '08006'
  constructor() {
    super('the server is silent')
  }
}

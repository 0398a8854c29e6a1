import { Client } from 'pg'
import type { ConnectingClient, DriverClient } from './driver-client.ts'
import './several-hosts.ts' // which leads a client to one of its hosts, beneath what is done here

type NamedServer = { readonly host: string; readonly port: number; readonly database: string | undefined }

const driver = Client.prototype as unknown as ConnectingClient
const { _connect } = driver
/** Each with the server as its URL names it: that may be several hosts, and the client has one of them later. */
const clients = new Map<DriverClient, NamedServer>()

/** Pools keep their clients to themselves, and those are what waits at a server that has gone without a word. */
driver._connect = function (this: ConnectingClient, callback): void {
  const { host, port, database } = this
  clients.set(this, { host, port, database })
  this.once('end', () => clients.delete(this))
  _connect.call(this, callback)
}

/** Ends all that this process has open to the database of this URL, so that nobody goes on waiting for it. */
export function cutConnections(database_url: string): void {
  const { host, port, database } = new Client({ connectionString: database_url })
  for (const [client, named] of clients)
    if (named.host === host && named.port === port && named.database === database)
      client.connection.stream.destroy(new ServerIsSilent())
}

class ServerIsSilent extends Error {
  /** Of PostgreSQL: a connection failure. */
  readonly code = '08006'
  constructor() {
    super('the server is silent')
  }
}

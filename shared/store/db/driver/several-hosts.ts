import { Client } from 'pg'
import { type DatabaseHost, hostsOf } from '../../../process/settings/database-hosts.ts'
import type { ConnectingClient, DriverClient } from './driver-client.ts'
import { createHostGroup, type HostGroup } from './host-group.ts'

type ConnectCallback = (error: Error | null) => void

const driver = Client.prototype as unknown as ConnectingClient
const { _connect } = driver
const groups = new Map<string, HostGroup>()

/**
 * A server that shuts down tells a client so between two queries, too. Not everybody who has one listens then: the pool of pg-boss does not while
 * one is taken, the driver not while it asks for the types. An error that nobody hears ends the process, so one listener is always there;
 * whoever has a query under way hears of it by that.
 *
 * Leads each new connection to that one of several hosts which takes writes. This is done beneath all pools, and each of them makes a new
 * connection when one was lost: so a failover is to them what a restart of their server is. One host is connected to as ever.
 */
driver._connect = function (this: ConnectingClient, callback: ConnectCallback): void {
  this.on('error', () => {})
  const hosts = hostsOf(this.host)
  if (hosts === null) _connect.call(this, callback)
  else leadToWritable(this, hosts, callback)
}

function leadToWritable(client: ConnectingClient, hosts: readonly DatabaseHost[], callback: ConnectCallback): void {
  const group = groupOf(client, hosts)
  group.join(client)
  group.find().then(
    ({ host, port }) => {
      if (client._ending || client.connection.stream.destroyed) {
        group.leave(client)
        return callback(new Error('Connection terminated'))
      }
      Object.assign(client, { host, port })
      _connect.call(client, callback)
    },
    (error: Error) => {
      group.leave(client)
      callback(error)
    },
  )
}

/** Those with the same login share what they know. */
function groupOf(client: DriverClient, hosts: readonly DatabaseHost[]): HostGroup {
  const key = JSON.stringify([client.host, client.database, client.user])
  const group = groups.get(key) ?? createHostGroup(client, hosts)
  groups.set(key, group)
  return group
}

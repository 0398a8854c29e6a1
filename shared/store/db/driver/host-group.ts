import type { DatabaseHost } from '../../../process/settings/database-hosts.ts'
import type { DriverClient } from './driver-client.ts'
import { createHostProbe, type Writable } from './host-probe.ts'

/** Hosts of which one takes writes, and the connections of this process to it. */
export type HostGroup = {
  /** Before a client is connected. It leaves by itself when its connection ends. */
  join(client: DriverClient): void
  leave(client: DriverClient): void
  /** At once where it is known. */
  find(): Promise<Writable>
}

type WatchedHosts = {
  /** Asks all hosts; those that ask meanwhile get the same answer. */
  look(): Promise<Writable>
  known(): Writable | null
  forget(): void
  close(): void
}

const LOOK_EVERY_MS = 1_000
/** Of a session that takes no writes: the server says so with the connection, and when it changes. */
const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only']

/**
 * While there are connections it looks once a second. So it also notices a host that has gone without a word, whose connections would
 * wait for as long as the network lets them.
 *
 * @param login a client that has what it takes to connect to each of the hosts
 */
export function createHostGroup(login: DriverClient, hosts: readonly DatabaseHost[]): HostGroup {
  const clients = new Set<DriverClient>()
  const watched = watchHosts(login, hosts, (writable) => {
    for (const client of clients)
      if (isConnected(client) && !isSame(client, writable)) cut(client, 'another host takes the writes')
  })
  let timer: NodeJS.Timeout | undefined

  function leave(client: DriverClient): void {
    clients.delete(client)
    if (clients.size > 0) return
    clearInterval(timer)
    watched.close()
  }

  return {
    leave,
    async find() {
      return watched.known() ?? watched.look()
    },
    join(client) {
      if (clients.size === 0) timer = setInterval(() => watched.look().catch(() => {}), LOOK_EVERY_MS).unref()
      clients.add(client)
      client.once('end', () => {
        const known = watched.known()
        if (!client._ending && known !== null && isSame(client, known)) watched.forget()
        leave(client)
      })
      client.connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
        if (READ_ONLY.includes(name) && value === 'on') cut(client, `${name} is on`)
      })
    },
  }
}

/** @param changed hears of another host than before, or of one after none was known */
function watchHosts(
  login: DriverClient,
  hosts: readonly DatabaseHost[],
  changed: (writable: Writable) => void,
): WatchedHosts {
  const probes = hosts.map((host) => createHostProbe(host, login))
  let known: Writable | null = null
  let newest_timeline = ''
  let under_way: Promise<Writable> | null = null

  /** A primary that comes back after another one was promoted takes writes, too: it has the older timeline. */
  async function askAll(): Promise<Writable> {
    const answers = await Promise.all(probes.map(({ ask }) => ask()))
    const found = answers.filter((one) => one !== null).sort((a, b) => (a.timeline < b.timeline ? 1 : -1))[0]
    if (found === undefined || found.timeline < newest_timeline) throw new NoHostTakesWrites(hosts)
    newest_timeline = found.timeline
    if (known === null || !isSame(known, found)) changed(found)
    known = found
    return found
  }

  return {
    look() {
      under_way ??= askAll().finally(() => {
        under_way = null
      })
      return under_way
    },
    known: () => known,
    forget() {
      known = null
    },
    close() {
      for (const probe of probes) probe.close()
    },
  }
}

/** One that is on its way has the names of all hosts still. */
function isConnected({ host }: DriverClient): boolean {
  return !host.endsWith(',')
}

function isSame(one: DatabaseHost, other: DatabaseHost): boolean {
  return one.host === other.host && one.port === other.port
}

function cut(client: DriverClient, reason: string): void {
  client.connection.stream.destroy(new HostTakesNoWrites(reason))
}

/** SQLSTATEs of PostgreSQL for what these errors are. */
class HostTakesNoWrites extends Error {
  readonly code = '25006'
}

class NoHostTakesWrites extends Error {
  readonly code = '08001'
  constructor(hosts: readonly DatabaseHost[]) {
    super(`none of its ${hosts.length} hosts takes writes`)
  }
}

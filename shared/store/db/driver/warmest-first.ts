import { EventEmitter } from 'node:events'
import type { DriverClient, DriverClientEventEmitter, DriverFactory } from 'slonik'

/** What the pool knows as a connection. The session that it leads to may be another one each time that it is used. */
type PooledConnection = { session: DriverClient; readonly events: DriverClientEventEmitter }
type Sessions = {
  readonly connections: WeakMap<DriverClient, PooledConnection>
  /** Those that nobody uses, in the order in which they were given back. */
  readonly idle: DriverClient[]
}

/**
 * Gives whoever takes a connection the session that was given back last. The pool takes the one that was given back first, so that as
 * many sessions as were ever used at once take turns: each of them plans each query several times, reads the catalogue for itself,
 * and is cold in the caches. Which connection the pool takes stays as it is; what is exchanged is the session behind it.
 */
export function warmestFirst(createDriver: DriverFactory): DriverFactory {
  return async (options) => {
    const { createClient } = await createDriver(options)
    const sessions: Sessions = { connections: new WeakMap(), idle: [] }
    return { createClient: async () => createConnection(await createClient(), sessions) }
  }
}

function createConnection(session: DriverClient, sessions: Sessions): DriverClient {
  const connection: PooledConnection = { session, events: new EventEmitter() }
  const { events } = connection
  events.on('error', () => {}) // the driver has ended the session already
  sessions.connections.set(session, connection)
  follow(session, sessions)
  return {
    acquire() {
      exchange(connection, sessions.idle.at(-1), sessions)
      connection.session.acquire()
    },
    /** Where the pool ends one that is idle, for its age or because nobody needs it, it is the one that was used longest ago. */
    destroy() {
      exchange(connection, sessions.idle[0], sessions)
      return connection.session.destroy()
    },
    id: () => connection.session.id(),
    state: () => connection.session.state(),
    query: (text, values, options) => connection.session.query(text, values, options),
    stream: (text, values) => connection.session.stream(text, values),
    release: () => connection.session.release(),
    on: events.on.bind(events),
    off: events.off.bind(events),
    removeListener: events.removeListener.bind(events),
  }
}

/** Tells the connection of a session what happens to it. A new one is used by whoever has asked for it, and idle when it is given back. */
function follow(session: DriverClient, { connections, idle }: Sessions): void {
  const events = () => connections.get(session)?.events
  const takeOut = () => {
    const index = idle.lastIndexOf(session)
    if (index >= 0) idle.splice(index, 1)
  }
  session.on('acquire', () => {
    takeOut()
    events()?.emit('acquire')
  })
  session.on('release', () => {
    idle.push(session)
    events()?.emit('release')
  })
  session.on('destroy', () => {
    takeOut()
    events()?.emit('destroy')
  })
  session.on('error', (error) => events()?.emit('error', error))
  session.on('notice', (notice) => events()?.emit('notice', notice))
}

/** Gives an idle connection another idle session, and its own to the connection that had that one. */
function exchange(
  connection: PooledConnection,
  session: DriverClient | undefined,
  { connections, idle }: Sessions,
): void {
  const before = connection.session
  const other = session && connections.get(session)
  if (!other || other === connection || !idle.includes(before)) return
  connection.session = other.session
  other.session = before
  for (const one of [connection, other]) connections.set(one.session, one)
}

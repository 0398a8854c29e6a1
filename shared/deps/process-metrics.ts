import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Databases } from '../databases/databases.ts'

/**
 * Metrics that every process exposes: memory, CPU, the lag of its event loop, its database connections; these for each database, where
 * there are several.
 */
export function processMetrics(databases: Pick<Databases, 'all' | 'away'>): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'hauptbuch_pool_connections',
    help: 'Database connections of this process',
    labelNames: ['database', 'state'],
    registers: [register],
    collect() {
      this.reset()
      const all = databases.all()
      const isOne = all.length + databases.away().length === 1
      for (const { name, pool } of all) {
        const label = isOne ? {} : { database: name }
        const { acquiredConnections, idleConnections, waitingClients } = pool.state()
        this.set({ ...label, state: 'used' }, acquiredConnections)
        this.set({ ...label, state: 'idle' }, idleConnections)
        this.set({ ...label, state: 'waited_for' }, waitingClients)
      }
    },
  })
  return register
}

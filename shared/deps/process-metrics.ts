import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Pool } from '../store/db/database.ts'

/** Metrics that every process exposes: memory, CPU, the lag of its event loop, its database connections. */
export function processMetrics(pool: Pool): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'hauptbuch_pool_connections',
    help: 'Database connections of this process',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { acquiredConnections, idleConnections, waitingClients } = pool.state()
      this.set({ state: 'used' }, acquiredConnections)
      this.set({ state: 'idle' }, idleConnections)
      this.set({ state: 'waited_for' }, waitingClients)
    },
  })
  return register
}

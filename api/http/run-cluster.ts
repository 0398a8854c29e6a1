import cluster from 'node:cluster'

/** Forks the web processes of one dyno; one that dies is replaced, and they all stop together. */
export function runCluster(processes: number): void {
  let isStopping = false
  for (let index = 0; index < processes; index += 1) cluster.fork()
  cluster.on('exit', (worker, code) => {
    if (isStopping) return
    // A process that never came up will not come up the next time either: the dyno fails, with the reason in its log.
    if (!worker.isConnected() && code === 1) process.exitCode = 1
    setTimeout(() => !isStopping && cluster.fork(), 500)
  })
  const stop = (signal: 'SIGTERM' | 'SIGINT') => {
    isStopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    if (process.connected) process.disconnect()
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
  // Without its supervisor no requests arrive; only SIGTERM asks to wait for routers.
  process.once('disconnect', () => stop('SIGINT'))
}

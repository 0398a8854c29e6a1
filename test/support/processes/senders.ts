import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/**
 * A thread with many senders. Those in the thread of the server send only between its turns, so that its turns are short
 * whatever it does.
 */
const { port, count, head, body_bytes, started } = workerData as {
  port: number
  count: number
  head: string
  body_bytes: number
  started: Int32Array
}
const body = Buffer.alloc(body_bytes)
const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
for (const socket of sockets) {
  socket.write(head)
  socket.write(body)
  socket.resume()
}
await Promise.all(sockets.map((socket) => once(socket, 'connect')))
// Until the buffers of the system have what they take.
await sleep(200)
Atomics.store(started, 0, 1)
Atomics.notify(started, 0)

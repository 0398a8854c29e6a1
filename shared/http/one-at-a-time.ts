import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A connection has one request under way. Node begins every request that it has read, so that a sender who reads no answers
 * has all of them kept in memory: a hundred in 17 kB. The next one begins once the answer before it has left.
 *
 * @source RFC 9112, section 9.3.2
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const { socket } = request
    const before = last.get(socket)
    last.set(socket, response)
    if (!before || before.writableFinished) listener(request, response)
    else
      before.once('close', () => {
        if (!socket.destroyed) listener(request, response)
      })
  }
}

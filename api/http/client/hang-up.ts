import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../shared/contract/platform/errors.ts'

type WithSocket = Pick<IncomingMessage, 'socket'>

/**
 * Calls when the client of a request has hung up: at once where it has already, as no event says so any more.
 *
 * @returns stops listening
 */
export function onHangUp(request: WithSocket, listen: (reason: ApiError) => void): () => void {
  const close = () => listen(hungUp())
  if (hasHungUp(request)) {
    close()
    return () => {}
  }
  // Node warns of more than ten, and a request has some: each piece of work that waits listens for itself.
  request.socket.setMaxListeners(0).once('close', close)
  return () => request.socket.off('close', close)
}

/** @throws ApiError when nobody waits for the answer any more */
export function requireClient(request: WithSocket): void {
  if (hasHungUp(request)) throw hungUp()
}

/** Of the connection, as the answer to a pipelined request is closed by nobody. */
export function hasHungUp({ socket }: WithSocket): boolean {
  return socket.destroyed
}

/** Nobody reads it; the log must not call it a failure of the service. */
function hungUp(): ApiError {
  return new ApiError('invalid_request', 'The client has hung up.')
}

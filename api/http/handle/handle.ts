import type { Middleware } from 'koa'
import type { ApiDeps } from '../api-deps.ts'
import type { Endpoint } from '../endpoint.ts'
import { handleBatch } from './handle-batch.ts'
import { handleCompute } from './handle-compute.ts'
import { handleMutation } from './handle-mutation.ts'
import { handleRead } from './handle-read.ts'
import { handleUpload } from './handle-upload.ts'

/** Takes a request through its checks to the handler of the endpoint, and answers with the result. */
export function handle(deps: ApiDeps, endpoint: Endpoint): Middleware {
  if (endpoint.method === 'get') return handleRead(deps, endpoint)
  if ('compute' in endpoint) return handleCompute(deps, endpoint)
  if ('upload' in endpoint) return handleUpload(deps, endpoint)
  const { readItem } = endpoint
  return readItem ? handleBatch(deps, endpoint, readItem) : handleMutation(deps, endpoint)
}

import type { Middleware } from 'koa'
import { admitTo } from '../admission/admit.ts'
import type { ApiDeps } from '../api-deps.ts'
import { queryValidator } from '../body/validate.ts'
import type { UploadRoute } from '../endpoint.ts'
import { answerMutation, beginMutation } from './mutation.ts'
import { requireValidQuery } from './query.ts'

/** The end customer is known before the document comes in, so no client sends a large file in vain. */
export function handleUpload(deps: ApiDeps, endpoint: UploadRoute): Middleware {
  const validate = queryValidator(endpoint.query)
  const { receive } = endpoint.upload
  const dispose = endpoint.upload.dispose as (received: unknown) => Promise<void>
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    const query = { ...ctx.query } as { end_customer_id: string }
    requireValidQuery(validate(query))
    const end_customer_id = admitTo(ctx, query.end_customer_id)
    const { end_customer_id: _, ...options } = query as Record<string, string>
    const received = await receive(deps, ctx.req, options)
    try {
      const request = { ...begun, body: received, body_hash: received.sha256, end_customer_id }
      const parameters = new URLSearchParams({ end_customer_id, ...options })
      parameters.sort()
      await answerMutation(ctx, deps, endpoint, request, `${ctx.path}?${parameters}`)
    } finally {
      await dispose(received)
    }
  }
}

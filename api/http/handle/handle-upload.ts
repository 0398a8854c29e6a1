import type { Context, Middleware } from 'koa'
import { openNameless } from '../../../shared/process/nameless-file.ts'
import { admitTo } from '../admission/admit.ts'
import type { ApiDeps } from '../api-deps.ts'
import { queryValidator } from '../body/validate.ts'
import type { MutationAnswer, UploadRoute } from '../endpoint.ts'
import { readInSlot } from '../uploads/read-in-slot.ts'
import { fileTooLarge, spool } from '../uploads/spool.ts'
import type { UploadPlace } from '../uploads/uploads.ts'
import { acceptMutation, answerWith, type Begun, beginMutation } from './mutation.ts'
import { requireValidQuery } from './query.ts'

type Options = Readonly<Record<string, string>>
type Addressed = { readonly end_customer_id: string; readonly options: Options }

/** The end customer is known, and there is room, before the document comes in: no client sends a large file in vain. */
export function handleUpload(deps: ApiDeps, endpoint: UploadRoute): Middleware {
  const validate = queryValidator(endpoint.query)
  const { import_limit_bytes: limit_bytes } = deps.config
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    const query = { ...ctx.query } as { end_customer_id: string }
    requireValidQuery(validate(query))
    const end_customer_id = admitTo(ctx, query.end_customer_id)
    const { end_customer_id: _, ...options } = query as Record<string, string>
    endpoint.upload.requireType(ctx.req)
    if (Number(ctx.req.headers['content-length'] ?? 0) > limit_bytes) throw fileTooLarge(limit_bytes)
    const place = deps.uploads.enter(begun.caller.key_id)
    let answer: MutationAnswer
    try {
      answer = await acceptUpload(ctx, deps, endpoint, place, { ...begun, end_customer_id, options })
    } finally {
      place.leave()
    }
    await answerWith(ctx, deps, endpoint, answer, begun)
  }
}

/** The document waits in a file without a name; parsing begins when all of it is there. */
async function acceptUpload(
  ctx: Context,
  deps: ApiDeps,
  endpoint: UploadRoute,
  place: UploadPlace,
  { options, ...begun }: Begun & Addressed,
): Promise<MutationAnswer> {
  const file = await openNameless('upload')
  try {
    const spooled = await spool(ctx.req, file, deps.config.import_limit_bytes, place, deps.uploads)
    return await readInSlot(deps, place.key_id, spooled, ctx.req, async (reading) => {
      const body = await endpoint.upload.read(spooled, options, reading)
      const parameters = new URLSearchParams({ end_customer_id: begun.end_customer_id, ...options })
      parameters.sort()
      const request = { ...begun, body, body_hash: spooled.sha256 }
      return acceptMutation(ctx, deps, endpoint, request, `${ctx.path}?${parameters}`)
    })
  } finally {
    await file.close()
  }
}

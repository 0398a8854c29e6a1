import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { admit, admitTo } from '../admission/admit.ts'
import type { Caller, State } from '../admission/caller.ts'
import type { Abandoned } from '../admission/fair-turns.ts'
import { answerBytes, answerJson } from '../answers/answer-json.ts'
import type { ApiDeps } from '../api-deps.ts'
import { type QueryValidator, queryValidator } from '../body/validate.ts'
import { onHangUp } from '../client/hang-up.ts'
import type { Etag, Format, Formats, Read, ReadRequest, ReadRoute } from '../endpoint.ts'
import { askedPage, queryOfPage, speakLocale } from './asked-page.ts'
import { isUnchanged } from './conditional.ts'
import { asksForPage, chooseFormat } from './negotiate.ts'
import { readAtPlace } from './place/at-place.ts'
import { alsoAtStandby } from './place/at-standby.ts'
import { readAnywhere } from './place/read-anywhere.ts'
import { customerInPath, requireValidQuery } from './query.ts'

/** A GET: key, query, end customer; then the representation that is asked for, or 304. */
export function handleRead(deps: ApiDeps, endpoint: ReadRoute): Middleware {
  const validate = queryValidator(endpoint.query)
  let validateOfPage: QueryValidator | undefined // made for the first page: most endpoints of most processes have none
  const read = endpoint.read as Read<unknown>
  const etag = endpoint.etag as Etag<unknown> | undefined
  const formats = endpoint.formats as Formats<unknown> | undefined
  const is_by_id = mayNameCustomer(endpoint)
  return async (ctx) => {
    const is_page = asksForPage(ctx, formats)
    const caller = await admit(ctx, deps, is_page ? 'page' : 'read')
    const query = { ...ctx.query } as Record<string, unknown>
    if (is_page) validateOfPage ??= queryValidator(queryOfPage(endpoint.query))
    requireValidQuery((is_page && validateOfPage ? validateOfPage : validate)(query))
    const inPath = customerInPath(ctx)
    if (inPath !== undefined) admitTo(ctx, inPath)
    if (typeof query.end_customer_id === 'string') query.end_customer_id = admitTo(ctx, query.end_customer_id)
    const chosen = formats && chooseFormat(ctx, { formats, takes_any_accept: endpoint.takes_any_accept }, query.format)
    const inTurn = turnOf(ctx, deps, caller, isExpensive(endpoint, query))
    const abandoned: Abandoned = (listen) => onHangUp(ctx.req, listen)
    const page = chosen?.name === 'html' ? askedPage(ctx) : null
    if (page) speakLocale(query, page, endpoint.query)
    const request = { query, params: ctx.params, inTurn, abandoned, ...(page && { page }) }
    const answer = async (there: ApiDeps, seeing: Caller) => {
      const asked = { ...request, caller: seeing }
      const tag = async () => etag && (await etag(there, asked))
      if (isUnchanged(ctx, await (endpoint.in_pieces ? inTurn(tag) : tag()), chosen?.name)) {
        ctx.status = 304
        return
      }
      if (endpoint.answer !== 'short' && !endpoint.in_pieces) deps.answers.requireRoom(caller.key_id)
      if (chosen) await answerIn(ctx, chosen.format, there, asked)
      else await answerJson(ctx, deps, caller.key_id, await read(there, asked))
    }
    const { end_customer_id } = ctx.state as State
    const serve = (there: ApiDeps, seeing = caller) =>
      alsoAtStandby(ctx, deps, endpoint, (reading) => answer(reading, seeing))(there)
    const atPlace = () =>
      end_customer_id === undefined && is_by_id
        ? readAnywhere(deps, caller, serve)
        : readAtPlace(deps, end_customer_id, serve)
    await (endpoint.in_pieces ? atPlace() : inTurn(atPlace))
    closeWithClient(ctx)
  }
}

function turnOf(ctx: Context, { shares }: ApiDeps, { key_id }: Caller, is_expensive: boolean) {
  return is_expensive ? shares.expensive(key_id, ctx).inTurn : shares.short(key_id, ctx.req)
}

/** An end customer that a read may name, and need not, is that of a resource: lists demand it, and others have no such parameter. */
function mayNameCustomer({ query }: ReadRoute): boolean {
  return 'end_customer_id' in Object((query as { readonly properties?: object }).properties)
}

/** What a stream has open, as a file, is closed with it. Koa sees only clients that hang up later. */
function closeWithClient({ body, req, res }: Context): void {
  if (!(body instanceof Readable)) return
  res.once(
    'close',
    onHangUp(req, () => body.destroy()),
  )
}

/** A page of a list that is longer than that is expensive. */
const LONG_PAGE = 100

function isExpensive({ cost }: ReadRoute, { limit }: Record<string, unknown>): boolean {
  return cost ? cost === 'expensive' : typeof limit === 'number' && limit > LONG_PAGE
}

async function answerIn(ctx: Context, format: Format<unknown>, deps: ApiDeps, request: ReadRequest<unknown>) {
  const { body, headers } = await format.read(deps, request)
  ctx.set(headers)
  if (Buffer.isBuffer(body)) answerBytes(ctx, body)
  else ctx.body = body
  ctx.type = format.is_text === false ? format.media_type : `${format.media_type}; charset=utf-8`
}

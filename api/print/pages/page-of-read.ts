import { mapInSlices } from '../../http/admission/turns.ts'
import { bytesInSlices } from '../../http/answers/json-in-slices.ts'
import type { Format, Read, ReadRequest } from '../../http/endpoint.ts'
import { escapeHtml } from '../escape-html.ts'
import { answeredJson } from './answered-json.ts'
import { titleOf } from './labels.ts'
import { layoutOf, PAGE_HEADERS } from './layout.ts'
import { tableOf } from './list.ts'
import { belongingTo, filtersOf, navigationOf, nextPage, type ShownRead } from './navigation.ts'
import { shownRecord } from './record.ts'
import { isMembers, type PageContext, type ShownMembers } from './shown-value.ts'

/** The page of a read: its JSON answer with links. */
export function pageOfRead(shown: ShownRead, read: Read<unknown>): Format<unknown> {
  return {
    media_type: 'text/html',
    read: async (deps, request) => {
      const body = await answeredJson(deps, request, await read(deps, shortPage(shown, request)))
      const pieces = piecesOf(shown, body, request)
      const bytes = await deps.takeTurns(request.caller.key_id, Number.POSITIVE_INFINITY, async (slice) =>
        bytesInSlices(await mapInSlices(pieces, slice, (piece) => piece), slice),
      )
      return { body: bytes, headers: PAGE_HEADERS }
    },
  }
}

/** Half of what JSON has, where nobody says how many: a person reads some at a time, and waits for the first byte. */
const ITEMS = 50

function shortPage({ query: { properties = {} } }: ShownRead, request: ReadRequest<unknown>): ReadRequest<unknown> {
  const asked = request.query as { limit?: number }
  if (!('limit' in properties) || asked.limit !== undefined) return request
  return { ...request, query: { ...asked, limit: ITEMS } }
}

function* piecesOf(shown: ShownRead, body: ShownMembers, request: ReadRequest<unknown>): Generator<string> {
  const context = contextOf(body, request)
  const { locale } = context
  const kind = typeof body.object === 'string' ? body.object : shown.operation_id
  const name = [body.name, body.external_reference, body.description, body.id].find(
    (one): one is string => typeof one === 'string',
  )
  const heading = titleOf(kind, locale)
  const { above, below } = layoutOf({ locale, title: heading, name, navigation: navigationOf(context, locale) })
  yield above
  yield filtersOf(shown, request.query as ShownMembers, locale)
  yield belongingTo(shown, request, context, locale)
  if (Array.isArray(body.data) && body.data.every(isMembers)) {
    const { data, has_more: _, ...rest } = body
    yield* tableOf(escapeHtml(heading), data, context)
    yield* shownRecord(rest, context)
  } else yield* shownRecord(body, context)
  yield nextPage(shown, body, request.query as ShownMembers, locale)
  yield below
}

function contextOf(body: ShownMembers, { page, params, query }: ReadRequest<unknown>): PageContext {
  const asked = query as ShownMembers
  const textOf = (...values: unknown[]) => values.find((value): value is string => typeof value === 'string')
  return {
    root: page?.root ?? './',
    locale: page?.locale ?? 'en',
    end_customer_id: textOf(body.end_customer_id, asked.end_customer_id, params.end_customer_id),
    fiscal_year_id: textOf(body.fiscal_year_id, asked.fiscal_year_id),
  }
}

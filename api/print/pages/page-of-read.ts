import type { Locale } from '../../../shared/contract/setup/settings.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { bytesInSlices } from '../../http/answers/json-in-slices.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { Format, Read, ReadRequest } from '../../http/endpoint.ts'
import { USUAL_LOCALE } from '../../http/handle/asked-page.ts'
import { escapeHtml } from '../escape-html.ts'
import { answeredJson } from './answered-json.ts'
import { titleOf } from './labels.ts'
import { layoutOf, PAGE_HEADERS } from './layout.ts'
import { askedOf } from './links.ts'
import { tableOf } from './lists/list.ts'
import { belongingTo, filtersOf, navigationOf, nextPage, type ShownRead } from './navigation.ts'
import { shownRecord } from './record.ts'
import { isMembers, type PageContext, type ShownMembers } from './shown-value.ts'

/** The page of a read: its JSON answer with links. */
export function pageOfRead(shown: ShownRead, read: Read<unknown>): Format<unknown> {
  return {
    media_type: 'text/html',
    read: async (deps, request) => {
      const body = await answeredJson(deps, request, await read(deps, shortPage(shown, request)))
      const context = await contextOf(deps, shown, body, request)
      const pieces = piecesOf(shown, body, request, context)
      const bytes = await deps.takeTurns(request.caller.key_id, Number.POSITIVE_INFINITY, async (slice) =>
        bytesInSlices(pieces, slice),
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

function* piecesOf(
  shown: ShownRead,
  body: ShownMembers,
  request: ReadRequest<unknown>,
  context: PageContext,
): Generator<string> {
  const { locale } = context
  const asked = askedOf(request)
  const kind = typeof body.object === 'string' ? body.object : shown.operation_id
  const name = [body.name, body.external_reference, body.description, body.id].find(
    (one): one is string => typeof one === 'string',
  )
  const heading = titleOf(kind, locale)
  const { above, below } = layoutOf({ locale, title: heading, name, navigation: navigationOf(context, locale) })
  yield above
  yield filtersOf(shown, asked, locale)
  yield belongingTo(shown, request, body, context, locale)
  if (Array.isArray(body.data) && body.data.every(isMembers)) {
    const { data, has_more: _, ...rest } = body
    yield* tableOf(escapeHtml(heading), data, context)
    yield* shownRecord(rest, context)
  } else yield* shownRecord(body, context)
  yield nextPage(shown, body, asked, locale)
  yield below
}

async function contextOf(
  { pool }: ApiDeps,
  { in_pieces }: ShownRead,
  body: ShownMembers,
  request: ReadRequest<unknown>,
): Promise<PageContext> {
  const { page, params, inTurn } = request
  const asked = askedOf(request)
  const textOf = (...values: unknown[]) => values.find((value): value is string => typeof value === 'string')
  const end_customer_id = textOf(body.end_customer_id, asked.end_customer_id, params.end_customer_id)
  const ofBooks = () => localeOf(pool, end_customer_id)
  return {
    root: page?.root ?? './',
    locale: page?.locale ?? (await (in_pieces ? inTurn(ofBooks) : ofBooks())),
    end_customer_id,
    fiscal_year_id: textOf(body.fiscal_year_id, asked.fiscal_year_id),
    asked,
  }
}

/** Of the books, for a reader who asks for no language. */
async function localeOf(db: Db, end_customer_id: string | undefined): Promise<Locale> {
  const customer = end_customer_id === undefined ? null : await findEndCustomer(db, end_customer_id)
  return customer?.locale ?? USUAL_LOCALE
}

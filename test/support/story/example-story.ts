import { isMutating } from '../../../api/http/endpoint.ts'
import { EXAMPLES, requestOf } from '../../../api/openapi/examples/story.ts'
import { endpoints } from '../../../api/routes.ts'
import type { Pool } from '../../../shared/store/db/database.ts'
import { quietly } from '../books.ts'
import { stampOnce } from '../proof/stamp-once.ts'
import { service } from '../service.ts'

/** A request as one reads it in the OpenAPI document: everything filled in. */
export type StoryRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Where a story plays: a web process, and the database that has the books of the story. */
type Stage = { readonly base_url: string; readonly pool: Pool }

/** On the service of all tests. */
const MAIN = (): Stage => ({ base_url: service().base_url, pool: service().worker.pool })

export async function sendStep(
  { path, ...request }: StoryRequest,
  key: string,
  end_customer_id: string,
  { base_url, pool }: Stage = MAIN(),
) {
  // Nothing of the step before may still be under way, or the answers would depend on who is faster.
  await quietly(end_customer_id, pool)
  if (path.startsWith('/v1/ledger-proof')) await stampOnce(pool)
  const authorized = { ...request.headers, Authorization: `Bearer ${key}` }
  const response = await fetch(base_url + path, { ...request, headers: authorized })
  const { status, headers } = response
  const text = await response.text()
  const type = headers.get('content-type')?.split(';')[0]
  const answer = type === 'application/json' ? JSON.parse(text) : text
  return { status, type, headers: [...headers.keys()], text, answer }
}

/** Plays the examples as they stand in their table, and gives what is answered to each. */
export async function recordStory(
  key: string,
  end_customer_id: string,
  stageOf: (operation_id: string) => Stage = MAIN,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const example of EXAMPLES) {
    const endpoint = endpoints.find(({ operation_id }) => operation_id === example.operation_id)
    if (!endpoint) throw new Error(`${example.name}: there is no operation ${example.operation_id}`)
    const { path = {}, query = {}, headers = {}, body } = requestOf(example, isMutating(endpoint), answers)
    const isText = typeof body === 'string'
    const request = {
      method: endpoint.method.toUpperCase(),
      path: fillIn(endpoint.path.replace(/:(\w+)/g, '{$1}'), path, query),
      headers: { ...headers, ...contentType(isText ? 'application/xml' : 'application/json', example.media_type) },
      body: body === undefined ? null : isText ? body : JSON.stringify(body),
    }
    const { status, answer } = await sendStep(request, key, end_customer_id, stageOf(example.operation_id))
    const expected = example.status ?? endpoint.status
    if (status !== expected) throw new Error(`${example.name}: ${status} ${JSON.stringify(answer)}`)
    answers[example.name] = answer
  }
  return answers
}

export function fillIn(path: string, inPath: object, inQuery: object): string {
  const members = Object.entries(inPath) as [string, string][]
  const filled = members.reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
  const query = new URLSearchParams(inQuery as Record<string, string>)
  return query.size === 0 ? filled : `${filled}?${query}`
}

export function contentType(sent: string, wanted = 'application/json') {
  return { 'Content-Type': sent, Accept: wanted }
}

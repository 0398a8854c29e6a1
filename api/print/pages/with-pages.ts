import type { Endpoint, Read, ReadRoute } from '../../http/endpoint.ts'
import { listsOf } from './lists-of-subject.ts'
import { pageOfRead } from './page-of-read.ts'

/** Every read as a page too: those that have no layout of their own get one that shows the JSON answer. */
export function withPages(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const reads = endpoints.flatMap((endpoint) => (endpoint.method === 'get' ? endpoint : []))
  return endpoints.map((endpoint) => (endpoint.method === 'get' ? withPage(endpoint, reads) : endpoint))
}

function withPage<Reading extends ReadRoute & Endpoint>(
  endpoint: Reading,
  reads: readonly (ReadRoute & Endpoint)[],
): Reading {
  const { formats, operation_id, path, query, read, shown, in_pieces = false } = endpoint
  if (formats?.html) return endpoint
  const below = reads
    .filter((its) => its.path.startsWith(`${path}/`) && !its.path.slice(path.length).includes(':'))
    .map((its) => ({ path: its.path, asks: its.query.required ?? [] }))
  const html = pageOfRead(
    { operation_id, path, query, in_pieces, below, of_it: listsOfIt(path, reads), lists: listsOf(path, reads) },
    (shown ?? read) as Read<unknown>,
  )
  return { ...endpoint, formats: { ...formats, html }, ...(!formats && { takes_any_accept: true }) }
}

/** Bank entries of an import: lists of the same room that have the thing among their parameters. */
function listsOfIt(path: string, reads: readonly (ReadRoute & Endpoint)[]) {
  const [, room, name] = /^\/v1\/([^/]+)\/.*:(\w+)$/.exec(path) ?? []
  if (room === undefined || name === undefined) return []
  return reads
    .filter(
      (its) => its.path.startsWith(`/v1/${room}/`) && !its.path.includes(':') && name in (its.query.properties ?? {}),
    )
    .map((its) => ({ path: its.path.slice('/v1/'.length), kind: kindOf(its) }))
}

function kindOf({ operation_id, response }: ReadRoute & Endpoint): string {
  const { const: object } = response.properties?.object ?? {}
  return typeof object === 'string' ? object : operation_id
}

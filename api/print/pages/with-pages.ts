import type { Endpoint, Read, ReadRoute } from '../../http/endpoint.ts'
import { pageOfRead } from './page-of-read.ts'

/** Every read as a page too: those that have no layout of their own get one that shows the JSON answer. */
export function withPages(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const paths = endpoints.flatMap(({ method, path }) => (method === 'get' ? path : []))
  return endpoints.map((endpoint) => (endpoint.method === 'get' ? withPage(endpoint, paths) : endpoint))
}

function withPage<Reading extends ReadRoute & Endpoint>(endpoint: Reading, paths: readonly string[]): Reading {
  const { formats, operation_id, path, query, read, shown } = endpoint
  if (formats?.html) return endpoint
  const below = paths.filter((its) => its.startsWith(`${path}/`) && !its.slice(path.length).includes(':'))
  const html = pageOfRead({ operation_id, path, query, below }, (shown ?? read) as Read<unknown>)
  return { ...endpoint, formats: { ...formats, html }, ...(!formats && { takes_any_accept: true }) }
}

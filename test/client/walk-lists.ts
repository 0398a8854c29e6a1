import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import { EXAMPLES, requestOf } from '../../api/openapi/examples/story.ts'
import { endpoints } from '../../api/routes.ts'
import { type ListId, openClient, type RequestTo } from '../../shared/client/index.ts'
import { service } from '../support/service.ts'

/**
 * Reads every list that the example story asks for, item by item, and compares it with the same list in one page.
 *
 * @param answers of the story as it was played, by the names of its examples
 * @returns the lists that had more than one item, so that something was compared
 */
export async function walkLists(key: string, answers: Readonly<Record<string, unknown>>): Promise<string[]> {
  const client = openClient({ url: service().base_url, key })
  const walked: string[] = []
  for (const example of EXAMPLES.filter(isList)) {
    const id = example.operation_id as ListId
    const { path = {}, query = {} } = requestOf(example, false, { ...answers })
    const limited = (limit: number) => ({ ...path, query: { ...query, limit } }) as unknown as RequestTo<ListId>
    const read = (limit: number) => Array.fromAsync(client.each(id, limited(limit)))
    let [whole, items, again] = [await read(100), await read(1), await read(100)]
    // Workers count what is to do for hundreds of other end customers: a list that has changed meanwhile is read once more.
    while (!isDeepStrictEqual(whole, again)) [whole, items, again] = [again, await read(1), await read(100)]
    expect(items, example.name).to.deep.equal(whole)
    if (whole.length > 1) walked.push(id)
  }
  return walked
}

function isList({ operation_id, status, media_type }: (typeof EXAMPLES)[number]): boolean {
  const endpoint = endpoints.find((candidate) => candidate.operation_id === operation_id)
  if (!endpoint || !('query' in endpoint) || status !== undefined || media_type !== undefined) return false
  return 'starting_after' in (endpoint.query.properties ?? {})
}

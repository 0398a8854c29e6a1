import type { Interceptor } from 'slonik'

/** The queries of a pool that name one of these end customers, as a text, within one, or in an array of UUIDs. */
export function mentionsOf(...end_customer_ids: readonly string[]) {
  const queries: string[] = []
  const ids = end_customer_ids.map((id) => ({ id, bytes: Buffer.from(id.replaceAll('-', ''), 'hex') }))
  const names = (value: unknown): boolean => {
    if (typeof value === 'string') return ids.some(({ id }) => value.includes(id))
    if (Buffer.isBuffer(value)) return ids.some(({ id, bytes }) => value.includes(bytes) || value.includes(id))
    return Array.isArray(value) && value.some(names)
  }
  const interceptor: Interceptor = {
    name: 'who is named',
    beforeQueryExecution(_, { sql, values }) {
      if (names([sql, ...values])) queries.push(sql)
      return null
    },
  }
  return { queries, interceptor }
}

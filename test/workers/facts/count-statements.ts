import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'

const BEGIN = /^(begin|start transaction)/i
const BOUNDS = /^(begin|commit|rollback|start transaction)/i

/** Statements that the work itself sends; others of this process, such as a worker that polls, do not count. */
export function countStatements(work: () => Promise<unknown>): Promise<number> {
  return countQueries(work, (text) => !BOUNDS.test(text))
}

/** Transactions that the work begins, also those that are taken back. */
export function countTransactions(work: () => Promise<unknown>): Promise<number> {
  return countQueries(work, (text) => BEGIN.test(text))
}

export async function countQueries(
  work: () => Promise<unknown>,
  isCounted: (text: string) => boolean,
): Promise<number> {
  const { query } = Client.prototype
  const countedWork = new AsyncLocalStorage<boolean>()
  let count = 0
  Client.prototype.query = function (this: Client, ...args: [query: string | { text?: string }]) {
    const text = typeof args[0] === 'string' ? args[0] : args[0].text
    if (countedWork.getStore() && isCounted(text ?? '')) count += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await countedWork.run(true, work)
    return count
  } finally {
    Client.prototype.query = query
  }
}

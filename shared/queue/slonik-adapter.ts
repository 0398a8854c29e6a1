import { sql } from 'slonik'
import { sha256Of } from '../canonical/hash.ts'
import type { Tx } from '../store/db/database.ts'

/** Lets pg-boss run its SQL text on our transaction, prepared where it has parameters: planning it cost more than running it. */
export function bossDb(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const template = Object.freeze(Object.assign([text], { raw: Object.freeze([text]) }))
      const query = sql.unsafe(template as unknown as TemplateStringsArray)
      const { rows } = await tx.query({
        ...query,
        ...(values.length > 0 && { name: preparedName(text) }),
        values: values as (string | number | null)[],
      })
      return { rows: [...rows] as Record<string, unknown>[] }
    },
  }
}

const preparedNames = new Map<string, string>()

function preparedName(text: string): string {
  const name = preparedNames.get(text) ?? `boss_${sha256Of(text).slice(0, 16)}`
  preparedNames.set(text, name)
  return name
}

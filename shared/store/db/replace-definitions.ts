import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Client } from 'pg'

const SQL = join(import.meta.dirname, '../../../sql')
/** Views may use functions. A function that reads a view would need it before it is there. */
const FOLDERS = ['functions', 'views']

/** One function or view, in the file of its name. */
export type Definition = { readonly name: string; readonly file: string; readonly text: string }

/**
 * Replaces all functions, and then all views, by the files in sql/functions and sql/views. It is one transaction: other
 * processes see the old ones or the new ones, and after an error the old ones.
 *
 * @throws Error that names the file which PostgreSQL refuses
 */
export async function replaceDefinitions(client: Client): Promise<void> {
  await client.query('begin')
  try {
    for (const folder of FOLDERS) {
      for (const definition of inOrderOfUse(await readDefinitions(folder))) await replace(client, definition)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection may be the reason
    throw error
  }
}

/** The files of a folder and of those in it, one for each subject that has several functions. */
export async function readDefinitions(folder: string): Promise<Definition[]> {
  const files = (await readdir(join(SQL, folder), { recursive: true })).filter((file) => file.endsWith('.sql'))
  const definitions = await Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.sql'),
      file: `sql/${folder}/${file}`,
      text: await readFile(join(SQL, folder, file), 'utf8'),
    })),
  )
  return definitions.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The order of the names, but each definition after those that its SQL names: PostgreSQL checks most of what a body uses
 * when it creates it. Comments do not count.
 *
 * @throws Error when definitions use each other in a circle
 */
export function inOrderOfUse(definitions: readonly Definition[]): Definition[] {
  const ordered = new Set<Definition>()
  const place = (definition: Definition, users: readonly string[]) => {
    if (ordered.has(definition)) return
    const path = [...users, definition.name]
    if (users.includes(definition.name))
      throw new Error(`SQL definitions use each other in a circle: ${path.join(', ')}.`)
    for (const used of usedBy(definition, definitions)) place(used, path)
    ordered.add(definition)
  }
  for (const definition of definitions) place(definition, [])
  return [...ordered]
}

function usedBy({ name, text }: Definition, definitions: readonly Definition[]): Definition[] {
  const words = new Set(text.replace(/--.*/g, '').match(/\w+/g))
  return definitions.filter((other) => other.name !== name && words.has(other.name))
}

async function replace(client: Client, { file, text }: Definition): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

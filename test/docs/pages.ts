import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SECTIONS, type Section } from './sections.ts'

export const PROJECT = resolve(import.meta.dirname, '../..')

export type Page = { readonly path: string; readonly text: string }

/** The pages of the project, by their path in it. */
export function readPages(): Page[] {
  const inDocs = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
  const paths = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', ...inDocs.map((name) => join('docs', name))]
  return paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }))
}

export type Change = Page & { readonly sections: readonly string[] }

/**
 * Pages whose generated sections differ from the code.
 *
 * @returns the pages as they should be
 * @throws Error for a section that nothing generates, and for one that stands in no page
 */
export async function outdatedPages(pages: readonly Page[] = readPages()): Promise<Change[]> {
  const found = pages.flatMap(({ text }) => [...text.matchAll(SECTION)].map(([, name = '']) => name))
  const unknown = found.find((name) => !(name in SECTIONS))
  if (unknown !== undefined) throw new Error(`No command writes the section "${unknown}".`)
  const missing = Object.keys(SECTIONS).find((name) => !found.includes(name))
  if (missing !== undefined) throw new Error(`The section "${missing}" stands in no page.`)
  const tables = new Map(
    await Promise.all(Object.entries(SECTIONS).map(async ([name, section]) => [name, await write(section)] as const)),
  )
  return pages.flatMap((page) => {
    const sections: string[] = []
    const text = page.text.replace(SECTION, (before, name: string) => {
      const after = `<!-- generated: ${name} -->\n${tables.get(name)}\n<!-- end -->`
      if (before !== after) sections.push(name)
      return after
    })
    return sections.length > 0 ? [{ path: page.path, text, sections }] : []
  })
}

export function writePages(changes: readonly Change[]): void {
  for (const { path, text } of changes) writeFileSync(join(PROJECT, path), text)
}

const SECTION = /<!-- generated: ([a-z ]+) -->\n[\s\S]*?<!-- end -->/g

async function write(section: Section): Promise<string> {
  const { header, rows } = await section()
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

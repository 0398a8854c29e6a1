import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Locale } from '../../shared/contract/setup/settings.ts'
import { plainWordOf } from '../print/pages/labels.ts'
import type { AuditService } from './ask.ts'
import { type EntryOfYear, entriesOfYear } from './entries-of-year.ts'
import { EVIDENCE_HEADER, evidenceLines } from './evidence-index.ts'
import { pageOfEntries, titleOfEntries } from './page-of-entries.ts'
import type { PartOfYear } from './parts-of-year.ts'

type WantedEntries = AuditService & {
  readonly folder: string
  readonly locale: Locale
  readonly end_customer_id: string
  readonly fiscal_year_id: string
}
export type WrittenEntries = {
  readonly parts: readonly PartOfYear[]
  /** By the id of an entry: its page, and the place in it. */
  readonly targets: ReadonlyMap<string, string>
}

export const EVIDENCE_FILE = 'evidence.csv'

/** The entries of the year, read once: pages of them, and the list of their evidence. */
export async function writeEntries(wanted: WantedEntries, query: PartOfYear['query']): Promise<WrittenEntries> {
  const { folder, locale } = wanted
  const parts: PartOfYear[] = []
  const targets = new Map<string, string>()
  await pipeline(Readable.from(pieces()), createWriteStream(join(folder, EVIDENCE_FILE)))
  return { parts, targets }

  async function* pieces(): AsyncGenerator<string> {
    yield EVIDENCE_HEADER
    for await (const { data, has_more } of entriesOfYear(wanted, query)) {
      if (data.length > 0) await writePage(data, has_more)
      yield evidenceLines(data)
    }
  }

  async function writePage(entries: readonly EntryOfYear[], has_more: boolean): Promise<void> {
    const number = parts.length + 1
    const part = partOf(number, titleOfEntries(entries, locale))
    const before = parts.at(-1)
    const html = pageOfEntries(entries, {
      ...wanted,
      beside: [
        ...(before ? [{ address: before.name, title: before.title }] : []),
        ...(has_more ? [{ address: nameOf(number + 1), title: plainWordOf('next_page', locale) }] : []),
      ],
    })
    await writeFile(join(folder, `${part.name}.html`), html)
    parts.push(part)
    for (const { id } of entries) targets.set(id, `${part.name}.html#${id}`)
  }
}

/** The interface has no such page, so it is asked for under its name alone. */
function partOf(number: number, title: string): PartOfYear {
  const name = nameOf(number)
  return { name, title, kind: 'journal', path: `/v1/${name}`, query: {} }
}

function nameOf(number: number): string {
  return `entries-${number}`
}

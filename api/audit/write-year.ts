import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../print/escape-html.ts'
import { isolated } from '../print/isolated.ts'
import { type AuditService, save } from './ask.ts'
import { writeEvidenceIndex } from './evidence-index.ts'
import { type PartOfYear, partsOfYear } from './parts-of-year.ts'

type WantedYear = AuditService & {
  readonly folder: string
  readonly end_customer_id: string
  readonly fiscal_year_id: string
}

const PAGE = ['html', 'text/html'] as const
const CSV = ['csv', 'text/csv'] as const
const JSON_ANSWER = ['json', 'application/json'] as const
const HLEDGER = ['hledger', 'text/x-ledger'] as const

/** The JSON of a list is one page of it; the others are whole, however long. */
const FILES = {
  journal: [CSV, HLEDGER],
  list: [PAGE, CSV],
  statement: [PAGE, CSV, JSON_ANSWER],
} as const

type WrittenPart = PartOfYear & { readonly files: readonly string[] }

/** Writes what the interface answers about a fiscal year, and a first page that leads to all of it. */
export async function writeYear({ folder, end_customer_id, fiscal_year_id, ...asked }: WantedYear): Promise<void> {
  const written: WrittenPart[] = []
  for (const part of await partsOfYear(asked, { end_customer_id, fiscal_year_id })) {
    const files = await writePart(asked, part, folder)
    if (files.length > 0) written.push({ ...part, files })
    if (part.kind === 'journal') {
      await writeEvidenceIndex(asked, part.query, join(folder, 'evidence.csv'))
      written.push({ ...part, title: 'Evidence of each entry', files: ['evidence.csv'] })
    }
  }
  await writeFile(join(folder, 'index.html'), indexOf(`${fiscal_year_id}, ${end_customer_id}`, written))
}

async function writePart(asked: AuditService, { name, kind, ...part }: PartOfYear, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const [extension, media_type] of FILES[kind]) {
    const file = `${name}.${extension}`
    if (await save(asked, part, media_type, join(folder, file))) files.push(file)
  }
  return files
}

function indexOf(title: string, written: readonly WrittenPart[]): string {
  const rows = written.map(({ title: name, files }) => {
    const links = files.map((file) => `<a href="${encodeURI(file)}">${escapeHtml(file.split('.').at(-1) ?? '')}</a>`)
    return `<tr><th scope="row">${isolated(name)}</th><td>${links.join(' ')}</td></tr>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 50rem; margin: 1rem auto; padding: 0 1rem } th { text-align: left; font-weight: normal; padding-right: 2rem }</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<table>
${rows.join('\n')}
</table>
<p>ledger.ndjson.gz has the whole ledger with its hashes and stamps, manifest.json the SHA-256 of each file. Both are checked by: ops verify-export FOLDER</p>
</body>
</html>
`
}

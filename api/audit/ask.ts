import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pageFromDisk } from './page-from-disk.ts'

export type AuditService = { readonly base_url: string; readonly key: string }
export type AuditQuery = Readonly<Record<string, string | number>>

/** An answer, or null where the interface has none: this end customer has no VAT, or the account none of a bank. */
async function ask({ base_url, key }: AuditService, path: string, query: AuditQuery, accept = 'application/json') {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await fetch(`${base_url}${path}?${parameters}`, {
    headers: { Authorization: `Bearer ${key}`, Accept: accept },
  })
  if (response.ok) return response
  const text = await response.text()
  // A list may be too long for a page; its CSV stands beside. Any other refusal would leave a part out of a package that looks whole.
  const isTooLong = accept === 'text/html' && response.status === 400
  if (response.status !== 404 && !isTooLong)
    throw new Error(`${path} cannot be written: ${response.status} ${text.slice(0, 500)}`)
  return null
}

export async function askJson<Answer>(asked: AuditService, path: string, query: AuditQuery): Promise<Answer | null> {
  const response = await ask(asked, path, query)
  return response && ((await response.json()) as Answer)
}

/** @returns whether there was an answer */
export async function save(asked: AuditService, path: string, query: AuditQuery, accept: string, file: string) {
  const response = await ask(asked, path, query, accept)
  if (!response?.body) return false
  if (accept === 'text/html') await writeFile(file, pageFromDisk(await response.text(), csvBeside(file)))
  else
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file))
  return true
}

function csvBeside(page: string): string {
  return encodeURI(`${basename(page, '.html')}.csv`)
}

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type AuditService = { readonly base_url: string; readonly key: string }
export type AuditQuery = Readonly<Record<string, string | number>>
type AskedPart = { readonly path: string; readonly query: AuditQuery; readonly absence?: Absence }

/** A refusal that says that there is nothing to show: any other would leave a part out of a package that looks whole. */
export type Absence = { readonly code: string; readonly pointer: string | null }

export const PAGE = 'text/html'

type RefusedBody = { error?: { code?: string; details?: { pointer?: string }[] } }

/** @returns null where the interface says that there is none */
async function ask(
  asked: AuditService,
  path: string,
  query: AuditQuery,
  accept: string,
  absences: readonly Absence[],
): Promise<Response | null> {
  const response = await send(asked, path, query, accept)
  if (response.ok) return response
  // What refuses a page is a page, so the reason is asked for. A list may be too long for a page alone; its CSV stands beside.
  const refusal = accept === PAGE ? await send(asked, path, query, 'application/json') : response
  const isTooLong = accept === PAGE && refusal.ok && response.status === 400
  const text = await refusal.text()
  if (isTooLong || absences.some((one) => isSame(one, reasonIn(text)))) return null
  throw new Error(`${path} cannot be written: ${response.status} ${text.slice(0, 500)}`)
}

function send({ base_url, key }: AuditService, path: string, query: AuditQuery, accept: string): Promise<Response> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return fetch(`${base_url}${path}?${parameters}`, { headers: { Authorization: `Bearer ${key}`, Accept: accept } })
}

function isSame({ code, pointer }: Absence, reason: Absence): boolean {
  return code === reason.code && pointer === reason.pointer
}

function reasonIn(text: string): Absence {
  try {
    const { error } = JSON.parse(text) as RefusedBody
    return { code: error?.code ?? '', pointer: error?.details?.[0]?.pointer ?? null }
  } catch {
    return { code: '', pointer: null }
  }
}

export async function askJson<Answer>(
  asked: AuditService,
  path: string,
  query: AuditQuery,
  absences: readonly Absence[] = [],
): Promise<Answer | null> {
  const response = await ask(asked, path, query, 'application/json', absences)
  return response && ((await response.json()) as Answer)
}

/** @returns whether there was an answer */
export async function save(
  asked: AuditService,
  { path, query, absence }: AskedPart,
  accept: string,
  file: string,
): Promise<boolean> {
  const response = await ask(asked, path, query, accept, absence ? [absence] : [])
  if (!response?.body) return false
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file))
  return true
}

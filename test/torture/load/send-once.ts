import type { Request as PlannedRequest } from './request.ts'

export type Answer = {
  readonly status: number
  readonly text: string
  readonly is_replay: boolean
  readonly retry_after: string | null
}

/** @returns null where the connection broke, or the client did not wait for the answer */
export async function sendOnce(url: string, request: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(url, request)
    return {
      status: response.status,
      text: await response.text(),
      is_replay: response.headers.get('idempotent-replayed') === 'true',
      retry_after: response.headers.get('retry-after'),
    }
  } catch {
    return null
  }
}

export function headersOf(
  { authorization }: { readonly authorization: string },
  key: string,
  body: PlannedRequest['body'],
) {
  const content_type = typeof body === 'string' ? 'application/xml' : 'application/json'
  return { authorization, 'content-type': content_type, 'idempotency-key': key }
}

/** Keys that have been right in this process; nobody else can fill this. */
const MOST_KNOWN = 10_000

const known = new Set<string>()

/** @param authorization of a request whose key was right */
export function rememberSender(authorization: string): void {
  if (known.has(authorization)) return
  if (known.size >= MOST_KNOWN) known.clear()
  known.add(authorization)
}

/** Whether a key was right before. It may be disabled since: this decides whose turn it is, and nothing else. */
export function isKnownSender(authorization: string): boolean {
  return known.has(authorization)
}

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SERVICE = 'test/support/service.ts'
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g

/** Whether a spec works with the service of the tests, or anything that it imports does. To start it takes longer than most tests. */
export function needsService(folder: string, spec: string, seen = new Set<string>()): boolean {
  if (spec === SERVICE) return true
  // What is tested knows nothing of the tests.
  if (!spec.startsWith('test/') || seen.has(spec)) return false
  seen.add(spec)
  const text = readFileSync(join(folder, spec), 'utf8')
  return [...text.matchAll(IMPORTED)].some(([, path = '']) => needsService(folder, join(dirname(spec), path), seen))
}

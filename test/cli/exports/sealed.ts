import { hash } from 'node:crypto'

/** Lines with an end that fits them, as somebody who knows the format would write them. */
export function sealed(lines: readonly string[]): string {
  const sha256 = hash('sha256', `${lines.join('\n')}\n`)
  return `${[...lines, JSON.stringify({ record: 'end', lines: lines.length, sha256 })].join('\n')}\n`
}
